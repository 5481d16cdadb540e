"""Checks downloaded seals: each chained to the one before, none missing, and none changed since.

python3 fairdeal-chain.py fairdeal-seals.csv [kept-earlier.csv]
"""

import csv
import sys

START = "0" * 64


def read(name):
    """The rows of a downloaded file."""
    with open(name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def faults(seals, kept):
    """What is wrong, as sentences."""
    last = {}
    for row in seals:
        digest, end = last.get(row["subject"], (START, 0))
        place = f"{row['subject']} from row {row['first_id']}"
        if row["previous"] != digest:
            yield f"{place}: not chained to the seal before it."
        if int(row["first_id"]) != end + 1:
            yield f"{place}: the seal before it ends at row {end}."
        last[row["subject"]] = (row["digest"], int(row["last_id"]))
    here = {(row["subject"], row["first_id"]): row["digest"] for row in seals}
    for row in kept:
        if here.get((row["subject"], row["first_id"])) != row["digest"]:
            yield f"{row['subject']} from row {row['first_id']}: not what it was in the kept file."


if __name__ == "__main__":
    found = list(faults(read(sys.argv[1]), read(sys.argv[2]) if len(sys.argv) > 2 else []))
    print("\n".join(found) or "Every seal is chained to the one before, and none has changed.")
    sys.exit(bool(found))
