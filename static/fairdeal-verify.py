"""Check a downloaded Fairdeal proof (PF1): python3 fairdeal-verify.py proof.json"""

import hashlib
import hmac
import itertools
import json
import pathlib
import sys


def numbers(seed, game, client, nonce):
    parts = b"PF1" + b"".join(len(part).to_bytes(4, "big") + part for part in (game, client))
    for counter in itertools.count():
        message = parts + nonce.to_bytes(8, "big") + counter.to_bytes(8, "big")
        block = hmac.digest(seed, message, "sha512")
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 64, 4))


def below(k, stream):
    return next(v for v in stream if v < 2**32 // k * k) % k


def deck(proof):
    seed, client = bytes.fromhex(proof["server_seed"]), bytes.fromhex(proof["client_seed"])
    stream, openers = numbers(seed, proof["game"].encode(), client, proof["nonce"]), []
    for rank in (1, 2, 3) if proof["options"].get("openers") == "set" else ():
        u = below(8, stream)
        openers.append(rank + 13 * (u % 4) + 52 * (u // 4))
    codes = [c for c in range(proof["n"]) if c not in openers]
    for i in range(len(codes) - 1, 0, -1):
        j = below(i + 1, stream)
        codes[i], codes[j] = codes[j], codes[i]
    packs = [""] if proof["n"] == 52 else ["1", "2"]
    return ["A23456789TJQK"[c % 13] + "cdhs"[c // 13 % 4] + packs[c // 52] for c in openers + codes]


if __name__ == "__main__":
    proof = json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))
    seal = hashlib.sha256(b"PF1-commit" + bytes.fromhex(proof["server_seed"])).hexdigest()
    good = {"commitment": seal == proof["commitment"], "deck": deck(proof) == proof["deck"]}
    fixed = {"daily": proof.get("day", "").encode().hex(), "winnable": ""}.get(proof.get("kind"))
    good["client seed"] = fixed in (None, proof["client_seed"])
    print("the deck:", *deck(proof))
    print(*(f"{name} {'as promised' if ok else 'DIFFERS'}" for name, ok in good.items()), sep="\n")
    sys.exit(0 if all(good.values()) else 1)
