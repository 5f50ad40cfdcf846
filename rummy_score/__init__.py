"""The scorekeeper's assistant at a Rummy table.

Reading order: errors, names, cards, notation, rules, variants, melds, rulings, deals, scoring, games,
settlement, sheets, tables, cli. Each module imports only from those before it.
"""

__version__ = "0.1.0"
