import AdapterWorkbench
import FeedKit
import Testing

/// Replies with other content than places and events are refused, and the refusal names the content. Places beside such content are found.
@Suite struct ReplyContentTests {
  private func refusal(_ reply: String) -> String {
    do {
      let proposal = try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York"))
      if let entries = proposal.guesses.first(where: { $0.field == "entries" }) {
        return "\(entries.rule == #""menu""# ? "menus" : "events"): \(entries.evidence)"
      }
      return "not refused: \(proposal.guesses.map { "\($0.field) \($0.rule)" })"
    } catch {
      return error.message
    }
  }

  private func records(_ reply: String) throws -> String? {
    try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York")).guesses.first { $0.field == "records" }?.rule
  }

  @Test(arguments: [
    // A beginning and an end, in the record, as numbers, or in lists of one date.
    (#"[{"id": 7, "name": "Open Day", "startDate": "Jun 02, 2026", "endDate": "Jun 03, 2026"}]"#, #"1 event, such as "Open Day""#),
    (
      #"{"value": [{"name": "Quiz", "startsOn": "2026-12-01T19:00:00-05:00", "endsOn": "2026-12-01T21:00:00-05:00", "latitude": "42.4"}]}"#,
      "/value has 1"
    ),
    (
      #"[{"id": 1, "title": "Quiz", "start": 1796000000, "end": 1796007200}, {"id": 2, "title": "Concert", "start": 1796100000, "end": 1796107200}]"#,
      "2 events"
    ),
    (
      #"""
      {"data": [{"id": 1, "title": "Quiz", "site": "Red Barn", "times": [{"start": "2026-11-30T18:00:00", "end": "2026-11-30T20:00:00"}]},
                {"id": 2, "title": "Concert", "site": "Mill", "times": [{"start": "2026-12-04T19:00:00", "end": "2026-12-04T21:00:00"}]}]}
      """#, "/data has 2 events"
    ),
    (
      #"[{"title": "Quiz", "date": "2026-12-01", "time": "7pm", "location": "Mill"}, {"title": "Fair", "date": "2026-12-03", "time": "2pm", "location": "Mill"}]"#,
      "the reply has 2 events"
    ),
    ("Subject,Start Date,End Date\nQuiz,12/01/2026,12/01/2026\nFair,12/03/2026,12/04/2026\n", #"the reply has 2 events, such as "Quiz""#),
    // Wrapped, with filters, whose words are the only list of names, and alone.
    (
      #"""
      {"events": [{"event": {"id": 1, "title": "Quiz", "location_name": "Mill", "address": "2 Mill Road", "filters": {"types": [{"id": 3, "name": "Fun"}, {"id": 4, "name": "Free"}]},
                             "event_instances": [{"event_instance": {"start": "2026-12-01T19:00:00-05:00", "end": null}}]}}]}
      """#, #"/events has 1 event, such as "Quiz""#
    ),
    (
      #"{"eventID": 5, "title": "Quiz", "startDateTime": "2026-12-01T19:00:00", "endDateTime": "2026-12-01T21:00:00", "fields": [{"id": 3, "label": "Type"}, {"id": 4, "label": "Fee"}]}"#,
      #"the reply is one event, "Quiz""#
    ),
  ])
  func eventsAreNamed(reply: String, message: String) {
    let refusal = refusal(reply)
    #expect(refusal.contains(message) && (refusal.hasPrefix("events: ") || refusal.contains("were not found")), "\(refusal)")
  }

  /// Keys of names and times, in one record and in several.
  @Test(arguments: [
    ["event", "start", "2026-12-0#T18:00:00", "end", "2026-12-0#T20:00:00"],
    ["title", "startDate", "2026-12-0#T18:00:00", "endDate", "2026-12-0#T20:00:00"],
    ["name", "start_time", "12/0#/2026 6:00 PM", "end_time", "12/0#/2026 8:00 PM"],
    ["summary", "dtstart", "2026-12-0#T18:00:00", "duration", "PT2H"],
    ["headline", "from", "2026-12-0#T18:00:00", "to", "2026-12-0#T20:00:00"],
    ["label", "date", "2026-12-0#", "time", "6 pm", "location", "Mill"],
    ["name", "date", "2026-12-0#", "start_time", "18:00", "end_time", "20:00", "venue", "Mill"],
    ["what", "when", "2026-12-0#T18:00:00", "where", "Mill"],
  ])
  func keysOfEvents(members: [String]) {
    func record(_ index: Int) -> String {
      let values = [members[0], ["Quiz", "Fair", "Concert"][index - 1]] + members.dropFirst().map { $0.replacing("#", with: "\(index)") }
      return "{\(stride(from: 0, to: values.count, by: 2).map { "\"\(values[$0])\": \"\(values[$0 + 1])\"" }.joined(separator: ", "))}"
    }
    for records in [[1], [1, 2, 3]] {
      let reply = #"{"data": [\#(records.map(record).joined(separator: ", "))]}"#
      let refusal = refusal(reply)
      #expect(refusal.contains("\(records.count) event") && refusal.contains(#"such as "Quiz""#), "\(reply): \(refusal)")
    }
    #expect(refusal(record(1)).contains(#"the reply is one event, "Quiz""#), "\(record(1))")
  }

  @Test(arguments: [
    #"[{"event": "Quiz", "start": "2026-12-01T18:00:00", "end": "2026-12-01T20:00:00", "organizer": "Chess club"}]"#,
    #"[{"event": "Quiz", "start": "2026-12-01T18:00:00", "organizer": "Chess club"}]"#,
    #"{"items": [{"summary": "Quiz", "start": {"dateTime": "2026-12-01T18:00:00-05:00"}, "end": {"dateTime": "2026-12-01T20:00:00-05:00"}}]}"#,
    #"[{"title": "Quiz", "start": "2026-12-01T18:00:00", "end": "2026-12-01T20:00:00", "venue": {"name": "Mill", "address": "2 Mill Road"}}]"#,
    "event,start,end,organizer\nQuiz,2026-12-01T18:00:00,2026-12-01T20:00:00,Chess club\n",
    "Event;Datum;Ort\nQuiz;2026-12-01;Mill\nFair;2026-12-02;Mill\n",
  ])
  func formsOfEvents(reply: String) {
    #expect(refusal(reply).contains(#"such as "Quiz""#) && refusal(reply).hasPrefix("events: "), "\(refusal(reply))")
  }

  @Test(arguments: [
    (#"[{"name": "Elm", "date": "2026-12-01", "location": "Mill"}]"#, "each has date, as events have"),
    (#"{"lunch": [{"name": "Pie"}, {"name": "Soup"}], "dinner": [{"name": "Rice"}]}"#, "their list is in dinner"),
    (#"[{"name": "Pie", "price": 5}, {"name": "Soup", "price": 6}]"#, "each has price, as dishes have"),
    (#"[{"name": "Elm", "date": "2026-12-01", "lunch": ["Pie", "Rice"]}]"#, "lunch has lists of texts, which may be dishes"),
  ])
  func possibleEventsAndDishesAreDoubtful(reply: String, reason: String) throws {
    let records = try #require(try MappingProposal(of: Array(reply.utf8), zone: Zone("UTC")).guesses.first)
    #expect(records.confidence == .low && records.evidence.contains(reason), "\(records.evidence)")
  }

  @Test(arguments: [
    (
      #"{"days": [{"date": "2026-11-30"}], "items": {"1": {"id": "1", "label": "lentil curry", "station": "World"}, "2": {"id": "2", "label": "soup", "station": "Soups"}}}"#,
      #"/items has 2 dishes of menus, such as "lentil curry""#
    ),
    (
      #"[{"date": "2026-11-30", "meals": [{"name": "Minestrone", "price": "€ 0,50"}, {"name": "Pie", "price": "€ 4,20"}]}]"#,
      #"/meals has 2 dishes of menus, such as "Minestrone""#
    ),
    (
      #"[{"id": 1, "name": "Pie", "notes": ["vegan"], "prices": {"students": 2.3, "others": 4.6}, "category": "Offer"}]"#,
      "1 dish of a menu"
    ),
    (
      #"{"Meals": [{"Name": "Lunch", "Stations": [{"Name": "Grill", "Items": [{"Name": "Burger", "IsVegetarian": false}]}]}]}"#,
      #"1 dish of a menu, such as "Lunch""#
    ),
    (#"{"date": "2026-11-30", "dishes": [{"title": "Soup"}, {"title": "Pie"}]}"#, #"/dishes has 2 dishes of menus, such as "Soup""#),
    (#"[{"title": "Soup", "kcal": 250, "vegan": true}]"#, #"1 dish of a menu, such as "Soup""#),
  ])
  func dishesAreNamed(reply: String, message: String) {
    let refusal = refusal(reply)
    #expect(refusal.hasPrefix("menus: ") && refusal.contains(message), "\(refusal)")
  }

  /// What is missing for a proposal, and what to do.
  @Test(arguments: [
    (#"{"name": "Soup", "price": "3,50 €", "allergens": ["milk"]}"#, #"the reply is a dish of a menu, "Soup""#, "\"entries\": \"menu\""),
    (
      "<week><monday><dish><name>Soup</name></dish></monday><tuesday><dish><name>Pie</name></dish></tuesday></week>",
      "days or meals are the names of elements, such as monday", "write a program"
    ),
    (
      #"{"2": {"label": "Lunch", "starttime": "11:00", "endtime": "14:00", "stations": [{"id": 5, "label": "grill", "price": "", "items": ["9"]}, {"id": 6, "label": "soups", "price": "", "items": []}]}}"#,
      "/stations/items has only the keys of dishes", "their names are not in this reply"
    ),
    (
      #"{"stations": [{"label": "grill", "price": "", "items": ["9"]}], "foods": {"9": {"id": "9", "label": "Pie", "kcal": 90}, "8": {"id": "8", "label": "Rice", "kcal": 80}}}"#,
      "/stations/items has only the keys of dishes", #"{"other":"/label","where":"/id","is":"","in":"/foods"}"#
    ),
    (
      #"{"week": [{"date": "Monday", "dishes": [{"name": "Pie", "price": 4}]}, {"date": "Tuesday", "dishes": [{"name": "Rice", "price": 3}]}]}"#,
      #"/week has several menus, and none of them has a date that a mapping can read, only date such as "Monday""#,
      "look for a reply with dates"
    ),
    (
      #"{"date": "2026-11-30", "days": [{"weekday": "Monday", "dishes": [{"name": "Pie", "price": 4}]}, {"weekday": "Tuesday", "dishes": [{"name": "Rice", "price": 3}]}]}"#,
      "/days has several menus, and none of them has a date", "look for a reply with dates"
    ),
  ])
  func missingPartsOfMenusAreNamed(reply: String, message: String, advice: String) {
    let refusal = refusal(reply)
    #expect(refusal.contains(message) && refusal.contains(advice) && !refusal.hasPrefix("menus: "), "\(refusal)")
  }

  @Test(arguments: [
    (
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:Quiz\r\nLOCATION:Mill\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      "an iCalendar file with 1 event; "
    ),
    ("\u{FEFF}begin:vcalendar\nEND:VCALENDAR\n", "an iCalendar file with 0 events; "),
    ("name: Reed Hall\nhours:\n  - days: Mo-Fr\n    from: 8:00am\n    to: 5:00pm\n", "YAML, or lines of keys and values; "),
    ("BEGIN:VEVENT\r\nSUMMARY:Quiz\r\nEND:VEVENT\r\n", "an iCalendar file with 1 event; "),
    (#"["vcalendar", [["version", {}, "text", "2.0"]], []]"#, "an iCalendar file in JSON; "),
    ("<html><event>Quiz</event></html>", "HTML; "), ("<?xml version='1.0'?>\n<!-- page -->\n<!DOCTYPE html>\n<html></html>", "HTML; "),
  ])
  func otherFormatsAreNamed(reply: String, message: String) {
    #expect(refusal(reply).hasPrefix("the reply is \(message)"), "\(refusal(reply))")
    #expect(
      ["a program of your own", "the adapter icalendar", "mappings read it", "mappings read events"].contains {
        refusal(reply).contains($0)
      })
  }

  @Test(arguments: [
    #"{"filters": [{"id": 3, "name": "Arts"}, {"id": 4, "name": "Free"}]}"#,
    #"{"event_types": [{"id": 3, "name": "Arts"}, {"id": 4, "name": "Free"}], "audiences": [{"id": 5, "name": "Staff"}]}"#,
    #"{"tags": [{"id": 3, "name": "Arts", "event_count": 7}, {"id": 4, "name": "Free", "event_count": 2}]}"#,
    #"{"eventTags": [{"id": 3, "name": "Arts"}, {"id": 4, "name": "Free"}]}"#,
  ])
  func filterWordsAreNamed(reply: String) {
    let refusal = refusal(reply)
    #expect(refusal.contains(#"filter words, such as "Arts""#) && refusal.contains("use the feed that they filter"), "\(refusal)")
  }

  /// The words for other content are whole words of keys.
  @Test(arguments: [
    #"{"cottages": [{"id": 1, "name": "Rose Cottage"}, {"id": 2, "name": "Elm Cottage"}]}"#, #"{"stages": [{"id": 1, "name": "North"}]}"#,
    #"{"vintage_shops": [{"id": 1, "name": "Elm"}, {"id": 2, "name": "Rose"}]}"#, #"{"advantages": [{"id": 1, "name": "Elm"}]}"#,
    #"{"prototypes": [{"id": 1, "name": "Elm"}]}"#, #"{"tags": [{"id": 1, "name": "Elm", "country": "DE"}]}"#,
    #"{"speisesaele": [{"id": 1, "name": "Elm"}, {"id": 2, "name": "Rose"}]}"#,
    #"[{"name": "Elm", "date": "2026-12-01", "legend": "A"}, {"name": "Rose", "date": "2026-12-02", "legend": "B"}]"#,
  ])
  func wordsInsideOtherWordsDoNotCount(reply: String) throws {
    #expect(try records(reply) != nil)
  }

  @Test(arguments: [
    // Beside events and dishes, and with events or menus of their own.
    (
      #"""
      {"events": [{"title": "Quiz", "location": "Mill", "start": "2026-12-01T19:00:00", "end": "2026-12-01T21:00:00"}],
       "sites": [{"id": 1, "name": "Mill", "address": "2 Mill Road"}]}
      """#, #""/sites""#
    ),
    (
      #"[{"id": 1, "name": "Red Barn", "events": [{"title": "Quiz", "start": "2026-12-01T19:00:00", "end": "2026-12-01T21:00:00"}]}]"#,
      #""""#
    ),
    (
      #"{"eateries": [{"id": 1, "name": "Elm", "latitude": 42.4, "longitude": -76.4, "menu": [{"item": "Soup", "price": "$4"}, {"item": "Pie", "price": "$5"}]}]}"#,
      #""/eateries""#
    ),
    (
      #"{"categories": [{"key": "q", "label": "Quiet"}, {"key": "l", "label": "Open late"}], "halls": [{"id": 1, "name": "Mill"}, {"id": 2, "name": "Reed"}]}"#,
      #""/halls""#
    ),
    (
      #"[{"name": "Pool", "start": "2026-05-30", "end": "2026-09-07"}, {"name": "Café", "start": "2026-05-01", "end": "2026-10-07"}]"#,
      #""""#
    ),
    (#"[{"name": "Kiosk", "address": "2 Mill Road", "start": "2026-05-30", "end": "2026-09-07"}]"#, #""""#),
    (
      #"[{"name": "Main Library", "from": "2026-11-30T08:00:00", "to": "2026-11-30T22:00:00"}, {"name": "Law Library", "from": "2026-11-30T08:00:00", "to": "2026-11-30T20:00:00"}]"#,
      #""""#
    ),
    (
      #"[{"name": "Taco truck", "location": "North lot", "date": "2026-11-30"}, {"name": "Pizza", "location": "South lot", "date": "2026-12-01"}]"#,
      #""""#
    ),
    (#"{"venues": [{"id": 1, "name": "Kiosk", "start_date": "2026-05-01", "end_date": "2026-09-30"}]}"#, #""/venues""#),
    (#"[{"id": 1, "name": "Elm", "priceLevel": 2, "vegetarianOptions": true}]"#, #""""#),
    // A price level, flags and a season of places.
    (#"{"outlets": [{"id": 1, "name": "Elm", "price": "$$", "vegetarian": true, "station": "North"}]}"#, #""/outlets""#),
    (#"[{"id": 1, "name": "Pool", "season_start": "2026-05-30", "season_end": "2026-09-07"}]"#, #""""#),
    (
      #"[{"id": 1, "name": "Desk", "start_date": "2026-08-24", "end_date": "2026-12-18", "hours": "Mon-Fri 9am-5pm"}]"#, #""""#
    ),
  ])
  func placesBesideOtherContent(reply: String, rule: String) throws {
    #expect(try records(reply) == rule)
  }
}
