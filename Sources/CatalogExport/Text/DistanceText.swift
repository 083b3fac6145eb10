/// Distances for people.
package enum DistanceText {
  /// Returns a distance as text: "85 m", "1.2 km", or "14 km" from 10 km on.
  package static func of(_ meters: Double) -> String {
    if meters < 999.5 { return "\(Int(meters.rounded())) m" }
    let tenths = Int((meters / 100).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) km" : "\(Int((meters / 1000).rounded())) km"
  }
}
