"""Whether a deal of Klondike can be won by somebody who sees every card, and how.

It knows no Django and no database. The pieces, from the bottom:

tables   the table in a small form, and where each move of it leads
search   a search of our own that keeps the passes and can end: it alone may say `not solvable`
borrowed the solver of pyksolve, quick at finding lines; it keeps no passes and proves nothing
judging  our rules, which replay every line before it counts
answers  both solvers in turn
process  all of it in a process of its own, with limits, that can be killed

How it was measured, and what the search leaves out and why it may, stands in `docs/solver.md`.
"""

# Kept with each verdict: raise it when an answer may come out otherwise than before.
VERSION = 1

SOLVABLE = "solvable"
NOT_SOLVABLE = "not solvable"
NOT_FOUND = "not found"
