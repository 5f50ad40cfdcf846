"""The rules of a game: the value, its knobs, the games that come with the program."""
