"""The scorekeeper's assistant at a Rummy table.

Typed text becomes cards, cards melds, melds a deal, deals scores, scores balances, balances
payments, and all of it a printed table. The rooms stand in that order, and each imports only from
those before it; so do the files of a room.

- errors, names, points: what every room uses
- ledger (events, undoing, chain, interface, seals, location, files, in_use): keeps facts and
  proves them
- ledger.engines (version1, sqlite_faults, sqlite_schema, sqlite, choice): where they are kept
- cards (cards, notation, stored): cards as people type, hold and store them
- rules (rules, variants, knobs): the value, its games, its knobs
- referee (problems, melds, placing, first_meld, layout, disputes, alternatives): what stands,
  and why
- arranging (holdings, runs, options, limits, packing, arrange, calls, going_out): what a hand
  can do, exactly
- scoring (counts, deals, scores, adjustments, seats, games): facts and everything against them,
  totals, the winner
- money (debts, groups, settlement, payments): what is owed, the fewest payments, one payment
- sheets (mistakes, values, stored, keys, reading, writing): a written sheet and back
- evening (facts, sitting, closed, live, commands, opening, wording, recording, health): what the
  facts of a ledger mean
- output (tables, views, steps, exports): what is printed, and what is written for other programs
- cli: click, and only here
"""

__version__ = "0.2.0.dev0"
