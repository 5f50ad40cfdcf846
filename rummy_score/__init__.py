"""The scorekeeper's assistant at a Rummy table.

Typed text becomes cards, cards melds, melds a deal, deals scores, scores balances, balances
payments, and all of it a printed table. The rooms stand in that order, and each imports only from
those before it; so do the files of a room.

- errors, points, names: what every room uses
- ledger (events, undoing, chain, seals, location, files, in_use, version1, sqlite_files,
  sqlite_schema, sqlite, engines): keeps facts and proves them
- cards (cards, notation): cards as people type and hold them
- rules (rules, variants, knobs): the value, its games, its knobs
- referee (problems, melds, disputes, layout): what stands, and why
- arranging (holdings, options, limits, packing, arrange, calls): what a hand can do, exactly
- scoring (deals, scores, games): facts and everything against them, totals, the winner
- money (debts, settlement): what is owed, the fewest payments
- sheets (mistakes, keys, reading, writing): a written sheet and back
- evening (live, wording, recording, health): what the facts of a ledger mean
- output (tables, views, exports): what is printed, and what is written for other programs
- cli: click, and only here
"""

__version__ = "0.1.0"
