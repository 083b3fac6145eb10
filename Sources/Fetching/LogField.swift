/// A named value in a log record: text or a number, without secrets.
public struct LogField: Sendable, Hashable {
  public enum Value: Sendable, Hashable, CustomStringConvertible {
    case text(String)
    case number(Int)

    public var description: String {
      switch self {
      case .text(let text): text
      case .number(let number): "\(number)"
      }
    }
  }

  public let name: String
  public let value: Value

  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  public init(_ name: String, _ text: String) { self.init(name, .text(text)) }

  public init(_ name: String, _ number: Int) { self.init(name, .number(number)) }
}
