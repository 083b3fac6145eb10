package import OpeningHours

/// The frame of all HTML documents: the pages of the server and the exported page.
package enum PageDocument {
  /// The style sheet.
  package static let style = EmbeddedFiles.texts["Page/page.css"] ?? ""

  /// Returns the head of a document and the start of its body. The content needs an element with the id "main".
  ///
  /// - Parameter head: more elements of the head.
  package static func start(_ title: String, _ language: Language, head: HTML) -> HTML {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    \(head)
    </head>
    <body>
    <a class="skip" href="#main">\(language.words.text("skip"))</a>

    """
  }

  package static let end: HTML = "</body>\n</html>\n"
}
