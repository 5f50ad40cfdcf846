"""Run the command line: ``rummy-score``, or ``python -m rummy_score``."""

import gc


def main() -> None:
    """Start the command line."""
    gc.set_threshold(
        100_000
    )  # before click is imported: a search for garbage finds none in what it makes
    from rummy_score.cli import main as run

    run()


if __name__ == "__main__":
    main()
