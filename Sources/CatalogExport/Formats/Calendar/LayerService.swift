import OpeningHours

/// A service of a layer, with the weekdays that have it.
struct LayerService {
  let service: Service
  /// Monday first.
  private(set) var weekdays: [Weekday] = []
  /// The distinction of the service from others of its layer.
  let identity: [UInt8]

  init(_ service: Service) {
    self.service = service
    // Bytes, because text that is equal in another Unicode form is another label.
    identity = Array("\(service.opens)\n\(service.closes)\n\(service.label ?? "")".utf8)
  }

  /// Returns the services of a week, each once.
  static func all(of layer: Layer) -> [LayerService] {
    var services: [LayerService] = []
    var positions: [[UInt8]: Int] = [:]
    for weekday in Weekday.allCases {
      for service in layer.plan(of: weekday)?.services ?? [] {
        let new = LayerService(service)
        let position = positions[new.identity] ?? services.count
        if position == services.count {
          positions[new.identity] = position
          services.append(new)
        }
        services[position].weekdays.append(weekday)
      }
    }
    return services
  }
}
