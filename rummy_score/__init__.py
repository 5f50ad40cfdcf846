"""The scorekeeper's assistant at a Rummy table.

Reading order: errors, names, cards, notation, rules, variants, knobs, problems, melds, rulings, points, layout,
holdings, options, limits, packing, arrange, calls, deals, scoring, games, debts, settlement, files, slips, entries,
sheets, sheet_text, places, events, ledgers, ledger_files, store, history, evening, book, health, tables, views,
exports, cli. Each module imports only from those before it.
"""

__version__ = "0.1.0"
