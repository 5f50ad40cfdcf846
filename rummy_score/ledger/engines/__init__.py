"""The engines that keep a ledger behind one interface, and the choice between them."""
