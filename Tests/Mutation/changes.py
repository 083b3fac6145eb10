"""The changes of a source file that mutate.py tries, and the code that switches each of them on when the program runs.

A program is compiled once with many changes, which have numbers. `a < b` with the change number 17 to `<=` is written with an operator of
its own, which is declared as `mutant(17) ? a <= b : a < b`. The types of its operands choose between its overloads as they do for `<`; a
place where they cannot does not compile, and is left out. The operands stay those of the operator that is changed: `a && b && c` becomes
`(a || b) && c`.
"""
import re
from dataclasses import dataclass

SWITCH = """import Glibc

/// The number of the change that is switched on.
private let chosen = getenv("MUTANT").flatMap { Int(String(cString: $0)) }

func mutant(_ number: Int) -> Bool { chosen == number }
"""
COMPARISON = "func OP <T: Comparable>(a: T, b: T) -> Bool { mutant(N) ? a NEW b : a OLD b }"
EQUALITY = """func OP <T: Equatable>(a: T, b: T) -> Bool { mutant(N) ? a NEW b : a OLD b }
func OP <T>(a: T?, b: _OptionalNilComparisonType) -> Bool { mutant(N) ? a NEW b : a OLD b }"""
LOGIC = "func OP (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool { mutant(N) ? try a NEW b() : try a OLD b() }"
SUM = "func OP <T: AdditiveArithmetic>(a: T, b: T) -> T { mutant(N) ? a NEW b : a OLD b }"
PRODUCT = "func OP <T: Numeric>(a: T, b: T) -> T { mutant(N) ? a NEW b : a OLD b }"
WRAPPING = "func OP <T: FixedWidthInteger>(a: T, b: T) -> T { mutant(N) ? a NEW b : a OLD b }"
ADDING = "func OP <T: AdditiveArithmetic>(a: inout T, b: T) { if mutant(N) { a NEW b } else { a OLD b } }"
RANGE = "func OP (a: Int, b: Int) -> Range<Int> { mutant(N) ? a..<(b + 1) : a..<b }"
OPERATORS = {
    "<": ("<=", "Comparison", COMPARISON), "<=": ("<", "Comparison", COMPARISON),
    ">": (">=", "Comparison", COMPARISON), ">=": (">", "Comparison", COMPARISON),
    "==": ("!=", "Comparison", EQUALITY), "!=": ("==", "Comparison", EQUALITY),
    "&&": ("||", "LogicalConjunction", LOGIC), "||": ("&&", "LogicalDisjunction", LOGIC),
    "+": ("-", "Addition", SUM), "-": ("+", "Addition", SUM), "*": ("+", "Multiplication", PRODUCT),
    "&+": ("&-", "Addition", WRAPPING), "&-": ("&+", "Addition", WRAPPING),
    "+=": ("-=", "Assignment", ADDING), "-=": ("+=", "Assignment", ADDING),
}
OPERATOR = re.compile(r"(?<= )(" + "|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True))) + r")(?= )")
HALF_OPEN = re.compile(r"(?<=[\w)])\.\.<(?=[\w(])")
NUMBER = re.compile(r"(?<![\w.$#\"])(\d{1,6})(?![\w\"]|\.\w)")
CONDITION = re.compile(r"\b(?:if|guard) (?!let |var |case |#)([^{,]+?)(?= \{| else \{)")
END = re.compile(r"\.(first|last)\b")
EXTREME = re.compile(r"\b(min|max)\(")
OTHER = {"first": "last", "last": "first", "min": "max", "max": "min", "true": "false", "false": "true"}
ENDS = """extension BidirectionalCollection {
  var OLDN: Element? { mutant(N) ? NEW : OLD }
  func OLDN(where fits: (Element) throws -> Bool) rethrows -> Element? { mutant(N) ? try NEW(where: fits) : try OLD(where: fits) }
}"""
EXTREMES = """func OLDN<T: Comparable>(_ a: T, _ b: T) -> T { mutant(N) ? NEW(a, b) : OLD(a, b) }
extension Sequence {
  func OLDN() -> Element? where Element: Comparable { mutant(N) ? self.NEW() : self.OLD() }
  func OLDN(by less: (Element, Element) throws -> Bool) rethrows -> Element? { mutant(N) ? try self.NEW(by: less) : try self.OLD(by: less) }
}"""


@dataclass
class Change:
    """One change of a line: the lines before and after, and code for both, in which N is the number of the change."""

    file: str
    line: int
    old: str
    new: str
    code: str
    declaration: str = ""


def operator(number):
    """The end of the name of an operator: two characters that Swift allows in operators."""
    return chr(0x2500 + number // 128) + chr(0x2500 + number % 128)


def numbered(text, number):
    return text.replace("\N{BULLET}OP", operator(number)).replace("\N{BULLET}N", str(number))


def declaration(template, old, new, name):
    """Fills in a template. Its words OLD, NEW, N and OP are not parts of other words, but for OLDN."""
    values = {"OP": name, "OLDN": f"{old}\N{BULLET}N", "OLD": old, "NEW": new, "N": "\N{BULLET}N"}
    return re.sub(r"\b(OP|OLDN|OLD|NEW|N)\b", lambda match: values[match[1]], template)


def changes(name, text):
    """All changes of one file."""
    in_text = False
    for number, line in enumerate(text.split("\n"), 1):
        # Texts of several lines have no code.
        quotes, inside = line.count('"""'), in_text
        in_text = in_text != (quotes % 2 == 1)
        code = line.split("//")[0]
        if inside or quotes or re.match(r"\s*(import|package import|public import|@|case [^:]*$|enum|struct|extension|protocol)\b", code):
            continue
        hidden = [match.span() for match in re.finditer(r'"(?:[^"\\]|\\.)*"', code)]

        def found(pattern):
            return [each for each in re.finditer(pattern, code) if not any(begin <= each.start() < end for begin, end in hidden)]

        def change(span, new, code, declared=""):
            start, end = span
            return Change(name, number, line.strip(), (line[:start] + new + line[end:]).strip(), line[:start] + code + line[end:], declared)

        for match in found(OPERATOR):
            old = match[0]
            new, group, template = OPERATORS[old]
            # An order of different values is the same with `<=`.
            if "$1" in code and old in "<>":
                new = "<>".replace(old, "")
            own = f"{old}\N{BULLET}OP"
            yield change(match.span(), new, own, f"infix operator {own}: {group}Precedence\n" + declaration(template, old, new, own))
        for match in found(HALF_OPEN):
            own = "..<\N{BULLET}OP"
            yield change(match.span(), "...", own, f"infix operator {own}: RangeFormationPrecedence\n" + declaration(RANGE, "", "", own))
        for match in found(NUMBER):
            new = str(int(match[1]) + 1)
            yield change(match.span(), new, f"(mutant(\N{BULLET}N) ? {new} : {match[1]})")
        for match in found(r"\b(true|false)\b"):
            yield change(match.span(), OTHER[match[1]], f"(mutant(\N{BULLET}N) ? {OTHER[match[1]]} : {match[1]})")
        for match in found(CONDITION):
            yield change(match.span(1), f"!({match[1]})", f"({match[1]}) != mutant(\N{BULLET}N)")
        for match in found(END):
            old, new = match[1], OTHER[match[1]]
            yield change(match.span(1), new, f"{old}\N{BULLET}N", declaration(ENDS, old, new, ""))
        for match in found(EXTREME):
            old, new = match[1], OTHER[match[1]]
            yield change(match.span(1), new, f"{old}\N{BULLET}N", declaration(EXTREMES, old, new, ""))
