public import SimdJSON

/// An error that describes why a catalog could not be read.
public enum CatalogError: Error, Sendable, Hashable {
  /// The text is not valid JSON.
  case json(JSONError)
  /// A value is not what a catalog has at that position.
  case shape(JSONFieldError)
}
