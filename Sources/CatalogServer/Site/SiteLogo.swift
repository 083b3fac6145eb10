/// The picture beside the title of a site.
public struct SiteLogo: Sendable {
  /// The maximum size: pages should stay light.
  public static let largest = 128 << 10

  let asset: PageAssets.Asset

  /// - Returns: nil for bytes that are too many, or not a PNG, SVG, WebP or JPEG picture.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.largest, let (type, mediaType) = Self.type(of: bytes) else { return nil }
    asset = PageAssets.asset("logo", type, mediaType, bytes)
  }

  private static func type(of bytes: [UInt8]) -> (String, String)? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return ("png", "image/png") }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return ("jpg", "image/jpeg") }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return ("webp", "image/webp") }
    let start = String(decoding: bytes.prefix(1_024), as: UTF8.self)
    return start.contains("<svg") ? ("svg", "image/svg+xml") : nil
  }
}
