"""The command line: one file for each group of commands, loaded when one of them is typed."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from click.exceptions import Exit, NoArgsIsHelpError, NoSuchCommand

from rummy_score import __version__
from rummy_score.cli.screen import make_streams_safe, stop_writing, wrapped
from rummy_score.errors import RummyScoreError, UnreadableInput

COMMANDS = {
    "At the table": {
        "new": "opening",
        "lay": "turn",
        "left": "at_table",
        "end": "at_table",
        "undo": "corrections",
        "redo": "corrections",
        "edit": "corrections",
        "adjust": "at_table",
        "join": "at_table",
        "leave": "at_table",
        "change": "opening",
        "play": "play",
    },
    "Referee": {"check": "referee", "call": "referee", "best": "referee"},
    "Scores, money": {"table": "scores", "settle": "scores", "score": "scores"},
    "Records": {
        "games": "records",
        "use": "records",
        "log": "records",
        "export": "records",
        "import": "records",
        "backup": "records",
        "doctor": "records",
        "variants": "variants",
    },
}
RECORDING = ("settle", "use", "import")  # besides those at the table


class Refusal(click.ClickException):
    """A domain error on its way to standard error, with its own exit code."""

    def __init__(self, error: RummyScoreError) -> None:
        first, *others = str(error).splitlines()
        super().__init__("\n".join((_beside_error(first), *map(wrapped, others))))
        self.exit_code = error.exit_code  # type: ignore[misc]  # click declares it for the class


class CommandGroup(click.Group):
    """The commands by section, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which an evening needs them."""
        return [name for section in COMMANDS.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module, or return None for a word that is no command."""
        module = next(
            (section[cmd_name] for section in COMMANDS.values() if cmd_name in section), None
        )
        if module is None:
            return None
        from importlib import import_module

        group = import_module(f"rummy_score.cli.{module}")
        command: click.Command = getattr(
            group, {"import": "import_", "settle": "settle_command"}.get(cmd_name, cmd_name)
        )
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command typed; a slip is answered with the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as slip:
            from difflib import get_close_matches  # 1 ms that only a slip should cost

            meant = get_close_matches(slip.command_name, self.list_commands(ctx), n=1)
            raise NoSuchCommand(slip.command_name, None, meant, ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under the headings of their sections."""
        widest = max(map(len, self.list_commands(ctx)))
        for heading, names in COMMANDS.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(heading):
                formatter.write_dl(
                    [
                        (f"{name:<{widest}}", each.get_short_help_str())
                        for name, each in found
                        if each
                    ]
                )

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read what stands before the command; ``--help`` and ``--version`` end here."""
        with _refusals_told():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _refusals_told(ctx):
            return super().invoke(ctx)


@contextmanager
def _refusals_told(ctx: click.Context | None = None) -> Iterator[None]:
    """Turn every refusal into a message and an exit code: the one place where that happens."""
    try:
        yield
    except RummyScoreError as error:
        raise Refusal(error) from None
    except NoArgsIsHelpError:
        raise
    except click.UsageError as slip:
        from rummy_score.names import shown  # click may quote raw whatever was typed

        raise click.UsageError(
            _beside_error(shown(slip.format_message(), 1000)), slip.ctx
        ) from None
    except BrokenPipeError:
        stop_writing(sys.stdout)
        raise Exit(0) from None
    except OSError as error:
        if sys.stdout is not None:
            stop_writing(sys.stdout)
        records = ctx is not None and ctx.invoked_subcommand in (
            *COMMANDS["At the table"],
            *RECORDING,
        )
        stands = " What was recorded stands: see `rummy-score log`." if records else ""
        raise Refusal(
            UnreadableInput(f"the output cannot be written: {error.strerror or error}.{stands}")
        ) from None


def _beside_error(message: str) -> str:
    """Return a message that fits a page beside the word that click writes before it."""
    return wrapped(message, "Error: ").removeprefix("Error: ")


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="Example: rummy-score check 8-10H --variant sequence",
)
@click.option("--ledger", metavar="FILE", help="The ledger file; also after a command.")
@click.version_option(__version__, prog_name="rummy-score", message="%(prog)s %(version)s")
def cli(ledger: str | None) -> None:
    """Keep score at a Rummy table: rule on melds, add up the deals, settle the money."""


def main() -> None:
    """Run the command line as a process of its own."""
    make_streams_safe()
    # In a run of a twentieth of a second the search for garbage took a tenth of the time, most of
    # it at the end, over what click has made. A sheet of thousands of deals is still collected.
    gc.freeze()
    gc.set_threshold(100_000)
    try:
        cli(prog_name="rummy-score")
    except OSError:  # standard error cannot be written to: only the exit code is left
        stop_writing(sys.stderr)
        sys.exit(UnreadableInput.exit_code)
    finally:
        gc.freeze()
