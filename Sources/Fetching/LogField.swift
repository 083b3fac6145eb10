/// One fact that a log tells by its name, of an event or of a failure. Nothing in it is secret.
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

  public init(_ name: String, _ text: String) {
    self.name = name
    value = .text(text)
  }

  public init(_ name: String, _ number: Int) {
    self.name = name
    value = .number(number)
  }
}
