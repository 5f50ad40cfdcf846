"""Run the command line: ``python -m rummy_score``."""

from rummy_score.cli import main

main()
