import CatalogExport
import Glibc

extension Terminal {
  /// Returns the properties of stdout. The width is that of the terminal, else `COLUMNS`, else 80; without a terminal, only `COLUMNS`
  /// counts. Colours are used on terminals if `NO_COLOR` is not set.
  static func current(_ environment: [String: String]) -> Terminal {
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    guard isatty(STDOUT_FILENO) == 1 else { return Terminal(width: columns, hasColour: false) }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let isDumb = environment["TERM"] == "dumb"
    return Terminal(
      width: isKnown ? Int(size.ws_col) : columns ?? 80, hasColour: !isDumb && (environment["NO_COLOR"] ?? "").isEmpty)
  }

  /// Returns the size of the terminal at stderr; 24 by 80 if unknown.
  static func sizeOfStandardError() -> (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }
}
