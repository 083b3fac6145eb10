#!/usr/bin/env python3
"""Decides for each text whether it is JSON by RFC 8259 and by the stricter rules of this program.

stdin: one text per line, its bytes in hexadecimal; stdout: "1" (accept) or "0" (refuse) for each.
Refused in addition to what `json` refuses: bad UTF-8, more than one byte order mark, NaN and Infinity, duplicate keys, lone
surrogates, integers beyond 64 bits, numbers beyond a finite double, nesting deeper than 64.
"""
import json, math, sys


def integer(text):
    value = int(text)
    if not -(2**63) <= value < 2**64:
        raise ValueError("beyond 64 bits")
    return value


def real(text):
    value = float(text)
    if math.isinf(value):
        raise ValueError("not finite")
    return value


def constant(text):
    raise ValueError(text)


def unique(pairs):
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("duplicate key")
    return Pairs(pairs)


class Pairs(list):
    """The members of an object."""


def check(value, depth=0):
    if isinstance(value, list):
        if depth == 64:
            raise ValueError("too deep")
        for item in value:
            for part in item if isinstance(value, Pairs) else (item,):
                check(part, depth + 1)
    elif isinstance(value, str):
        value.encode("utf-8")


def accepts(data):
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
        if text.startswith("\ufeff"):
            return False
        check(json.loads(text, parse_int=integer, parse_float=real, parse_constant=constant, object_pairs_hook=unique))
        return True
    except (ValueError, RecursionError):
        return False


for line in sys.stdin.read().splitlines():
    print(1 if accepts(bytes.fromhex(line)) else 0)
