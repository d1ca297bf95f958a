"""Rolls a CPU second of one of the others, by the cheapest way through what it offers: `others.py NAME`.

Four players choose at random among the moves that are legal; a game ends as the package ends it, with the first player
home. A roll counts whether something could move or not.
"""

import random
import sys
import time

SECONDS = 2.0


def ludopy(rolls_wanted):
    import ludopy as package

    rolls = 0
    while rolls < rolls_wanted:
        game = package.Game()
        won = False
        while not won:
            (_, pieces, _, _, _, won), _ = game.get_observation()
            rolls += 1
            piece = pieces[random.randrange(len(pieces))] if len(pieces) else -1
            won = game.answer_observation(piece)[5]
    return rolls


def ludo_king_engine(rolls_wanted):
    from ludo_engine.core.game import LudoGame
    from ludo_engine.core.player import PlayerColor

    colors = [PlayerColor.RED, PlayerColor.GREEN, PlayerColor.YELLOW, PlayerColor.BLUE]
    rolls = 0
    while rolls < rolls_wanted:
        game = LudoGame(colors)
        while not game.game_over:
            # What its play_turn does, without asking twice for the moves.
            player = game.get_current_player()
            face = game.roll_dice()
            rolls += 1
            if game.consecutive_sixes >= 3:
                game.next_turn()
                continue
            moves = game.get_valid_moves(player, face)
            if not moves:
                if face != 6:
                    game.next_turn()
                continue
            move = moves[random.randrange(len(moves))]
            if not game.execute_move(player, move.token_id, face).extra_turn:
                game.next_turn()
    return rolls


def main():
    play = {"ludopy": ludopy, "ludo-king-engine": ludo_king_engine}[sys.argv[1]]
    play(2_000)  # imports, and whatever is only done once
    rolls = 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        rolls += play(2_000)
    print(rolls / (time.process_time() - begun))


if __name__ == "__main__":
    main()
