// Foundation's JSONDecoder alone on the Penn feed: the scale for other measurements on this machine.
//
// usage: foundation FILE

import Foundation

struct Daypart: Decodable {
  var starttime: String
  var endtime: String
  var message: String?
  var label: String?
}

struct Day: Decodable {
  var date: String
  var status: String?
  var dayparts: [Daypart]
}

struct Venue: Decodable {
  var id: Int
  var name: String
  var address: String?
  var image: String?
  var days: [Day]
}

let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
var rates: [Double] = []
for _ in 0..<5 {
  let clock = ContinuousClock()
  let start = clock.now
  let venues = try JSONDecoder().decode([Venue].self, from: data)
  let time = start.duration(to: clock.now).components
  precondition(!venues.isEmpty)
  rates.append(Double(data.count) / 1e6 / (Double(time.seconds) + Double(time.attoseconds) / 1e18))
}
print(rates.sorted()[rates.count / 2])
