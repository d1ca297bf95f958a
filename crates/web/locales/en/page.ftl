# The page's words. One file a language; every file has the same keys (a test sees to it).
# $you is "yes" where the sentence speaks to the reader about the reader's own seat, else "no".
# $seat is the letter of a seat: r, g, y, b. $name is a player's name and comes wrapped in bidi isolates.

brand = Ludo
tagline = A calm game of Ludo. Free, no account, and every roll can be checked.
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
    [random] very easy bot
    [beginner] easy bot
    [casual] fairly easy bot
    [good] fairly hard bot
    [strong] hard bot
    [expert] very hard bot
   *[simple] medium bot
}
bot-label = bot
bots-count = { $n ->
    [one] { $n } bot
   *[other] { $n } bots
}
level-label = Bot level
level-words = { $kind ->
    [random] It plays whatever is allowed, good or bad.
    [beginner] It runs ahead with one token, and sees no danger.
    [casual] It likes to capture, and forgets to look behind itself.
    [good] Where two moves are close, it often takes the worse one.
    [strong] It chooses well, but does not look ahead.
    [expert] It makes few mistakes: it looks a few rolls ahead, no further.
   *[simple] It fears every danger alike, and has no plan.
}
a-guest = Guest

## Start

start-bots = Play the computer
start-bots-hint = Against how many? The game starts at once.
start-bots-count = { $n ->
    [one] { $n } opponent
   *[other] { $n } opponents
}
start-friends = Play with friends
start-friends-hint = You get a link, a short code and a QR code to share.
start-friends-go = Open a table
start-join = I have a code
start-join-hint = Six letters and digits of a friend’s table, or twelve from your other device.
start-join-label = Code
start-join-go = Go
start-join-bad = A code has six letters and digits, like K7M4QX, or twelve. Please check it.
start-running = Your games
start-running-go = Go to the table
start-running-turn = Your turn
start-running-waiting = Waiting to begin
start-running-playing = In play
start-running-over = Finished
start-running-with = with { $names }
start-running-alone = nobody else yet
start-verify = Check the dice of a finished game
start-dice = How all dice of this server fell
start-opening = Setting the table…
start-failed = The table could not be opened. { $reason }

## Waiting room

waiting-title = Take a seat
waiting-title-full = The table is full
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
waiting-change = Move here
waiting-open = Open seat
waiting-closed-seat = Not in this game
waiting-add-bot = Add a bot
waiting-remove = Remove
waiting-host = host
waiting-begin = Begin
waiting-begin-need = At least two seats must be taken.
waiting-options = The game
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

## Rules

rules-name = { $set ->
    [classic] Classic
    [modern] Modern
    [mensch] German rules
    [chinczyk] Polish rules
   *[parchis] Spanish Parchís
}
rules-hint = { $set ->
    [classic] The old game: a 6 comes out, no square is safe.
    [modern] As on most phones: safe squares, captures earn a roll.
    [mensch] As printed in Germany: coming out is a must, the goal is your column.
    [chinczyk] Chińczyk as played in Poland: three tries to come out.
   *[parchis] As in Spain: a 5 comes out, pairs bar the way, captures earn 20.
}
rules-title = Rules
rules-choose = Which rules?
rules-short = The rules in short
rules-house = House rules
rules-house-hint = Change any rule of the set that you chose.
rules-house-count = { $n ->
    [one] +{ $n } house rule
   *[other] +{ $n } house rules
}
rules-house-tag = house rule
rules-house-reset = Back to the set as it is
time-title = Time for each move
time-seconds = { $n } s
time-chip = { $n } s a move
time-none = No clock
rules-quick = quick
rules-change = Change
rules-done = Done
rules-usual = { $set }: { $value }

short-goal = { $goal ->
    [column] Bring your four tokens once round the board and into the four goal squares of your colour.
   *[home] Bring your four tokens once round the board and home.
}
short-way = { $way ->
    [left] Everything goes anticlockwise: the tokens and the turns.
   *[right] Everything goes clockwise: the tokens and the turns.
}
short-quick = Quick game: two tokens of each colour have arrived before it begins.
short-enter = A { $n } brings a token out of the yard onto its start square.
short-move = Whoever can move must move; whoever cannot passes the die on.
short-capture = Land on a rival’s token, and it goes back to its yard.
short-exact = { $goal ->
    [column] A goal square holds one token and is reached by the exact number.
   *[home] Home is reached by the exact number.
}
short-full = If your start square is full when a token comes out and a rival stands there, one rival goes back to the yard.
short-bonus = Squares that were earned are moved at once, all of them by one token. If no token can, they are lost.

switch-out = Tokens at the start
rule-out = { $value ->
    [n1] One token of each colour stands on its start square from the start.
   *[n0] All tokens start in the yard.
}
value-out = { $value ->
    [n1] One on the board
   *[n0] All in the yard
}
switch-forced = Bringing a token out
rule-forced = { $value ->
    [yes] If a token can come out, it must.
   *[no] Whether a token comes out or another one moves is your choice.
}
value-forced = { $value ->
    [yes] A must
   *[no] A choice
}
switch-clear = Your start square
rule-clear = { $value ->
    [yes] While tokens wait in the yard, a token on its start square must move on if it can.
   *[no] A token may stay on its start square.
}
value-clear = { $value ->
    [yes] Must be cleared
   *[no] May stay taken
}
switch-tries = With nothing on the track
rule-tries = { $value ->
    [n3] With no token on the track and no other that could move, you have three rolls to bring one out.
   *[n1] You have one roll a turn, also when nothing can move.
}
value-tries = { $value ->
    [n3] Three rolls
   *[n1] One roll
}
switch-unplayed6 = A 6 that cannot be played
rule-unplayed6 = { $value ->
    [yes] A 6 earns another roll, even when it cannot be played.
   *[no] A 6 that was played earns another roll; a 6 that cannot be played ends the turn.
}
value-unplayed6 = { $value ->
    [yes] Earns a roll
   *[no] Ends the turn
}
switch-sixes = The third 6 in a row
rule-sixes = { $value ->
    [void] The third 6 in a row does not count: nothing moves, and the turn is over.
    [back] At the third 6 in a row the token moved last goes back to the yard, unless it has left the track, and the turn is over.
   *[free] There may be any number of sixes in a row.
}
value-sixes = { $value ->
    [void] Does not count
    [back] Costs a token
   *[free] Counts
}
switch-own = Own tokens on one square
rule-own = { $value ->
    [free] Your tokens may share a square. They stop nobody, and are captured together.
    [forbidden] No two tokens of yours may stand on one square.
    [block] Two or more of your tokens on one square are a block: rivals can neither pass nor land there.
   *[barrier] A square holds two tokens. Two of one colour are a barrier that nobody passes, not even their owner; with a 6 you must open one of yours if you can.
}
value-own = { $value ->
    [free] May share
    [forbidden] May not
    [block] Block rivals
   *[barrier] Bar everybody
}
switch-safe = Safe squares
rule-safe = { $value ->
    [none] No square of the track is safe.
    [starts] The four start squares are safe: nobody is captured there.
   *[stars] Ringed squares are safe: nobody is captured there. The start squares are among them.
}
value-safe = { $value ->
    [none] None
    [starts] The four starts
   *[stars] All ringed ones
}
switch-capture = A capture earns
rule-capture = { $value ->
    [nothing] A capture earns nothing more.
    [roll] A capture earns another roll.
    [n10] A capture earns 10 squares.
   *[n20] A capture earns 20 squares.
}
value-capture = { $value ->
    [nothing] Nothing
    [roll] A roll
    [n10] 10 squares
   *[n20] 20 squares
}
switch-home = A token home earns
rule-home = { $value ->
    [nothing] A token that comes home earns nothing more.
    [roll] A token that comes home earns another roll.
    [n10] A token that comes home earns 10 squares.
   *[n20] A token that comes home earns 20 squares.
}
value-home = { $value ->
    [nothing] Nothing
    [roll] A roll
    [n10] 10 squares
   *[n20] 20 squares
}
switch-pass = Own tokens in the home column
rule-pass = { $value ->
    [yes] In the home column your tokens may pass each other.
   *[no] In the home column your tokens may not pass each other.
}
value-pass = { $value ->
    [yes] May be passed
   *[no] May not
}
switch-six = A 6 with an empty yard
rule-six = { $value ->
    [n7] With no token of yours in the yard, a 6 moves seven squares.
   *[n6] A 6 moves six squares.
}
value-six = { $value ->
    [n7] Moves 7
   *[n6] Moves 6
}
switch-end = The game ends
rule-end = { $value ->
    [first] The game ends as soon as one player has all tokens home.
   *[all] The game goes on until every place is decided.
}
value-end = { $value ->
    [first] With the winner
   *[all] With all places
}
cannot-home = On this board the column is the goal itself, so coming home earns nothing.
cannot-stars = Only the start squares of this board can be safe.
cannot-barrier = Barriers belong to the Spanish board.
cannot-unsafe = Barriers need safe squares: change “{ $switch }” first.

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
turn-roll-out = Your turn. Roll a { $n } to come out.
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
    [yes] Bonus: move one token { $face } squares.
   *[no] Bonus: { $name } moves one token { $face } squares.
}
turn-open = { $you ->
    [yes] You rolled 6: open one of your barriers.
   *[no] { $name } rolled 6 and must open a barrier.
}
turn-over = The game is over.
turn-autopilot = The autopilot plays for you. Touch anything to play on.
turn-bot-plays = A bot plays for you. Tap here to play on.
turn-stood-in = { $you ->
    [yes] This turn is played for you.
   *[no] This turn is played for { $name }.
}
clock-late = Five seconds left.
watching = You are watching.
chances = Show chances
chance = { $n }%
chance-words = chance of a win: { $n }%
course = How the chances went
hint = Hint
hint-words = Hint: { $move }
hint-token = hint
think-failed = That could not be worked out. Please check the connection and try again.
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
place-lane = on square { $n } of the home column
place-on = on { $you ->
    [yes] your
   *[no] { $seat ->
        [r] red’s
        [g] green’s
        [y] yellow’s
       *[b] blue’s
    }
} start
place-past = { $n } past { $start }
place-before = { $n } before { $start }
place-start = { $you ->
    [yes] your
   *[no] { $seat ->
        [r] red’s
        [g] green’s
        [y] yellow’s
       *[b] blue’s
    }
} start
place-block = in a block
token-move = { $where }, { $effect }
effect-enters = comes out to square { $to }
effect-moves = moves to { $to }, { $place }
step-enters = comes out
step-moves = moves { $n }
effect-home = goes home
effect-captures = captures { $who }
seat-small = { $seat ->
    [r] red
    [g] green
    [y] yellow
   *[b] blue
}

plate-here = here
plate-away = away
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
handover-title = Play on another device
handover-hint = Scan this with the other device, or open the link there. You are the same player on both.
handover-qr = QR code that takes your seat along
handover-link = Link that takes your seat along
handover-typed = Or type this code on the start page there. Without the link, the dice you roll there are made without that device’s part.
handover-life = Works once, within two minutes. Show it to nobody else.
handover-old = This code is too old by now.
handover-new = New code
handover-taking = Bringing your seat here…
handover-other-title = Somebody else plays here
handover-other-body = This browser is another player already, with games that are not over. If you go on as the player of the other device, this browser gives up those games for good.
handover-replace = Give them up and go on
handover-keep = Stay who I am here
handover-useless-title = That code does not work
handover-on = Go on without it
handover-failed-title = Not yet
handover-again = Try again
cancel = Cancel
close = Close

## Settings

settings-title = Settings
settings-language = Language
language-failed = { $language } could not be loaded. The page stays as it is for now.
settings-theme = Light or dark
settings-theme-auto = As the device
settings-theme-light = Light
settings-theme-dark = Dark
settings-board = Board
settings-board-wood = Wood
settings-board-paper = Paper
settings-board-slate = Slate
settings-sound = Sound
settings-sound-off = Off
settings-sound-soft = Soft
settings-sound-full = Loud
settings-tremble = Vibrate at your turn
settings-tremble-on = On
settings-tremble-off = Off
settings-motion = Movement
settings-motion-auto = As the device
settings-motion-slow = Slow
settings-motion-full = Lively
settings-motion-fast = Fast
settings-motion-still = Off
settings-talk = Phrases and reactions

## What people say to each other

talk-title = Say something
talk-player = Player
talk-mute = Mute { $name }
talk-wait = You have said a lot. Wait a moment.
talk-said = { $you ->
    [yes] You: { $words }
   *[no] { $name }: { $words }
}
talk-words = { $what ->
    [smile] Smile
    [laugh] Laugh
    [wink] Wink
    [wow] Wow
    [sad] Sad
    [cross] Cross
    [heart] Heart
    [thumb] Thumbs up
    [hello] Hello
    [good_luck] Good luck
    [well_played] Well played
    [oops] Oops
    [thanks] Thanks
    [your_turn] Your turn
    [one_moment] One moment
    [so_close] So close!
    [good_game] Good game
   *[rematch] Rematch?
}

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
    [yes] You move { $n ->
        [one] { $n } square
       *[other] { $n } squares
    }, now { $where }.
   *[no] { $name } moves { $n ->
        [one] { $n } square
       *[other] { $n } squares
    }, now { $where }.
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
say-bonus = { $you ->
    [yes] You earn { $n } squares for one token.
   *[no] { $name } earns { $n } squares for one token.
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
    [yes] The autopilot plays for you. Touch anything to play on.
   *[no] The autopilot plays for { $name }.
}
say-timed-out = { $you ->
    [yes] Your time is up. The table finishes this turn for you.
   *[no] { $name } ran out of time. The table finishes the turn.
}
say-resumed = The server was away for a moment. The clock starts anew.
say-over = The game is over.
say-renewed = The server set up the dice anew. You can begin.
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
dice-proof-title = The dice check out
proof-see = Show the proof
proof-title = The dice of this game
proof-chip = Checked on this device: { $checked } of { $rolls } rolls. Open the proof.
proof-tick = Checked on this device
record-save = Save the record
dice-proof-auto = { $n ->
    [one] The table made { $n } roll for a player who was away.
   *[other] The table made { $n } rolls for players who were away.
}
rematch = Rematch
rematch-hint = Same seats, new dice.
to-start = Start page
podium-share = Share the result
card-save = Save the picture
card-dice = All { $rolls } rolls of the dice checked
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
set-back = The server lost part of what happened at this table: whoever runs it went back to an older copy. A game that was on is over. What this device saw of it is kept.
handed-damaged = The link was not whole. You go on here, but this device can check the dice only from now on, and rolls without a number of its own.
stopped-title = Stop. These dice do not prove out.
stopped-body = Your device checked a roll that the server sent, and it is not the one that was promised before the game. Nothing more is sent from here. The board stands as it was, and the evidence is kept on this device.
stopped-history-body = The server tells a different history of this game than the one that your device has kept. Nothing more is sent from here. The board stands as it was, and the evidence is kept on this device.
stopped-next = Save the evidence and show it to whoever you trust: with it they can check what happened. Play somewhere else until this is cleared up.
stopped-save = Save the evidence
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
refused-bad_handover = This code is unknown, used or too old. Ask for a new one on the other device.
refused-other_person = This browser already plays for somebody else.
refused-internal = Something is wrong with the server. Nothing was changed.
refused-slow = This device was too slow to follow. It connects again.
refused-damaged = What the server has stored of this table is damaged. It stands still until whoever runs the server has restored it.
refused-ahead = The server has lost part of this game. What this device saw is kept.
refused-forbidden_origin = This page comes from another address than the server’s. Open the game at its own address.
refused-technical = Page and server did not understand each other ({ $code }). Please load the page again.

## Title of the window

title-turn = Your turn
title-table = Table { $code }
