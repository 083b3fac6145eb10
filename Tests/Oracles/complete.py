#!/usr/bin/env python3
"""Presses the tab key in an interactive shell, and prints what the shell shows.

usage: complete.py SHELL SCRIPT LINE...

SHELL is bash or zsh, SCRIPT its completion script. Each LINE is typed and the tab key pressed twice, so that the shell completes a single
candidate, or lists several. Prints a JSON array with the text that appeared after each line.
"""
import json, os, pty, re, select, sys, time

# Control-G prints "settled": the shell handles keys in order, so it has then handled the tabs.
SETUP = {
    "bash": "PS1='ready> '; bind 'set bell-style none'; bind 'set page-completions off'; bind 'set completion-query-items 1000'; "
    "bind -x '\"\\C-g\": printf settled'",
    "zsh": "PROMPT='ready> '; setopt nobeep; unsetopt prompt_sp automenu; LISTMAX=1000; autoload -Uz compinit; compinit -u -D; "
    "settle() { printf settled }; zle -N settle; bindkey '^G' settle",
}
ARGUMENTS = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}

shell, script, *lines = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="dumb" if shell == "bash" else "xterm", HISTFILE="/dev/null")
    os.execvp(shell, ARGUMENTS[shell])


def read(end, quiet=None, limit=60.0):
    """Reads until the output ends with a text, or until there has been none for some seconds."""
    raw, text, deadline = "", "", time.monotonic() + limit
    while time.monotonic() < deadline and not (end and end in text):
        if select.select([terminal], [], [], quiet or 0.2)[0]:
            raw += os.read(terminal, 65536).decode(errors="replace")
            text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", raw)
        elif quiet:
            break
    return text


def send(text):
    os.write(terminal, text.encode())


send(f"stty cols 200 rows 200; {SETUP[shell]}; source '{script}'; echo started''now\n")
read("startednow\nready> ")
shown = []
for line in lines:
    # Zsh shows no list while keys wait, so the question whether it has handled the tabs comes after a while.
    send(line + "\t\t")
    text = read(None, quiet=0.5)
    send("\x07")
    shown.append((text + read("settled") + read(None, quiet=0.5)).replace("settled", ""))
    # Clear the line, and wait for the next prompt.
    send("\x15\x0b\necho next''line\n")
    read("nextline\nready> ")
print(json.dumps(shown))
os.close(terminal)
