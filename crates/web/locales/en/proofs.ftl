# The words of the proof of a game's dice and of the page that checks records. One file a language; every file has the same keys.

brand = Ludo
language = Language
seat = { $seat ->
    [r] Red
    [g] Green
    [y] Yellow
   *[b] Blue
}

## The proof of a game

proof-sentence = Nobody, this server included, could choose a roll of this game.
proof-server-only = No player’s device added numbers of its own to this game: the server alone mixed these dice. It fixed them before the game and changed none since, but it could have chosen them.
proof-checked = Checked on your device: { $checked } of { $rolls }.
proof-away = { $n ->
    [one] The table made { $n } roll for a player who was away.
   *[other] The table made { $n } rolls for players who were away.
}
proof-late = { $n ->
    [one] { $n } roll fell before this page was open. It can be checked when the game is over.
   *[other] { $n } rolls fell before this page was open. They can be checked when the game is over.
}
proof-late-record = { $n ->
    [one] { $live } as they fell; { $n } fell before this page was open and was checked just now, from the game’s record.
   *[other] { $live } as they fell; { $n } fell before this page was open and were checked just now, from the game’s record.
}
proof-record = The finished record says the same, roll for roll.
proof-coming = Fetching the game’s record, to compare…
proof-record-away = The game’s record could not be fetched just now. Open this again to compare with it.
proof-overtaken = { $n ->
    [one] Once the table rolled for you though your device had asked in time. A slow line explains that; the server could also have looked at both dice.
   *[other] { $n } times the table rolled for you though your device had asked in time. A slow line explains a few; the server could also have looked at both dice.
}
proof-none = Nothing has been rolled yet. Every roll will be checked here as it falls.

record-bad = Stop. The record of this game is not what this device saw.
record-other = The record that the server gives out is that of another game.
record-other-roll = Roll { $n } in the server’s record is not the roll that this device saw.
record-save = Save the record
to-verify = Check a record

words-title = Four words to compare
words-hint = Read them to the others. The same words everywhere: all of you saw the same game.
words-hint-running = After { $n } rolls. Whoever reads the same words now saw the same rolls. They change with each roll.

luck-title = How the numbers fell
luck-player = Player
luck-rolls = { $n ->
    [one] { $n } roll
   *[other] { $n } rolls
}
luck-range = a fair die gives { $least } to { $most } of each
luck-inside = Every count is inside of what luck explains.
luck-outside = { $n ->
    [one] { $n } count is outside of what luck explains. Once is nothing; game after game would be odd.
   *[other] { $n } counts are outside of what luck explains. Once is nothing; game after game would be odd.
}
luck-outside-cell = outside of what luck explains
luck-hint = The bar is what luck explains, the dot is what fell. Of a hundred fair games, one has a dot beside its bar.

streaks-title = The longest streaks
streak-wait = { $you ->
    [yes] You waited longest for a six: { $n } rolls in a row without one.
   *[no] { $name } waited longest for a six: { $n } rolls in a row without one.
}
streak-sixes = { $you ->
    [yes] You had the most sixes in a row: { $n }.
   *[no] { $name } had the most sixes in a row: { $n }.
}
odds-nearly = Nearly every fair game of this length has a streak like it.
odds-ten = Of ten fair games of this length, about { $n } have a streak like it.
odds-one = Of { $n } fair games of this length, about one has a streak like it.

made-title = Who made the rolls
made-linked = { $n } with a number from the player’s device
made-away = { $n } by the table, while the player was away
made-bot = { $n } by a bot in the player’s seat
made-no-link = { $n } from a device without the numbers
made-no-chain = { $n } without numbers of its own, like a bot’s
made-none = none yet

how-title = Show me how
how-before = Before the game the server put a secret number for each roll to come into a locked box, and so did the players’ devices. Everybody saw the boxes; nobody could look inside, or change what is in them.
how-roll = At each roll two boxes are opened: the server’s and the player’s. The die is mixed from both numbers. Neither side knew the other’s, so neither could choose the roll.
how-check = Your device tests that each number fits its box, mixes the die once more, and compares.
how-formula = Die = mix of: the server’s number, the player’s number, which roll it is, and all players’ numbers so far. 1 to 6, each equally likely.
rolls-none = No roll was checked here yet.
rolls-at = { $from } to { $to } of { $n }
rolls-earlier = Earlier
rolls-later = Later
rolls-number = Roll
rolls-player = Player
rolls-die = Die
rolls-server = Server’s number
rolls-own = Player’s number
rolls-checked = Checked
mark-away = away
mark-bot = bot played on
mark-no-link = without number
mark-no-chain = no numbers
checked-live = checked as it fell
checked-record = checked from the record

not-title = What this does not prove
not-stop = A server can stop a game rather than open a box. Such a game ends without places.
not-away = It can claim that a player was away, roll for them, and take the better of two rolls. Every such roll is marked and counted above.
not-foresee = Together with a player it can know the rolls in advance up to the next roll of another player. It cannot change them.
not-other-games = It can show different games to different players. The four words tell.
not-together = If the server and all players with numbers work together, they can do what they like; and anybody can make up a whole game. The seal says whose it is.

## Checking records

verify-title = Check the dice of a game
verify-hint = Choose the record of a game, or drop it here. Your browser checks it; nothing is sent anywhere.
verify-choose = Choose files
verify-drop = or drop them here. Files with many games are fine.
verify-foot = Once this page is open, it needs no network. The program ludo verify checks the same on your own computer.
verify-progress = { $file }: { $n } games so far, { $percent } %
verify-all-good = { $n ->
    [one] The game is good.
   *[other] All { $n } games are good.
}
verify-wrong = { $n ->
    [one] Something is wrong with this game.
   *[other] Something is wrong with { $wrong } of { $n } games.
}
verify-more = { $n ->
    [one] and { $n } more, counted above
   *[other] and { $n } more, counted above
}
verify-game = { $file }, game { $n }
verify-details = Counts, streaks and rolls
verify-no-game = There is no game in { $file }.
verify-unreadable = { $file } could not be read.
verify-good = Who begins and every die follow from what was fixed before the game. Nobody, the server included, could choose a roll.
verify-server-only = Who begins and every die follow from what the server fixed before the game. No player’s device took part, so the server could have chosen them.
verify-nothing = All was rolled on one device, so nothing is claimed of the dice.
wrong-face = Roll { $n } shows a { $shown }, but the numbers give a { $right }. Somebody changed it.
wrong-dice = These dice do not prove out.
wrong-no-proof = This record says nothing of its dice, so there is nothing to check.
wrong-form = This is no record of a game, or it breaks the rules of the game.
seal-own = It carries the seal of this server: nothing in it was changed.
seal-other = It carries the seal of another server, whose key is { $key }. Nothing in it was changed since.
seal-unknown = It carries the seal of the server with the key { $key }. Nothing in it was changed since.
seal-not-compared = It carries a seal, though not this server’s own.
seal-none = It has no seal: nobody vouches for the names, the marks and the end.
seal-broken = The seal does not go with this record: something was changed after it was sealed, such as a name, a move or a time.
