"""Runs the program in a terminal and draws its output as SVG. See Scripts/screenshots.

usage: screenshots.py PROGRAM FOLDER [--check]
"""
import fcntl, html, io, os, pathlib, pty, re, struct, subprocess, sys, tempfile, termios

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

program, folder, check = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), "--check" in sys.argv[3:]
COLUMNS = 110
PICTURES = {
    "open": [["open", "--until", "23:30", "--sample"]],
    "near": [["near", "38.83,-77.307", "--sample"]],
    "show": [["show", "southside", "--sample"]],
    "diff": [["diff", "saturday.json", "sunday.json"]],
}
COLORS = {  # background, foreground, the eight colors and their bright forms, as on GitHub's pages
    "light": ("#ffffff", "#1f2328", "24292f cf222e 116329 4d2d00 0969da 8250df 1b7c83 6e7781 57606a a40e26 1a7f37 633c01 218bff a475f9 3192aa 8c959f"),
    "dark": ("#0d1117", "#e6edf3", "484f58 ff7b72 3fb950 d29922 58a6ff bc8cff 39c5cf b1bac4 6e7681 ffa198 56d364 e3b341 79c0ff d2a8ff 56d4dd ffffff"),
}
BORDERS = {"light": "#d0d7de", "dark": "#30363d"}
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix" xml:space="preserve">
{matrix}
</g>
</g>
</svg>
"""


def rgb(text):
    text = text.lstrip("#")
    return tuple(int(text[index:index + 2], 16) for index in (0, 2, 4))


def terminal(arguments, where):
    """The output of the program on a terminal of this width, as bytes with colors."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 60, COLUMNS, 0, 0))
    environment = {"TERM": "xterm-256color", "HOME": where, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    process = subprocess.Popen([program, *arguments], cwd=where, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
    os.close(theirs)
    output = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # Linux: the other side is closed
            break
        if not chunk:
            break
        output += chunk
    os.close(ours)
    status = process.wait()
    if status > 1:
        sys.exit(f"aggregate {' '.join(arguments)}: exit {status}\n{output.decode()}")
    return output.decode().replace("\r\n", "\n")


def draw(name, commands, where, theme):
    background, foreground, colors = COLORS[theme]
    colors = [rgb(color) for color in colors.split()]
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)
    printed = ""
    for arguments in commands:
        output = Text.from_ansi(terminal(arguments, where))
        printed += "$ aggregate " + " ".join(arguments) + output.plain
        console.print(Text.assemble(("$ ", "dim"), ("aggregate " + " ".join(arguments), "bold")))
        console.print(output, overflow="fold")
    svg = console.export_svg(
        title="", theme=TerminalTheme(rgb(background), rgb(foreground), colors[:8], colors[8:]), code_format=SVG, unique_id=name)
    # Remove unneeded parts: clip paths (no line is clipped), and most digits.
    svg = re.sub(r' clip-path="[^"]*"', "", svg)
    svg = svg.replace("rgba(255,255,255,0.3)", BORDERS[theme])
    svg = re.sub(r'="(\d+\.\d{2,})"', lambda number: f'="{float(number[1]):.1f}"', svg)
    svg = "\n".join(line.strip() for line in svg.splitlines() if line.strip()) + "\n"
    drawn = html.unescape("".join(re.findall(r"<text[^>]*>(.*?)</text>", svg)))
    if "".join(drawn.split()) != "".join(printed.split()):
        sys.exit(f"{name}: the picture does not have the text that the program prints")
    return svg


def guide_commands():
    """The commands in the guide that write the catalogs of the picture of `diff`."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "Docs/run-it.md").read_text(encoding="utf-8")
    block = text[text.index("    cat >changes.json"):text.index("    aggregate diff saturday.json sunday.json")]
    return "\n".join(line.removeprefix("    ") for line in block.splitlines())


folder.mkdir(exist_ok=True)
outdated = []
with tempfile.TemporaryDirectory() as where:
    path = f"{program.parent}:{os.environ['PATH']}"
    subprocess.run(["bash", "-ec", guide_commands()], check=True, cwd=where, env={"HOME": where, "PATH": path}, stderr=subprocess.DEVNULL)
    for name, commands in PICTURES.items():
        for theme in COLORS:
            picture = draw(name, commands, where, theme)
            file = folder / f"{name}-{theme}.svg"
            if not file.exists() or file.read_text() != picture:
                outdated.append(file.name)
                if not check:
                    file.write_text(picture)
if check and outdated:
    sys.exit(f"Docs/pictures: {', '.join(outdated)} differ from what the program prints now; run Scripts/screenshots")
print(f"{len(PICTURES) * len(COLORS)} pictures, {len(outdated)} {'out of date' if check else 'changed'}")
