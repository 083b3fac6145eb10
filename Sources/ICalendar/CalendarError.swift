/// An error in a calendar file, or in one of its components.
package struct CalendarError: Error, Sendable, Hashable {
  package enum Code: Sendable {
    /// The text is not a calendar, is cut off, or a component is not closed.
    case syntax
    /// A property is missing.
    case missing
    /// A property has a value that cannot be read.
    case value
    /// A time or a rule cannot be read.
    case time
    /// There are too many occurrences.
    case limit
  }

  package let code: Code
  /// The property at fault; nil for a whole component or file.
  package let property: PropertyName?
  /// The problem, without a period.
  package let message: String
  /// The line of the file, from 1; nil within a component.
  package let line: Int?

  init(_ code: Code, _ property: PropertyName? = nil, _ message: String, line: Int? = nil) {
    self.code = code
    self.property = property
    self.message = message
    self.line = line
  }
}
