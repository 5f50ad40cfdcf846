"""What stands on the table, and why."""
