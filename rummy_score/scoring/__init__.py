"""What a deal and a game score."""
