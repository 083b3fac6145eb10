/// Distances for people.
package enum DistanceText {
  /// Returns a distance as text: "85 m", "1.2 km", or "14 km" from 10 km on.
  package static func of(_ metres: Double) -> String {
    if metres < 999.5 { return "\(Int(metres.rounded())) m" }
    let tenths = Int((metres / 100).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) km" : "\(Int((metres / 1000).rounded())) km"
  }
}
