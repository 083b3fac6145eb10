"""The errors of this package."""


class ClusterError(Exception):
    """A failure that its message explains, with the exit code of the command."""

    exit_code = 5
