"""What is printed, written out and sent."""
