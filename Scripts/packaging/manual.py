"""Writes the manual page: the template, with the commands from the program's own help.

usage: manual.py PROGRAM TEMPLATE DATE >aggregate.1
"""
import json, re, subprocess, sys, textwrap

program, template, date = sys.argv[1:]


def run(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def text(words):
    """Escapes text for roff, so that nothing in it is a request, a macro or an escape."""
    words = words.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    words = "".join(letter if ord(letter) < 128 else f"\\[u{ord(letter):04X}]" for letter in words)
    return re.sub(r"^([.'])", r"\\&\1", words, flags=re.MULTILINE)


def argument(words):
    """Escapes text as an argument of a macro."""
    return '"' + text(words).replace('"', '""') + '"'


def sentences(words):
    """Each sentence on its own line, so that roff sets the space between them."""
    wrap = textwrap.TextWrapper(78, break_long_words=False, break_on_hyphens=False)
    lines = [line for sentence in re.sub(r"(?<=[.:;]) (?=[A-Z])", "\n", words).splitlines() for line in wrap.wrap(sentence)]
    return [text(line) for line in lines]


def names(item):
    if item["kind"] == "positional":
        return f".It Ar {argument(item['valueName'])}" + (" ..." if item["isRepeating"] else "")
    short = [name for name in item["names"] if name["kind"] != "long"]
    long = [name for name in item["names"] if name["kind"] == "long"]
    flags = [("-" if name["kind"] != "long" else "--") + name["name"] for name in short + long]
    value = f" Ar {argument(item['valueName'])}" if item["kind"] == "option" else ""
    return ".It " + " , ".join(f"Fl {argument(flag[1:])}" for flag in flags) + value


def examples(path):
    """The lines after USAGE in the help of a command."""
    help = run(*path, "--help")
    usage = re.search(r"^USAGE: (.*?)(?=\n\n|\Z)", help, re.DOTALL | re.MULTILINE)
    return [line.strip() for line in usage[1].splitlines()] if usage else []


def commands(command, path):
    """The sections of a command and of those below it."""
    shown = [item for item in command.get("arguments", []) if item["shouldDisplay"]]
    shown = [item for item in shown if item.get("valueName") not in ("help", "version")]
    children = [child for child in command.get("subcommands", []) if child["shouldDisplay"] and child["commandName"] != "help"]
    if path:
        yield f".Ss {text(' '.join(path))}"
        yield from sentences(command.get("abstract", ""))
        if not children:
            yield from [".Bd -literal -offset indent", *(text(line) for line in examples(path)), ".Ed"]
        for paragraph in command.get("discussion", "").split("\n\n"):
            if paragraph.startswith("  "):
                yield from [".Bd -literal -offset indent", *(text(line.strip()) for line in paragraph.splitlines()), ".Ed"]
            elif paragraph:
                yield ".Pp"
                yield from sentences(paragraph.replace("\n", " "))
        if children and command.get("defaultSubcommand"):
            yield ".Pp"
            yield f"Without a subcommand, it does what {text(' '.join([*path, command['defaultSubcommand']]))} does."
        if shown:
            yield ".Bl -tag -width Ds"
            for item in shown:
                yield names(item)
                yield from sentences(item.get("abstract", "")) or ["\\&"]
                values = item.get("allValues")
                if values and not all(value in item.get("abstract", "") for value in values):
                    yield text("Values: " + ", ".join(values) + ".")
                if item.get("defaultValue"):
                    yield text(f"The default is {item['defaultValue']}.")
            yield ".El"
    for child in children:
        yield from commands(child, [*path, child["commandName"]])


root = json.loads(run("--experimental-dump-help"))["command"]
page = open(template, encoding="utf-8").read()
page = page.replace("@DATE@", date)
before, after = page.split("@COMMANDS@\n")
sys.stdout.write(before + "\n".join(commands(root, [])) + "\n" + after)
