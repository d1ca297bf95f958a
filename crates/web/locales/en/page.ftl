# The page's words. One file a language; every file has the same keys (a test sees to it).
# $you is "yes" where the sentence speaks to the reader about the reader's own seat, else "no".
# $seat is the letter of a seat: r, g, y, b. $name is a player's name and comes wrapped in bidi isolates.

brand = Ludo
tagline = A calm game of Ludo. Free, no account, and every roll can be checked.
skip-to-content = Skip to the content

## Seats

seat-with-mark = { $seat ->
    [r] Red, circle
    [g] Green, triangle
    [y] Yellow, square
   *[b] Blue, star
}
you-label = you
bot-name = { $seat ->
    [r] Red bot
    [g] Green bot
    [y] Yellow bot
   *[b] Blue bot
}
bot-level = { $kind ->
    [random] carefree bot
   *[simple] steady bot
}
bot-label = bot
a-guest = Guest

## Start

start-bots = Play the computer
start-bots-hint = Starts at once. How many opponents?
start-bots-count = { $n ->
    [one] { $n } opponent
   *[other] { $n } opponents
}
start-friends = Play with friends
start-friends-hint = You get a link, a short code and a QR code to share.
start-friends-go = Open a table
start-join = Join with a code
start-join-hint = Six letters and digits, from whoever opened the table.
start-join-label = Table code
start-join-go = Join
start-join-bad = A code has six letters and digits, like K7M4QX. Please check it.
start-running = Your games
start-running-go = Go to the table
start-running-turn = Your turn
start-running-waiting = Waiting to begin
start-running-playing = In play
start-running-over = Finished
start-running-with = with { $names }
start-running-alone = nobody else yet
start-opening = Setting the table…
start-failed = The table could not be opened. { $reason }

## Waiting room

waiting-title = Take a seat
waiting-title-seated = Gathering players
waiting-hint-newcomer = Tap a seat to sit down.
waiting-hint-host = Share the table, fill the seats, begin when you like.
waiting-hint-seated = You are seated. { $name } begins the game.
waiting-hint-full = All seats are taken. You can watch from here.
waiting-share-title = Invite friends
waiting-share-hint = Whoever opens the link sees the table, and sits down with one tap.
waiting-copy = Copy the link
waiting-copied = Copied
waiting-share = Share…
waiting-qr = QR code of the link to this table
waiting-seats = Seats
waiting-sit = Sit here
waiting-change = Change to this seat
waiting-open = Open seat
waiting-closed-seat = Not in this game
waiting-add-bot = Add a bot
waiting-remove = Remove
waiting-host = host
waiting-begin = Begin
waiting-begin-need = At least two seats must be taken.
waiting-options = The game
waiting-rules = Rules
waiting-rules-classic = Classic
waiting-length = Length
waiting-length-whole = Whole
waiting-length-whole-hint = Four tokens to bring home
waiting-length-quick = Quick
waiting-length-quick-hint = Two tokens are home already
waiting-players = Seats
waiting-players-count = { $n } seats
waiting-watching = { $n ->
    [one] { $n } person is watching
   *[other] { $n } people are watching
}
waiting-stand = Give up the seat

name-title = What shall we call you?
name-label = Your name
name-hint = Others at the table see it. It is asked once.
name-go = Sit down
name-bad = A name has 1 to 24 characters that can be read.
name-change = Change name
name-save = Save

## The game

drawing = Mixing everybody’s numbers for the first die…
roll = Roll
roll-again = Roll again
roll-sent = Rolling…
die-face = The die shows { $face }
die-rolling = The die is rolling
die-empty = The die has not been rolled yet
turn-roll = { $you ->
    [yes] Your turn. Roll the die.
   *[no] { $name } is to roll.
}
turn-roll-again = { $you ->
    [yes] You roll again.
   *[no] { $name } rolls again.
}
turn-roll-try = { $you ->
    [yes] Your turn. Roll { $attempt } of 3.
   *[no] { $name }: roll { $attempt } of 3.
}
turn-move = { $you ->
    [yes] You rolled { $face }. Choose a token.
   *[no] { $name } rolled { $face } and is choosing.
}
turn-bonus = { $you ->
    [yes] Move a token { $face } squares.
   *[no] { $name } moves a token { $face } squares.
}
turn-over = The game is over.
turn-autopilot = The autopilot plays for you.
turn-bot-plays = A bot plays for you.
take-back = Take the seat back
watching = You are watching.
board = The board
board-turned = Your yard is at the bottom left.
token = { $seat ->
    [r] red
    [g] green
    [y] yellow
   *[b] blue
} token { $n }
token-at = { $token }, { $place }
place-yard = in the yard
place-square = square { $n }
place-column = home column { $n }
place-home = home
token-move = { $where }, { $effect }
effect-enters = comes out to square { $to }
effect-moves = moves to { $to }
effect-home = goes home
effect-captures = captures { $who }
seat-small = { $seat ->
    [r] red
    [g] green
    [y] yellow
   *[b] blue
}

plate-here = connected
plate-away = not connected
plate-autopilot = autopilot
plate-bot-plays = bot plays on
plate-sixes = { $n ->
    [one] { $n } six in a row
   *[other] { $n } sixes in a row
}
plate-place = { $n ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[4] 4th
}
plate-home = { $n } of 4 home
plate-resigned = gave up
plate-turn = has the turn

log-title = Last moves
log-empty = Nothing has happened yet.

menu = Menu
menu-leave = Leave the table
menu-resign = Resign
menu-settings = Settings
menu-code = Table { $code }
menu-home = Start page
leave-title = Leave the table?
leave-body = A bot plays on for you. You can come back to your seat at any time.
leave-go = Leave
resign-title = Give up this game?
resign-body = Your tokens leave the board, and you take the last place still open. This cannot be undone.
resign-go = Resign
cancel = Cancel
close = Close

## Settings

settings-title = Settings
settings-language = Language
language-failed = { $language } could not be loaded. The page stays as it is for now.
settings-theme = Light
settings-theme-auto = As the device
settings-theme-light = Light
settings-theme-dark = Dark
settings-motion = Movement
settings-motion-auto = As the device
settings-motion-full = Lively
settings-motion-fast = Fast
settings-motion-still = Hold still

## What happened, in words

say-joined = { $you ->
    [yes] You join the table.
   *[no] { $name } joins the table.
}
say-renamed = { $you ->
    [yes] Your name is now { $name }.
   *[no] A player is now called { $name }.
}
say-sat = { $you ->
    [yes] You sit on { $seat ->
        [r] red
        [g] green
        [y] yellow
       *[b] blue
    }.
   *[no] { $name } sits on { $seat ->
        [r] red
        [g] green
        [y] yellow
       *[b] blue
    }.
}
say-stood = { $seat ->
    [r] Red
    [g] Green
    [y] Yellow
   *[b] Blue
} is open again.
say-bot-sat = A bot sits on { $seat ->
    [r] red
    [g] green
    [y] yellow
   *[b] blue
}.
say-host = { $you ->
    [yes] You are the host now.
   *[no] { $name } is the host now.
}
say-options = The host changed the game’s options.
say-begun = The game begins.
say-first = { $you ->
    [yes] The draw is made: you begin.
   *[no] The draw is made: { $name } begins.
}
say-rolled = { $you ->
    [yes] You roll { $face }.
   *[no] { $name } rolls { $face }.
}
say-rolled-auto = { $you ->
    [yes] The autopilot rolls { $face } for you.
   *[no] The autopilot rolls { $face } for { $name }.
}
say-pass = Nothing can move.
say-void = The third six in a row does not count.
say-back = The token moved last goes back to the yard.
say-enters = { $you ->
    [yes] You bring a token out.
   *[no] { $name } brings a token out.
}
say-moves = { $you ->
    [yes] You move from { $from } to { $to }.
   *[no] { $name } moves from { $from } to { $to }.
}
say-home = { $you ->
    [yes] You bring a token home.
   *[no] { $name } brings a token home.
}
say-captures = { $you ->
    [yes] You capture { $n ->
        [one] a token of { $whom }
       *[other] { $n } tokens of { $whom }
    }.
   *[no] { $name } captures { $n ->
        [one] a token of { $whom }
       *[other] { $n } tokens of { $whom }
    }.
}
say-captures-you = { $n ->
    [one] { $name } captures your token.
   *[other] { $name } captures { $n } of your tokens.
}
say-finished = { $you ->
    [yes] All your tokens are home: place { $place }.
   *[no] { $name } has all tokens home: place { $place }.
}
say-resigned = { $you ->
    [yes] You give up.
   *[no] { $name } gives up.
}
say-control-owner = { $you ->
    [yes] You play again.
   *[no] { $name } plays again.
}
say-control-bot = { $you ->
    [yes] A bot plays your seat.
   *[no] { $name } left. A bot plays on.
}
say-control-autopilot = { $you ->
    [yes] The autopilot plays for you.
   *[no] { $name } is away. The autopilot plays.
}
say-timed-out = { $you ->
    [yes] Your time is up. The table finishes this turn for you.
   *[no] { $name } ran out of time. The table finishes the turn.
}
say-resumed = The server was away for a moment. The clock starts anew.
say-over = The game is over.
say-rematch = { $you ->
    [yes] You set up another game.
   *[no] { $name } sets up another game.
}
say-closed = The table is closed.

## After the game

podium-title = { $you ->
    [yes] You win!
   *[no] { $name } wins
}
podium-place = { $n ->
    [1] First
    [2] Second
    [3] Third
   *[4] Fourth
}
podium-your-place = { $n ->
    [1] You are first. Well played.
    [2] You are second.
    [3] You are third.
   *[4] You are fourth. The next game starts level.
}
podium-end-resigned = Decided by resigning.
podium-end-limit = Ended at the greatest number of rolls; places by progress.
podium-end-abandoned = The game was stopped before its end. It has no places.
podium-abandoned-title = No result
dice-proof = Nobody, this server included, could choose a roll of this game. Checked on your device: { $checked } of { $rolls } rolls.
dice-proof-title = The dice prove out
dice-proof-auto = { $n ->
    [one] The table made { $n } roll for a player who was away.
   *[other] The table made { $n } rolls for players who were away.
}
rematch = Rematch
rematch-hint = Same seats, new dice.
to-start = Start page
see-board = See the board
see-result = See the result

## Connection and other states

loading = Laying the board…
connecting = Connecting…
offline = No connection. Your seat is kept.
unknown-outcome = Sent. Settled when the line is back.
not-found-title = There is no such table
not-found-body = The code { $code } leads nowhere. It may be mistyped, or the table is long gone.
page-not-found-title = There is no such page
page-not-found-body = The address leads nowhere.
closed-title = This table is closed
closed-empty = Everybody left.
closed-idle = Nothing happened here for a long time.
closed-before = The game here has ended.
stopped-title = Stop. These dice do not prove out.
stopped-body = Your device checked a roll that the server sent, and it is not the one that was promised before the game. Nothing more is sent from here. The board stands as it was, and the evidence is kept on this device.
stopped-history-body = The server tells a different history of this game than the one that your device has kept. Nothing more is sent from here. The board stands as it was, and the evidence is kept on this device.
stopped-detail = What was found
failed-title = The table can’t be reached
failed-body = { $reason }
version-title = The page is out of date
version-body = The server speaks a newer language. Load the page again to go on.
reload = Load again
crashed = Something broke in the page. Your game is safe on the server.
error-network = The server could not be reached. Please check the connection and try again.
error-server = The server could not do it just now. Please try again.
error-too-many = That was a lot at once. Please wait a moment and try again.
dismiss = Dismiss

## Refusals

refused-closed = This table is closed.
refused-not_a_member = Take a seat first.
refused-not_seated = You have no seat. Take one first.
refused-not_host = Only the host can do that.
refused-game_running = The game has begun. This can be done before the next one.
refused-game_over = The game is over.
refused-not_started = The game has not begun.
refused-bad_options = A game needs two to four seats.
refused-no_such_seat = That seat is not in this game.
refused-seat_taken = Somebody was faster: that seat is taken.
refused-seat_open = That seat is open already.
refused-table_full = All seats are taken. You can watch.
refused-own_seat = That is your own seat. Give it up instead.
refused-name_needed = A name is needed.
refused-no_change = It is so already.
refused-too_few_players = At least two seats must be taken.
refused-stale = The game had moved on already.
refused-not_your_turn = It is not your turn.
refused-played_for_you = This turn is being played for you. Take the seat back first.
refused-roll_not_due = No roll is due now.
refused-move_not_due = No move is due now.
refused-illegal_move = That token cannot move there.
refused-out_of_play = You have finished already.
refused-bad_name = That name cannot be used.
refused-not_found = There is no such table.
refused-no_session = This browser keeps no cookies, so the server cannot know it again. Allow cookies for this page.
refused-rate_limited = That was a lot at once. Please wait a moment.
refused-busy = There is too much to do just now. Please try again.
refused-restarting = The server is restarting. Your game is kept.
refused-unavailable = The table cannot be saved just now, so nothing was done. Please try again.
refused-technical = Page and server did not understand each other ({ $code }). Please load the page again.

## Title of the window

title-turn = Your turn
title-table = Table { $code }
