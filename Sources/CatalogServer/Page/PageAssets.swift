import Basics
import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours
import SimdJSON

/// The style, the scripts and the icons of the page. Their names have the hash of their content, so that browsers may keep them forever.
enum PageAssets {
  static let style = asset("page", "css", "text/css; charset=utf-8", Array(PageDocument.style.utf8))
  static let script = scriptAsset("page")
  /// Returns the words of scripts in a language.
  static func words(_ language: Language) -> Asset { wordAssets[language, default: wordsAsset(language)] }
  private static let wordAssets = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, wordsAsset($0)) })
  /// What words of a search also mean, for the script while there is no connection.
  static let synonyms = asset("synonyms", "txt", "text/plain; charset=utf-8", Array(SearchMeaning.synonyms.utf8))
  static let directions = scriptAsset("directions")
  static let map = scriptAsset("map")
  /// The script that opens the campus that was chosen before.
  static let start = scriptAsset("start")
  /// The script that adds the clock and the units that were chosen before to the address.
  static let display = scriptAsset("display")
  static let mapStyle = asset("map", "css", "text/css; charset=utf-8")
  static let views = scriptAsset("views")
  static let placeStyle = asset("place", "css", "text/css; charset=utf-8")
  static let placeScript = scriptAsset("place")
  static let kioskStyle = asset("kiosk", "css", "text/css; charset=utf-8")
  static let kioskScript = scriptAsset("kiosk")
  static let embedStyle = asset("embed", "css", "text/css; charset=utf-8")
  static let menuStyle = asset("menu", "css", "text/css; charset=utf-8")
  static let weekStyle = asset("week", "css", "text/css; charset=utf-8")
  static let icon = asset("icon", "svg", "image/svg+xml")
  /// Pictures of the icon, for systems that cannot draw it.
  static let smallIcon = asset("icon-192", "png", "image/png")
  static let largeIcon = asset("icon-512", "png", "image/png")
  /// The picture that other sites show with a link to a page.
  static let preview = asset("preview", "png", "image/png")

  /// One file.
  struct Asset: Sendable {
    /// The address on this site.
    let path: String
    fileprivate let content: Representation
  }

  private static let byPath = Dictionary(
    uniqueKeysWithValues: [
      style, script, synonyms, directions, map, mapStyle, views, start, display, placeStyle, placeScript, kioskStyle, kioskScript,
      embedStyle, weekStyle, menuStyle, icon, smallIcon, largeIcon, preview,
    ].map { ($0.path, $0.content) } + wordAssets.values.map { ($0.path, $0.content) })

  private static func asset(_ name: String, _ type: String, _ mediaType: String) -> Asset {
    asset(name, type, mediaType, EmbeddedFiles.bytes(of: "Assets/\(name).\(type)"))
  }

  static func asset(_ name: String, _ type: String, _ mediaType: String, _ bytes: [UInt8]) -> Asset {
    let hash = SHA256.hash(bytes).hexadecimal.prefix(12)
    return Asset(path: "/assets/\(name).\(hash).\(type)", content: Representation(bytes, mediaType))
  }

  private static func scriptAsset(_ name: String) -> Asset {
    asset(name, "js", "text/javascript; charset=utf-8", Array(text(of: name).utf8))
  }

  /// The scripts of pages that have words.
  private static let wordy = ["page", "map", "views", "place", "kiosk"]

  private static func wordsAsset(_ language: Language) -> Asset {
    let text = "window.words = \(words(language, of: wordy));\n"
    return asset("words.\(language.rawValue)", "js", "text/javascript; charset=utf-8", Array(text.utf8))
  }

  /// Returns the texts of the table of words that scripts name, as JSON.
  private static func words(_ language: Language, of scripts: [String]) -> String {
    let quoted = Set(scripts.flatMap { (EmbeddedFiles.texts["Assets/\($0).js"] ?? "").split(separator: "\"") })
    var words = JSONWriter()
    words.beginObject()
    for (key, word) in language.words.texts.sorted(by: { $0.key < $1.key }) where quoted.contains(key.prefix { $0 != "." }) {
      words.key(key)
      words.string(word)
    }
    words.endObject()
    return words.text
  }

  /// Returns the text of a script with the names of the modules that it imports.
  private static func text(of script: String) -> String {
    let text = EmbeddedFiles.texts["Assets/\(script).js"] ?? ""
    // The names of files are not there for the files themselves.
    guard text.contains("/* ") else { return text }
    return text.replacing("/* languages */", with: Language.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
      .replacing("/* directions.js */", with: directions.path.replacing("/assets/", with: "./"))
      .replacing("/* synonyms.txt */", with: synonyms.path.replacing("/assets/", with: "./"))
  }

  /// The service worker, with the words of all languages: its pages have no others.
  private static let workerText = text(of: "sw").replacing(
    "/* words */", with: "{" + Language.allCases.map { "\"\($0.rawValue)\": \(words($0, of: ["sw"]))" }.joined(separator: ", ") + "}")

  /// The address of the script with which pages of other sites show whether places are open. It stays the same.
  static let widgetPath = "/widget.js"

  /// The script, with its words in all languages, but without comments and indentation: other sites load it.
  private static let widget: Representation = {
    let words = Language.allCases.map { language in
      "\(language.rawValue): [\"\(language.words.text("unknown-place"))\", \"\(language.words.text("not-available"))\"]"
    }
    let lines = text(of: "widget").replacing("/* words */", with: words.joined(separator: ", ")).split(separator: "\n").map(\.trimmed)
    return Representation(lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n").utf8, "text/javascript; charset=utf-8")
  }()

  /// Returns the service worker, with the names of the files that it stores, the moment of the site if it is fixed, and its clock.
  private static func worker(_ question: SiteQuestion) -> Representation {
    let settings = question.site.settings
    let files =
      [style, script, synonyms, start, display, directions, map, mapStyle, views, placeStyle, placeScript, weekStyle, menuStyle, icon]
      + wordAssets.values.sorted { $0.path < $1.path } + [settings.accentStyle, settings.logo?.asset].compactMap(\.self)
    let list = files.map { "\"\(settings.basePath)\($0.path)\"" }.joined(separator: ", ")
    let moment = question.site.settings.isFixed ? "\(question.now.secondsSinceEpoch)" : "null"
    let clock = question.snapshot.chosenStyle.clock?.rawValue ?? ""
    let text = workerText.replacing("/* files */", with: list).replacing("/* moment */", with: moment)
      .replacing("/* base */", with: settings.basePath).replacing("/* clock */", with: clock)
    return Representation(text.utf8, "text/javascript; charset=utf-8")
  }

  /// Returns the description of the site as an application, which starts at an address: that of a campus, or "/".
  ///
  /// - Parameter shortName: the name where there is little room.
  private static func manifest(_ settings: SiteSettings, _ start: String, name: String, shortName: String) -> Representation {
    let base = settings.basePath
    var text = EmbeddedFiles.texts["Assets/manifest.webmanifest"] ?? ""
    let values = [
      "icon": base + icon.path, "icon-192": base + smallIcon.path, "icon-512": base + largeIcon.path, "start": base + start,
      "scope": base + "/", "name": name,
      "description": Words.text("about"), "short-name": shortName, "color": settings.accent?.text ?? AccentColor.usual,
    ]
    for (key, value) in values {
      var writer = JSONWriter()
      writer.string(value)
      text = text.replacing("\"{\(key)}\"", with: writer.text)
    }
    return Representation(text.utf8, "application/manifest+json")
  }

  private static func manifestDocument(_ question: SiteQuestion) -> Representation? {
    let settings = question.site.settings
    let shortTitle = settings.chosenTitle ?? Words.text("short-name")
    guard question.target.path.count == 2 else { return manifest(settings, "/", name: settings.title, shortName: shortTitle) }
    let path = "/" + question.target.path[0]
    if path == PlacesPage.path(nil) { return manifest(settings, path, name: settings.title, shortName: shortTitle) }
    let campus = question.snapshot.catalog.campuses.first { $0.id == PlacesPage.campus(question) }
    return campus.map { manifest(settings, path, name: $0.name, shortName: $0.name) }
  }

  /// Returns the description of the site or of a campus as an application; nil for a campus that is not in the catalog.
  static func manifest(_ question: SiteQuestion) -> Answer? { manifestDocument(question).map { Answer($0, .seconds(3_600)) } }

  /// Returns a file; nil for other addresses.
  static func answer(_ question: SiteQuestion) -> Answer? {
    let path = question.target.path
    switch path {
    case ["sw.js"]: return Answer(worker(question), .revalidated)
    case ["widget.js"]: return Answer(widget, .seconds(3_600))
    case ["favicon.ico"]: return Answer(icon.content, .seconds(86_400))
    default: break
    }
    if path.count > 2, path.starts(with: ["assets", "leaflet"]) {
      return question.site.settings.mapLibrary?.file(path.dropFirst(2).joined(separator: "/")).map { Answer($0, .seconds(86_400)) }
    }
    let whole = "/" + path.joined(separator: "/")
    let settings = question.site.settings
    let own = [settings.accentStyle, settings.logo?.asset].compactMap(\.self).first { $0.path == whole }
    return (own?.content ?? byPath[whole]).map { Answer($0, .forever) }
  }
}

/// The files of Leaflet, which draws the map.
public struct MapLibrary: Sendable {
  private let files: [String: Representation]

  /// The files that the page needs, by their paths in the folder of the library.
  public static let names = ["leaflet.min.js", "leaflet.css"]

  /// - Parameter read: returns the bytes of a file; nil if it does not exist.
  /// - Returns: nil if one of the files is missing.
  public init?(read: (String) -> [UInt8]?) {
    var files: [String: Representation] = [:]
    for name in Self.names {
      guard let bytes = read(name) else { return nil }
      files[name] = Representation(bytes, name.hasSuffix("css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8")
    }
    self.files = files
  }

  func file(_ name: String) -> Representation? { files[name] }
}
