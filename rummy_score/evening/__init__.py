"""What the facts of a ledger mean."""
