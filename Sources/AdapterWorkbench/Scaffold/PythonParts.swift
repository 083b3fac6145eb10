/// The parts of a Python adapter that are the same for every feed. A program has those that it uses.
enum PythonParts: CaseIterable, Hashable {
  case clock, week, weekdays, numbers, spans, rows, dates, lists, addresses, position, pair, html, slug

  /// The imports of the part, beside json and sys.
  var imports: [String] {
    switch self {
    case .clock: ["import re"]
    case .dates: ["from datetime import datetime", "from zoneinfo import ZoneInfo"]
    case .html: ["from html.parser import HTMLParser"]
    case .slug: ["import unicodedata"]
    case .addresses: ["from urllib.parse import quote, urljoin"]
    case .week, .weekdays, .numbers, .spans, .rows, .lists, .position, .pair: []
    }
  }

  var text: String {
    switch self {
    case .clock:
      """
      def minutes(text):
          \"""Minutes since midnight: "8:30am", "20:30", "2030", "noon"; None if there is no time.\"""
          if not text:
              return None
          text = text.lower().replace(".", "").replace(" ", "")
          if re.fullmatch(r"\\d{3,4}", text):
              text = f"{text[:-2]}:{text[-2:]}"
          if text in ("noon", "midday", "midnight"):
              return 0 if text == "midnight" else 720
          match = re.fullmatch(r"(\\d{1,2})(?::(\\d{2}))?(?::\\d{2})?([ap]m)?", text)
          if not match or not (match[2] or match[3]):
              raise ValueError(f"{text!r} is not a time")
          hour, minute = int(match[1]), int(match[2] or 0)
          if match[3]:
              if not 1 <= hour <= 12:
                  raise ValueError(f"{text!r} is not a time")
              hour = hour % 12 + (12 if match[3] == "pm" else 0)
          if minute > 59 or hour * 60 + minute > 1440:
              raise ValueError(f"{text!r} is not a time")
          return hour * 60 + minute


      def opening(opens, closes, label=None):
          \"""[opens, closes, label] as in the catalog; None for no opening. An end before its beginning is on the next day.\"""
          if opens is None and closes is None:
              return None
          if opens is None or closes is None:
              raise ValueError("one of two times is missing")
          closes = 1440 if closes in (0, 1439) else closes
          if opens == closes or opens == 1440:
              return None
          closes += 1440 if closes < opens else 0
          span = [f"{opens // 60:02}:{opens % 60:02}", f"{closes // 60:02}:{closes % 60:02}"]
          return span + [label] if label else span
      """
    case .week: #"WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]"#
    case .weekdays:
      """
      def weekdays(text):
          \"""The days of "monday", "mon-fri" or "sat, sun".\"""
          days = []
          for part in re.split(r"[,;/&]", (text or "").lower()):
              names = [name.strip()[:2] for name in re.split(r"-|–| to ", part)]
              if len(names) > 2 or any(name not in WEEK for name in names):
                  raise ValueError(f"{text!r} is not a weekday")
              first, last = WEEK.index(names[0]), WEEK.index(names[-1])
              days += [WEEK[(first + step) % 7] for step in range((last - first) % 7 + 1)]
          return days
      """
    case .numbers:
      """
      def number(value):
          if isinstance(value, bool) or not isinstance(value, (int, str)):
              raise ValueError(f"{value!r} is not a whole number")
          return int(value)
      """
    case .spans:
      """
      def spans(text, notes):
          \"""The openings of a day: "08:00-16:00, 18:00-20:00", "closed". What cannot be read is unknown, with a note.\"""
          if text.lower().startswith("closed") or text == "-":
              return []
          found = []
          for part in re.split(r"[,;/&]", text):
              times = re.split(r"-|–| to ", part)
              try:
                  span = opening(minutes(times[0]), minutes(times[1])) if len(times) == 2 else None
              except ValueError:
                  span = None
              if not span:
                  notes.append(f"not readable as hours: {text[:60]!r}")
                  return "unknown"
              found.append(span)
          return sorted(found)
      """
    case .rows:
      """
      def rows(value, pointer):
          \"""The objects of a list; none if it is absent.\"""
          found = at(value, pointer)
          if found is None:
              return []
          if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
              raise ValueError(f"{pointer} is not a list of objects")
          return found


      def sorted_days(days):
          return {day: sorted(spans) for day, spans in sorted(days.items())}
      """
    case .dates:
      """
      def stated(text, zone):
          \"""The date, which may be None, and the minute of the day of "2026-11-20T22:00:00", with or without an offset, or "22:00".\"""
          if not text or not re.match(r"\\d{4}-\\d{2}-\\d{2}", text):
              return None, minutes(text)
          moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
          if moment.tzinfo:
              moment = moment.astimezone(ZoneInfo(zone))
          return moment.date().isoformat(), moment.hour * 60 + moment.minute


      def day_of(text, zone):
          \"""The date of "2026-11-20", or of a time. Midnight in UTC is a date that a server has converted.\"""
          if text and re.fullmatch(r"\\d{4}-\\d{2}-\\d{2}(T00:00(:00(\\.0+)?)?(Z|\\+00:00)?)?", text):
              return datetime.fromisoformat(text[:10]).date().isoformat()
          day = stated(text, zone)[0]
          if not day:
              raise ValueError(f"{text!r} is not a date")
          return day
      """
    case .lists:
      """
      def texts(record, pointer, key=""):
          found = at(record, pointer)
          if found is not None and not isinstance(found, list):
              raise ValueError(f"{pointer} is not a list")
          lines = [line(value, key) for value in found or []]
          return [text for text in dict.fromkeys(lines) if text]
      """
    case .addresses:
      """
      def addresses(kind, *found):
          \"""Web addresses; anything else is left out.\"""
          found = [(name, urljoin(BASE, url)) for name, url in found if url]
          return [{kind: name, "href": url} for name, url in found if url.startswith(("https://", "http://"))]
      """
    case .position:
      """
      def position(latitude, longitude):
          \"""A position in degrees; nothing if it is absent, 0, 0 or outside the world.\"""
          try:
              latitude, longitude = float(latitude), float(longitude)
          except (TypeError, ValueError):
              return {}
          if (latitude, longitude) == (0, 0) or abs(latitude) > 90 or abs(longitude) > 180:
              return {}
          return {"latitude": latitude, "longitude": longitude}
      """
    case .pair:
      """
      def pair(value):
          \"""Two numbers, from [1.5, 2.5] or "1.5, 2.5".\"""
          value = value.split(",") if isinstance(value, str) else value
          return tuple(value[:2]) if isinstance(value, list) and len(value) >= 2 else (None, None)
      """
    case .html:
      """
      def plain(html):
          \"""The text of an HTML fragment, with a line for each block; None if there is none.\"""
          parts = []
          parser = HTMLParser()
          parser.handle_data = lambda text: parts.append(" ".join(text.split("\\n")))
          parser.handle_starttag = lambda tag, _: parts.append("\\n" if tag in ("br", "div", "li", "p", "tr") else "")
          parser.feed(html or "")
          parser.close()
          lines = [" ".join(text.split()) for text in "".join(parts).split("\\n")]
          return "\\n".join(text for text in lines if text) or None
      """
    case .slug:
      """
      def slug(*texts):
          \"""A readable key: the words in lower case, without accents, joined by hyphens.\"""
          text = unicodedata.normalize("NFKD", " ".join(filter(None, texts)).lower())
          text = "".join(letter for letter in text if not unicodedata.combining(letter) and letter not in "'’")
          return "-".join("".join(letter if letter.isalnum() else " " for letter in text).split())
      """
    }
  }

  /// The functions that find the records and their values.
  static func records(_ sketch: AdapterSketch) -> String {
    let parse =
      sketch.isCSV ? "list(csv.DictReader(io.StringIO(reply[\"text\"].lstrip(\"\\ufeff\"))))" : "json.loads(reply[\"text\"])"
    let levels = sketch.levels.map(PythonSource.quoted).joined(separator: ", ")
    return """
      def at(value, pointer):
          \"""The value at a JSON Pointer; None if there is none.\"""
          for step in pointer.split("/")[1:]:
              step = step.replace("~1", "/").replace("~0", "~")
              if isinstance(value, dict):
                  value = value.get(step)
              elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
                  value = value[int(step)]
              else:
                  return None
          return value


      def line(value, pointer):
          \"""A text or number as one line; None if it is absent or empty.\"""
          value = at(value, pointer)
          if value is None:
              return None
          if isinstance(value, (dict, list, bool)):
              raise ValueError(f"{pointer} is not a text")
          return " ".join(str(value).split()) or None


      def present(members):
          \"""The members that have a value.\"""
          return {key: value for key, value in members.items() if value is not None and value != {} and value != []}


      def records(value, levels=(\(levels),), pointer=""):
          \"""Each record with its pointer and, in an object of records, its key.\"""
          found = at(value, levels[0])
          if not isinstance(found, (list, dict)):
              raise ValueError(f"{pointer + levels[0]} is neither a list nor an object")
          for step, element in enumerate(found) if isinstance(found, list) else found.items():
              place = f"{pointer}{levels[0]}/{str(step).replace('~', '~0').replace('/', '~1')}"
              if len(levels) > 1:
                  yield from records(element, levels[1:], place)
              else:
                  yield place, str(step) if isinstance(found, dict) else None, element


      def parsed(reply):
          return \(parse)
      """
  }

  static let main = """
    def normalize(document):
        feed = document["feed"]
        output = {"entries": [], "places": [], "rejected": [], "notes": []}
        for reply in document["replies"]:
            request = reply["request"]["name"]
            for pointer, key, record in records(parsed(reply)):
                place = {"request": request, "pointer": pointer}
                notes = []
                try:
                    found = entry(record, key, feed, notes)
                    output["entries"].append(found)
                    output["places"].append(place)
                    output["notes"] += [{**place, "code": "hours.unknown", "entry": found["id"], "detail": text} for text in notes]
                except (KeyError, ValueError, TypeError, AttributeError) as error:
                    output["rejected"].append({**place, "code": "schema.value", "message": str(error)[:200]})
        return output


    if __name__ == "__main__":
        verb, document = sys.argv[-1], json.load(sys.stdin)
        answer = {"describe": describe, "normalize": lambda: normalize(document)}[verb]()
        json.dump({"protocol": 1, **answer}, sys.stdout)
    """
}
