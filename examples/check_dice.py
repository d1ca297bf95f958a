#!/usr/bin/env python3
"""Checks the dice of Ludo's game records: python3 check_dice.py FILE… (- is the standard input).

Only the dice: who begins, every die, every chain. That the moves keep the rules, and the host's
seal, `ludo verify` checks too. docs/dice.md says what each step means."""
import hashlib, hmac, re, sys

COLOURS = {"r": "Red", "g": "Green", "y": "Yellow", "b": "Blue"}
ZEROS = bytes(32)

def H(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def U(key, message, m):
    for c in range(2**32):
        for byte in hmac.digest(key, message + c.to_bytes(4, "big"), "sha256"):
            if byte < m * (256 // m):
                return byte % m

def need(condition, complaint):
    if not condition:
        raise ValueError(complaint)

def chain(value):
    """[tip, link 1, link 2, …] as far as the record shows them."""
    tip, index, link = value.split(" ")
    shown = [] if link == "-" else [bytes.fromhex(link)]
    need(int(index) <= 4001 and (int(index) > 0) == bool(shown), "a chain is not TIP INDEX LINK")
    for _ in range(int(index)):
        shown.append(H(b"ludo-chain-1", shown[-1]))
    need(not shown or shown[-1].hex() == tip, "a link does not lead to its tip")
    return shown[::-1] or [bytes.fromhex(tip)]

def check(tags, moves):
    if tags.get("Dice") == "local":
        return "nothing is claimed"
    need(tags.get("Dice") == "chain-1", "no proof")
    server, game = chain(tags["DiceServer"]), bytes.fromhex(tags["Game"])
    chains = {c: chain(tags["Dice" + COLOURS[c]]) for c in COLOURS if "Dice" + COLOURS[c] in tags}
    tips = [server[0]] + [links[0] for links in chains.values()]
    need(len(set(tips)) == len(tips), "two tips are the same")
    G = H(b"ludo-game-1", game, server[0], *(chains[c][0] if c in chains else ZEROS for c in COLOURS))
    link = lambda c, n: chains[c][n] if c in chains and n < len(chains[c]) else None
    S = H(b"ludo-start-1", G, *(link(c, 1) or ZEROS for c in COLOURS))
    seats = [c for c in COLOURS if COLOURS[c] in tags]
    first = seats[U(server[1], b"first" + S, len(seats))]
    need(tags["First"] == first, f"{first} begins by the links, not {tags['First']}")
    n, lost, last = 0, set(), {c: 1 for c in chains}
    for c, face, comments in re.findall(r"([rgyb])([1-6]):\S+((?:\s+\{[^}]*\})*)", moves):
        n, A = n + 1, None
        need(n + 1 < len(server), f"roll {n}: the server shows no link")
        if "[%nolink]" in comments:
            lost.add(c)
        elif "[%auto]" not in comments and "[%bot " not in comments and link(c, 1):
            need(c not in lost, f"roll {n}: a link after [%nolink]")
            A, last[c] = link(c, n + 1), n + 1
            need(A, f"roll {n}: no mark, and no link")
        message = b"roll" + S + n.to_bytes(4, "big") + (A or ZEROS)
        die = 1 + U(server[n + 1], message, 6)
        need(int(face) == die, f"roll {n} shows {face}, but the links give {die}")
        S = H(b"ludo-step-1", S, A or ZEROS)
    need(len(server) == n + 2, "the server shows more links than there were rolls")
    need(all(len(chains[c]) in (1, last[c] + 1) for c in chains), "a chain is shown further than it was used")
    return f"{n} rolls"

def main():
    bad = 0
    for name in sys.argv[1:]:
        text = sys.stdin.read() if name == "-" else open(name, encoding="utf-8", newline="").read()
        games = re.findall(r"((?:^\[.*\]\n)+)\n((?:^.+\n)*)", text, re.M)
        for number, (tags, moves) in enumerate(games, 1):
            try:
                told = "good, " + check(dict(re.findall(r'^\[(\w+) "(.*)"\]$', tags, re.M)), moves)
            except (ValueError, KeyError, IndexError) as error:
                told, bad = f"WRONG: {error}", bad + 1
            print(f"{name}, game {number}: {told}")
    return 1 if bad or not sys.argv[1:] else 0

if __name__ == "__main__":
    sys.exit(main())
