"""A written sheet, read and written."""
