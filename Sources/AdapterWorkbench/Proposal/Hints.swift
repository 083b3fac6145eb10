/// Words in the key of a member that hint at the meaning of its value.
///
/// Keys are hints, and values decide: a hint counts only for values of a form that it can have.
struct KeyHint: Sendable {
  private let contains: [String]
  private let equals: [String]
  private let prefixes: [String]
  private let suffixes: [String]
  private let endings: [String]
  /// How much the hint counts where several compete.
  let weight: Int

  /// - Parameters:
  ///   - contains: words that the key contains, like all others in lower case.
  ///   - equals: whole keys.
  ///   - endings: ends of the key as the feed writes it.
  init(
    _ contains: [String] = [], equals: [String] = [], prefixes: [String] = [], suffixes: [String] = [], endings: [String] = [],
    weight: Int = 0
  ) {
    (self.contains, self.equals, self.prefixes, self.suffixes) = (contains, equals, prefixes, suffixes)
    (self.endings, self.weight) = (endings, weight)
  }

  /// Returns whether a key has one of the words.
  func matches(_ key: String) -> Bool {
    let key = XMLShape.name(key)
    let lower = key.lowercased()
    return contains.contains(where: lower.contains) || equals.contains(lower) || prefixes.contains(where: lower.hasPrefix)
      || suffixes.contains(where: lower.hasSuffix) || endings.contains(where: key.hasSuffix)
  }
}

// MARK: - Keys

extension KeyHint {
  // The list of records: the weights add up, and the list with the highest sum is read.
  static let recordName = KeyHint(["name", "title"], weight: 8)
  static let recordID = KeyHint(equals: ["id", "_id", "slug", "uuid", "key"], weight: 2)
  static let recordLatitude = KeyHint(["lat"], weight: 6)
  static let recordLocation = KeyHint(["address", "building", "location", "phone"], weight: 4)
  static let recordHours = KeyHint(["hour", "open", "schedule", "days", "times"], weight: 6)
  /// The name of a group of records.
  static let groupName = KeyHint(["name", "title", "label", "area", "campus", "region", "zone", "category", "type"])
  /// Records without any of these are not about places.
  static let place = KeyHint([
    "name", "title", "label", "place", "venue", "location", "building", "address", "lat", "lon", "geo", "phone", "nom",
  ])

  // Content that is not places: the weights of the keys around the records, and of their members, add up.
  static let eventsAround = [KeyHint(["event", "happening"], weight: 2), KeyHint(["calendar", "activit"], weight: 1)]
  static let eventMembers = [
    KeyHint(["event"], weight: 2), KeyHint(["organi", "sponsor", "speaker"], weight: 1), KeyHint(["rsvp", "ticket", "attend"], weight: 1),
    KeyHint(["repeat", "recur", "instance", "occurrence"], weight: 1), KeyHint(["allday", "all_day", "registration"], weight: 1),
  ]
  /// Lists of the events of a place.
  static let ownEvents = KeyHint(suffixes: ["events"])
  static let dishesAround = [
    KeyHint(
      ["dish", "meal", "recipe", "entree", "menu_item", "menuitem"], equals: ["plats"],
      suffixes: ["gericht", "gerichte", "speise", "speisen"], weight: 2),
    KeyHint(["menu", "course", "food"], weight: 1),
    KeyHint(["breakfast", "lunch", "dinner", "dessert", "drink", "snack"], weight: 1), KeyHint(["item", "station", "period"], weight: 1),
  ]
  static let dishMembers = [
    KeyHint(["recipe", "entree", "dish"], weight: 1), KeyHint(["allergen", "ingredient"], weight: 1),
    KeyHint(["nutri", "kcal", "calori"], weight: 2), KeyHint(["vegan", "vegetarian", "veggie"], weight: 1),
    KeyHint(["portion", "serving"], weight: 1), KeyHint(["station"], weight: 1), KeyHint(equals: ["items"], weight: 1),
    KeyHint(equals: ["prices", "preise"], weight: 1),
  ]
  /// Names of elements that are records, even if there is only one.
  static let recordElement = KeyHint(equals: [
    "day", "tag", "jour", "giorno", "dia", "menu", "meal", "dish", "item", "gericht", "essen", "speise", "plat", "piatto", "plato", "event",
    "entry",
  ])
  /// Names of the attribute of a price that says who pays it.
  static let roleOfPrice = KeyHint(equals: ["role", "type", "group", "for", "class", "audience", "name"])
  static let dishLabels = KeyHint(
    ["label", "icon", "diet", "allergen", "badge", "properties", "mark", "zusatz", "kennz", "additive"],
    equals: ["tags", "tag", "codes", "contains", "ingredients", "regime", "régime"])
  /// Labels that a dish does not have, or may have.
  static let otherLabels = KeyHint(
    [
      "contain", "enthal", "contenir", "contien", "puede", "può", "trace", "spuren", "tracce", "trazas", "freefrom", "free_from",
      "free-from",
      "freeof", "free_of",
      "frei_von",
      "freivon", "ohne", "sans_", "senza", "without",
    ], equals: ["frei", "free", "sans", "sin"])
  /// What kind of statement a label is.
  static let kindOfLabel = KeyHint(["type", "kind", "status", "state", "level", "relation", "presence", "contain"])
  static let noLabel = KeyHint(["download", "file"])
  static let ingredients = KeyHint(["ingredient"])
  static let allergens = KeyHint(["allergen"], equals: ["contains"])
  /// Lists of remarks, which are labels if a dish has no others.
  static let noteLabels = KeyHint(equals: ["notes"])
  static let dishName = KeyHint(
    ["dish", "gericht", "speise"], equals: ["plat", "piatto", "plato", "item", "food", "meal", "what", "libelle"])
  static let dishNotes = KeyHint(["descr", "subtitle", "component", "side", "beilage"], equals: ["desc", "notes", "note", "with"])
  static let dishSection = KeyHint(
    ["section", "categor", "kategorie", "counter", "theke", "ausgabe", "linie", "course"],
    equals: ["type", "kind", "line", "group", "station", "station_name", "stationname", "dish_type", "dishtype"])
  /// Keys around the counters of a canteen.
  static let countersAround = KeyHint([
    "counter", "station", "section", "theke", "ausgabe", "categor", "period", "daypart", "meal", "course",
  ])
  /// Keys around the name of a meal.
  static let mealAround = KeyHint(["period", "meal", "service", "daypart"])
  static let dishTexts = KeyHint(["dish", "meal", "menu", "vegetable", "soup", "dessert", "side", "gericht", "speise", "lunch", "dinner"])
  /// Lists of the keys of dishes.
  static let dishKeys = KeyHint(["dish", "meal", "recipe"], equals: ["items", "ids", "products", "menu_items"])
  static let dishDetails = KeyHint([
    "allergen", "ingredient", "nutri", "kcal", "calori", "vegan", "vegetarian", "veggie", "portion", "serving",
  ])
  static let quantity = KeyHint(equals: ["unit", "per", "quantity", "uom"])
  static let priceChange = KeyHint(["adjust", "discount", "old_price", "oldprice", "currency"])
  static let currency = KeyHint(["currency", "währung", "waehrung", "valuta", "moneda"], equals: ["devise"])
  static let priceOfUnit = KeyHint(["per_unit", "perunit", "unit_price", "unitprice", "per_100"])
  /// Keys of places around menus.
  static let placesOfMenus = KeyHint(
    [
      "place", "venue", "location", "facilit", "building", "hall", "cafe", "eater", "restaurant", "outlet", "canteen", "kantine", "mensa",
    ], equals: ["site", "resto", "refectory"])
  /// Parts of addresses that are not keys of places.
  static let wordsOfAddresses = KeyHint(
    equals: [
      "api", "v1", "v2", "v3", "v4", "menu", "menus", "meal", "meals", "day", "days", "week", "weeks", "date", "daily", "weekly", "json",
    ])
  static let price = KeyHint(["price", "preis", "cost", "precio", "prezzo"], equals: ["prix"])
  /// Times of a place's hours, or of something that is not an event.
  static let notEventTime = KeyHint(["open", "close", "hour", "sched", "valid", "season", "update", "added", "inspect"])
  /// The date of an event that has only one, the time of day beside it, and other details of events.
  static let eventDate = KeyHint(
    ["dtstart", "startdate", "start_date", "starttime", "start_time", "startsat", "starts_at"],
    equals: ["date", "day", "when", "datetime", "start", "starts", "begin", "from", "datum", "fecha", "beginn"])
  static let eventTime = KeyHint(["time", "duration", "uhrzeit"], equals: ["end", "dtend"], suffixes: ["_end"], endings: ["End"])
  static let eventDetail = KeyHint(["where", "venue", "location", "place", "room"], equals: ["ort", "lieu", "lugar"])
  static let eventID = KeyHint(equals: ["id", "eventid", "event_id", "uid", "_id", "uuid", "guid"])
  /// Keys that the dates of a series share.
  static let seriesID = KeyHint(equals: ["seriesid", "series_id", "recurring_id", "parent_event_id", "recurringeventid"])
  static let groupID = KeyHint(["group", "organi", "venue", "institution", "branch", "user", "school", "photo", "location"])
  static let eventRoom = KeyHint(["room"])
  static let venueName = KeyHint(equals: ["location_name", "venue_name", "location_title", "venuename", "locationname"])
  static let organization = KeyHint(["group", "organization", "organisation", "department", "club"])
  static let audience = KeyHint(["audience"])
  static let online = KeyHint(["online", "virtual"])
  static let cancelled = KeyHint(["cancel"])
  /// Flags about the moment of the request.
  static let openNow = KeyHint(["open_now", "opennow", "currently_open", "currentlyopen"], equals: ["is_open", "isopen"])
  /// The id of the record of which a record is a part.
  static let parent = KeyHint(["parent"])
  /// Names of events, the likeliest first.
  static let eventNames = [
    KeyHint(equals: ["event", "summary", "subject", "headline", "what"]), KeyHint(["name", "title", "summary", "subject"]),
    KeyHint(equals: ["label"]),
  ]
  /// Keys around words for filters, and the members of such words.
  static let wordsAround = KeyHint(
    ["filter", "categor", "facet", "keyword", "topic", "audience"], equals: ["tag", "tags", "types"],
    suffixes: ["_tag", "_tags", "_types"], endings: ["Tag", "Tags", "Types"])
  static let wordMember = KeyHint(
    ["name", "title", "label", "slug", "value", "color", "icon", "order"], equals: ["id", "key", "text", "count"], prefixes: ["count_"],
    suffixes: ["_count"], endings: ["Count"])
  /// Keys around lists of places.
  static let placesAround = KeyHint([
    "place", "venue", "location", "facilit", "building", "hall", "librar", "cafe", "eater", "restaurant", "outlet", "store", "gym",
    "canteen", "mensa",
  ])

  // Names: the first hint that matches counts.
  static let names = [
    KeyHint(equals: ["name"], weight: 12), KeyHint(equals: ["title", "nom", "nombre", "naam", "nome", "bezeichnung", "titel"], weight: 10),
    KeyHint(prefixes: ["name"], suffixes: ["name"], weight: 9),
    KeyHint(equals: ["label", "place", "location", "facility", "venue", "building"], suffixes: ["title"], weight: 2),
  ]
  /// Names of other things, or parts of names.
  static let otherName = KeyHint(
    ["short", "user", "nick", "file", "first", "last", "abbr", "category", "campus", "type", "address"], weight: -6)
  static let code = KeyHint(equals: ["slug", "code"], suffixes: ["id", "type"], weight: -3)
  /// The name of the building, if another member has the name of the place.
  static let buildingName = KeyHint(["building"], weight: -6)
  static let nameOrTitle = KeyHint(["name", "title"])
  /// The text of an object with little else.
  static let caption = KeyHint(["name", "descr", "label", "title"])

  // Ids: the lowest weight is the likeliest, after the keys that are ids in `Hints.idKeys`.
  static let suffixedID = KeyHint(suffixes: ["_id", "slug", "uid"], endings: ["Id", "ID"], weight: 20)
  static let number = KeyHint(suffixes: ["code", "num", "number", "_no", "abbr", "abbreviation", "short", "bldg"], weight: 30)
  static let phoneNumber = KeyHint(["phone"])
  static let shortID = KeyHint(suffixes: ["id"], weight: 35)
  static let otherID = KeyHint(["building", "campus", "category", "parent", "region", "area", "type", "user", "menu"], weight: 40)
  static let id = KeyHint(equals: ["id"])
  static let reference = KeyHint(suffixes: ["id"])
  static let address = KeyHint(["url", "uri", "href", "link", "path", "@id", "self"])
  /// Tells records with equal names apart.
  static let idPart = KeyHint(["building", "address"])

  // Texts.
  static let tags = KeyHint(["tag", "amenit", "feature", "cuisine"])
  static let labels = KeyHint(["label", "pay", "diet"])
  static let description = KeyHint(
    ["description", "about", "summary", "blurb", "details", "information"], equals: ["content", "body", "bio", "desc"])
  static let notice = KeyHint(["notice", "alert", "announcement"], equals: ["note", "notes", "message"])
  static let category = KeyHint(["category", "categories", "type", "kind", "classif", "group", "amenity"])
  static let menu = KeyHint(["menu"])
  /// Whether a record is for show.
  static let status = KeyHint(["status"])
  static let visibility = KeyHint(["status", "state", "type", "visibility"])

  // Addresses of the web.
  static let site = KeyHint(["web", "site", "homepage"])
  static let link = KeyHint(["url", "uri", "web", "link", "href", "site", "page", "menu", "order", "tapingo", "grubhub"])
  static let order = KeyHint(["order", "tapingo", "grubhub"])
  static let picture = KeyHint(["logo", "icon", "image", "photo", "picture", "thumb", "img"])
  static let pictures = KeyHint(["image", "photo", "picture"])
  static let logo = KeyHint(["logo", "icon"])
  /// The icons of categories are not of the place.
  static let ofCategory = KeyHint(["categor"])
  static let phone = KeyHint(["phone", "telefon"], equals: ["tel", "telephone", "fon"])
  static let email = KeyHint(["mail"])

  // Where a place is.
  static let street = KeyHint(["address", "street", "addr", "adres", "direcc", "straße", "strasse"])
  static let notStreet = KeyHint(["email", "mail", "web", "ip_", "number", "city", "state", "postcode", "country"])
  static let streetIfNumbered = KeyHint(equals: ["location", "where"])
  static let building = KeyHint(["building"])
  static let buildingID = KeyHint(["_id"])
  static let buildingOrShort = KeyHint(["building", "bldg"])
  static let buildingCode = KeyHint(["abbr", "short", "code", "friendly"])
  static let room = KeyHint(equals: ["location", "hall", "place", "where", "room"])
  static let region = KeyHint(["region", "neighbo", "district"])
  static let administrative = KeyHint(["admin"])
  static let area = KeyHint(["area"])
  static let areaCode = KeyHint(["short"])
  static let areaKey = KeyHint(suffixes: ["area"])
  static let areaName = KeyHint(["name", "descr"])
  static let campus = KeyHint(equals: ["campus", "campus_name", "quad"])
  static let onCampus = KeyHint(["on_campus", "oncampus"])
  static let houseNumber = KeyHint(equals: ["housenumber", "house_number", "streetnumber", "street_number"])
  static let city = KeyHint(equals: ["city", "town", "locality"])
  static let state = KeyHint(equals: ["state", "province", "statecode", "state_code", "administrative_area"])
  static let latitude = KeyHint(["latitud", "breitengrad", "_lat"], prefixes: ["lat"], suffixes: ["lat"])
  static let longitude = KeyHint(
    ["longitud", "längengrad", "laengengrad", "_lng", "_lon"], prefixes: ["lon", "lng"], suffixes: ["lon", "lng", "long"])
  static let pair = KeyHint(["coord", "geo", "position", "location", "lat", "point", "center"])
  static let geometryType = KeyHint(equals: ["type"])

  // Hours.
  /// The keys around values of hours.
  static let hours = KeyHint(["hour", "sched", "open", "daypart", "event", "dates", "days", "times", "status", "week"])
  static let start = KeyHint(["start", "open", "begin", "from"])
  static let end = KeyHint(["end", "close", "closing", "until", "till", "finish", "stop"], equals: ["to"], suffixes: ["_to"])
  static let recordKeeping = KeyHint(["created", "modified", "updated"])
  /// Dates of something else than a menu or an event.
  static let otherDate = KeyHint([
    "publi", "update", "modif", "creat", "chang", "added", "posted", "edited", "deleted", "expir", "valid", "stamp", "sync", "import",
    "fetched", "retrieved", "generated", "aktualis", "geändert", "geaendert", "erstellt", "birth", "opened", "closed",
  ])
  static let date = KeyHint(["date", "day"])
  static let timestamp = KeyHint(equals: ["timestamp", "ts"])
  static let day = KeyHint(["day"])
  static let dayNumber = KeyHint(["day", "dow"])
  static let hour = KeyHint(["hour"])
  static let minute = KeyHint(["min"])
  static let always = KeyHint(["twenty_four", "twentyfour", "24h", "24_h", "open24", "always", "all_day", "allday", "24hours"])
  /// Names of services, the likeliest first.
  static let serviceLabels = ["label", "descr", "meal", "name", "title", "period"].map { KeyHint([$0]) }
  /// The name of a service if the texts differ.
  static let serviceType = KeyHint(["type"])
  static let message = KeyHint(equals: ["message", "note", "notes", "notice", "comment", "comments"])
  static let openOrClosed = KeyHint(["status", "state"])
  /// Days on which the usual hours do not apply.
  static let exceptions = KeyHint(["exception", "closure", "holiday", "closed", "vacation"], equals: ["break"], suffixes: ["breaks"])
  static let closureName = KeyHint(["name", "title", "reason", "label", "descr", "holiday", "note"])
  /// The beginning of an opening, and not of any period.
  static let opening = KeyHint(["open"])
  static let closedDates = KeyHint(["close", "closing", "holiday"])
  static let timeZone = KeyHint(["timezone", "time_zone", "tz"])

  // Around the records, with letters only.
  static let nextPage = KeyHint(equals: ["next", "nextlink", "nextpage", "nextpageurl", "nexturl"])
  static let previousPage = KeyHint(prefixes: ["prev"])
  static let total = KeyHint(equals: ["total", "count", "totalcount", "totalresults", "totalitems", "totalrecords", "numfound"])
  static let pageCount = KeyHint(equals: ["pages", "totalpages", "pagecount", "lastpage"])
  static let more = KeyHint(equals: ["hasmore", "hasnext", "hasnextpage", "more", "exceededtransferlimit"])
  static let arcGISMore = KeyHint(equals: ["exceededtransferlimit"])
  static let offset = KeyHint(equals: ["offset", "skip", "start", "startindex", "from"])
  static let limit = KeyHint(equals: ["limit", "size", "pagesize", "perpage", "top", "rows"])
  static let page = KeyHint(equals: ["page", "pagenumber", "currentpage", "pageindex"])
  /// A number of the reply's page, whose parameter is "page".
  static let currentPage = KeyHint(equals: ["currentpage"])
}

// MARK: - Words

enum Hints {
  /// Keys that are ids, the likeliest first.
  static let idKeys = ["slug", "id", "_id", "uuid", "guid", "key", "code", "pk", "identifier", "@id", "nid", "lid", "alias"]
  /// Keys around the values of a record.
  static let envelopes: Set<String> = ["properties", "attributes", "fields", "acf", "node", "item", "record", "@attributes"]
  /// Keys of the only value of interest in an object.
  static let wrappers: Set<String> = ["rendered", "value", "text", "en", "default", "dateTime", "#text", "_text", "$t"]
  /// First characters of keys that a server adds, as in "@type".
  static let technicalMarks = "_@$"

  /// Words in keys of flags for records that are not for show, and for those that are.
  static let hidden: Set<String> = ["hidden", "hide", "deleted", "archived", "inactive", "disabled", "draft", "test", "retired"]
  static let shown: Set<String> = ["active", "enabled", "published", "visible"]
  /// States of records that are not for show.
  static let hiddenStates: Set<String> = [
    "deleted", "hidden", "archived", "inactive", "disabled", "draft", "test", "retired", "unpublished", "private", "trash",
  ]
  /// Texts for false and true.
  static let switches = [["0", "1"], ["false", "true"], ["no", "yes"], ["n", "y"]]

  /// Words of pointers to addresses that are not the page of the place.
  static let otherPages = ["self", "api", "map", "maps", "facebook", "twitter", "instagram", "template", "next", "prev"]
  /// Parts of addresses of maps, and of interfaces for programs.
  static let otherAddresses = ["//maps.", ".google.com/maps", "//goo.gl/maps", "//api.", "/api/"]
  static let imageSuffixes = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg"]
  static let listMarks = [";", "|", ","]
  static let geometries: Set<String> = ["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"]

  static let closed = "closed"
  /// Texts of days without openings.
  static let closedTexts = ["closed", "n/a", "-"]
  /// Texts for open around the clock, without spaces.
  static let alwaysTexts = ["24hours", "24h", "24/7", "open24hours", "24_hours"]
  static let osmDays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// The category of most places of a feed, by its keys.
  static let subjects: [(category: String, about: String, keys: KeyHint)] = [
    ("restaurant", "food", KeyHint(["dining", "eater", "food", "menu", "meal", "daypart", "restaurant", "cafe", "nutrition"])),
    ("library", "libraries", KeyHint(["librar"])), ("gym", "sports", KeyHint(["gym", "fitness", "recreation"])),
  ]
  /// The categories to choose from if the feed states none.
  static let usualCategories = ["restaurant", "cafe", "dining-hall", "library", "gym", "retail", "service"]

  /// Names of the two coordinates in keys. Of names that contain each other, the longest is first.
  static let coordinateNames = [
    "latitude", "latitud", "breitengrad", "lat", "longitude", "longitud", "längengrad", "laengengrad", "long", "lon", "lng",
  ]

  /// Words in names and labels for the category of a place. The first match decides.
  static let categoryWords: [(category: String, words: [String])] = [
    (
      "cafe",
      [
        "café", "cafe", "coffee", "espresso", "starbucks", "dunkin", "peet's", "einstein", "pret a manger", "caribou", "tim hortons",
        "bagel",
        "bagels", "smoothie", "smoothies", "juice bar", "perk", "perks", "bakery", "tea house", "coffeehouse",
      ]
    ),
    ("study", ["study room", "study space", "reading room", "computer lab", "learning commons"]),
    (
      "dining-hall",
      [
        "dining hall", "dining halls", "dining room", "dining center", "dining centre", "dining court", "dining commons", "commons",
        "residential dining", "residential", "buffet", "cafeteria", "refectory", "mensa",
      ]
    ),
    (
      "fast-food",
      [
        "fast food", "fast casual", "food court", "food truck", "takeaway", "takeout", "take out", "pizza", "burger", "burgers", "subway",
        "chick-fil-a", "mcdonald's", "taco", "tacos",
      ]
    ),
    ("bar", ["bar", "pub", "tavern", "taproom"]),
    ("market", ["market", "mart", "convenience", "grocery", "grocer", "supermarket", "c-store", "provisions"]),
    ("library", ["library", "libraries"]),
    (
      "gym",
      [
        "gym", "gymnasium", "athletic", "athletics", "fitness", "recreation", "recreational", "weight room", "climbing wall", "aquatic",
        "aquatics", "swimming pool", "pool", "natatorium", "sport", "sports", "wellness",
      ]
    ),
    ("retail", ["shop", "store", "bookstore", "bookshop", "retail"]),
    ("restaurant", ["restaurant", "bistro", "grill", "kitchen", "canteen", "brasserie", "diner", "deli", "eatery", "food", "dining"]),
    ("service", ["office", "offices", "service", "services", "bank", "health", "clinic", "help desk", "mail"]),
  ]
}

// MARK: - Thresholds

/// A share of some values.
struct Share: Sendable {
  fileprivate let part: Int
  fileprivate let whole: Int

  private init(_ part: Int, of whole: Int) { (self.part, self.whole) = (part, whole) }

  static let half = Share(1, of: 2)
  /// Some addresses may be damaged, and some texts about hours may be remarks.
  static let addresses = Share(7, of: 10)
  static let hours = Share(4, of: 5)
  static let most = Share(9, of: 10)
  static let all = Share(1, of: 1)
  /// A smaller difference between two guesses may be chance.
  static let clearDifference = Share(1, of: 10)
}

extension Int {
  /// Returns whether this number is at least a share of another.
  func isAtLeast(_ share: Share, of total: Int) -> Bool { self * share.whole >= total * share.part }
}

/// Weights of other features.
enum Weight {
  /// Each level of lists in lists.
  static let level = -2
  /// Rows with times are parts of a record.
  static let rows = -4
  /// The least sum for content that is not places: with the keys around the records, and without.
  static let content = 2
  static let contentOfRoot = 3
  /// Records with a beginning and an end, as events have.
  static let period = 2
  static let price = 2
  /// The meal of something that may be a dish.
  static let meal = 1
  /// A column whose texts are all different; less if some repeat.
  static let distinctNames = 4
  static let spacedNames = 2
  /// Each object around a name.
  static let depth = -3
}

/// The maximum lengths of keys and texts in bytes.
enum Length {
  static let key = 80
  static let dayKey = 12
  static let shortID = 6
  static let phone = 40
  static let label = 60
  static let weekdays = 80
  static let serviceLabel = 80
  static let name = 100
  /// A text of some form, such as a date or the hours of a day.
  static let form = 120
  static let address = 300
  /// The hours of a week.
  static let week = 500
  /// The beginning of a long text, in characters.
  static let text = 2000
}

enum Limit {
  // Reading a reply: a hostile one costs no more than its size.
  static let lists = 200
  /// Lists in lists.
  static let levels = 5
  static let depth = 12
  static let records = 3000
  static let columns = 600
  static let steps = 8
  /// Values around the records, and how deep they may be.
  static let headValues = 300
  static let headDepth = 4
  /// Lines of a reply that is neither JSON nor XML, by which its format is recognized.
  static let headLines = 50
  /// The beginning of markup, in bytes, in which that of a page is.
  static let head = 2000
  /// Records by which a list is rated.
  static let ratedRecords = 200
  /// Records whose raw values are compared with the result.
  static let sampledRecords = 100
  /// Keys, or records, by which values are compared or shown.
  static let comparedKeys = 50

  // The keys in a pointer, except keys of wrappers.
  static let textDepth = 3
  static let valueDepth = 2
  static let rowDepth = 4

  // Proposals.
  static let alternatives = 3
  /// The lists of hours of a record that are compared.
  static let comparedLists = 4
  static let shownValues = 3
  static let links = 4
  static let unreadKeys = 8
  static let conditions = 5
  static let closedLabels = 10

  /// More different labels are not categories.
  static let categories = 40
  /// Each of so few records may have a category of its own.
  static let fewRecords = 4
  /// In so many records, it is not by chance that ids count them, or that all have the same picture.
  static let countedRecords = 3
  static let phoneDigits = 5
  /// Weekdays that have hours of their own.
  static let weekdays = 5
  /// Days that are keys of an object, on average.
  static let daysAsKeys = 2
  /// The highest level of prices, as in "$$$$". Higher numbers are amounts.
  static let priceLevels = 4
  /// Minutes since midnight, to the end of the next day.
  static let minutes = 2880
  /// Seconds and milliseconds since 1970, for 2001 to 2096.
  static let seconds = 1_000_000_000...4_000_000_000
  static let milliseconds = 1_000_000_000_000...4_000_000_000_000
  /// The maximum distance between a position and the longitude of the zone's offset.
  static let degreesFromZone = 30.0
}
