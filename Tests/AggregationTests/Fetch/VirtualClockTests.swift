import OpeningHours
import Testing

/// Tests of the virtual clock.
@Suite struct VirtualClockTests {
  @Test func sleepersWakeInTimeOrder() async throws {
    let clock = VirtualClock()
    let start = clock.now()
    let order = await withTaskExecutorPreference(clock) {
      await withTaskGroup(of: (number: Int, at: Duration).self) { group in
        for number in [5, 1, 4, 2, 3, 3] {
          group.addTask {
            try? await clock.sleep(for: .seconds(number))
            return (number, clock.elapsed())
          }
        }
        // A task that sleeps again after waking is ordered between the others.
        group.addTask {
          for _ in 0..<3 { try? await clock.sleep(for: .milliseconds(1500)) }
          return (0, clock.elapsed())
        }
        var order: [(number: Int, at: Duration)] = []
        for await woken in group { order.append(woken) }
        return order
      }
    }
    #expect(order.map(\.number) == [1, 2, 3, 3, 4, 0, 5])
    #expect(order.filter { $0.number > 0 }.allSatisfy { $0.at == .seconds($0.number) })
    #expect(clock.now().secondsSinceEpoch - start.secondsSinceEpoch == 5)
  }

  @Test func jumpsOnlyAffectWallClock() async throws {
    let clock = VirtualClock()
    let start = clock.now()
    clock.jump(seconds: -86_400)
    #expect(clock.elapsed() == .zero)
    #expect(start.secondsSinceEpoch - clock.now().secondsSinceEpoch == 86_400)
    clock.advance(seconds: 7)
    #expect(clock.elapsed() == .seconds(7))
    clock.beginRun()
    #expect(clock.elapsed() == .zero)
  }
}
