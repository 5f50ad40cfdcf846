"""The command line: one file for each group of commands, loaded when one of them is typed."""

import sys
from typing import Any

import click

from rummy_score import __version__
from rummy_score.cli.output import UNPRINTABLE
from rummy_score.errors import RummyScoreError
from rummy_score.names import nearest

COMMANDS = {
    "Referee": {"check": "rummy_score.cli.referee"},
    "Scores, money": {"score": "rummy_score.cli.scores"},
    "Records": {"variants": "rummy_score.cli.records"},
}


class Refusal(click.ClickException):
    """A domain error on its way to standard error, with its own exit code."""

    def __init__(self, error: RummyScoreError) -> None:
        super().__init__(str(error))
        self.exit_code = error.exit_code  # type: ignore[misc]  # click declares it for the class


class CommandGroup(click.Group):
    """The commands by section, each imported when it is needed; the one place where errors become messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which an evening needs them."""
        return [name for section in COMMANDS.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module, or return None for a word that is no command."""
        module = next((section[cmd_name] for section in COMMANDS.values() if cmd_name in section), None)
        if module is None:
            return None
        from importlib import import_module

        command: click.Command = getattr(import_module(module), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command typed; a slip is answered with the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as slip:
            slip.message = f"{slip.message.rstrip('.')}{nearest(args[0], self.list_commands(ctx))}."
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under the headings of their sections."""
        for heading, names in COMMANDS.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(heading):
                formatter.write_dl([(name, command.get_short_help_str(60)) for name, command in found if command])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what the domain refuses ends as a message and an exit code."""
        try:
            return super().invoke(ctx)
        except RummyScoreError as error:
            raise Refusal(error) from None


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="Example: rummy-score check 8-10H --variant sequence",
)
@click.version_option(__version__, prog_name="rummy-score", message="%(prog)s %(version)s")
def cli() -> None:
    """Keep score at a Rummy table: rule on melds, add up the deals, settle the money."""


def main() -> None:
    """Run the command line; what standard output cannot spell is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and stream.errors == "strict":
            stream.reconfigure(errors=UNPRINTABLE)  # type: ignore[union-attr]
    cli()
