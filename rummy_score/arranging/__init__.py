"""What a hand can do at best."""
