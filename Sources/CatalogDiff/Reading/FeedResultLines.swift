import SimdJSON

/// The result of one feed as the lines of a catalog, which has no reports of feeds.
final class FeedResultLines: CatalogLines {
  private(set) var edition: CatalogComparison.Edition
  // Owned: filled once in `init`, freed with this object. The lines that `next` returns point into it.
  private let buffer: UnsafeMutableRawBufferPointer
  private var lines: EntryLineSequence

  init(_ result: EntryLines, at moment: Instant, campus: Campus?) {
    buffer = .allocate(byteCount: max(1, result.bytes.count), alignment: 16)
    buffer.copyBytes(from: result.bytes)
    lines = EntryLineSequence(UnsafeRawBufferPointer(rebasing: buffer[..<result.bytes.count]))
    edition = CatalogComparison.Edition(name: "the result of \(moment)", generatedAt: moment.description)
    if let campus {
      var writer = JSONWriter()
      campus.write(to: &writer)
      edition.campuses = [writer.bytes]
    }
  }

  deinit { buffer.deallocate() }

  func next() -> EntryLine? {
    guard let line = lines.next() else { return nil }
    edition.count += 1
    return line
  }
}
