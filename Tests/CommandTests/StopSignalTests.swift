import Testing

@testable import Commands

/// A wait ends when its time is up or a stop is requested, whichever comes first.
@Suite struct StopSignalTests {
  /// The time may be up before the wait has begun.
  @Test(.timeLimit(.minutes(15))) func zeroWaitReturnsAtOnce() async {
    await withTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          let stop = StopSignal([])
          for _ in 0..<300 { await stop.wait(seconds: 0) }
          #expect(!stop.isRequested)
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15))) func stopEndsLongWait() async {
    for _ in 0..<50 {
      let stop = StopSignal([])
      let waiting = Task { await stop.wait(seconds: 86_400) }
      stop.request()
      await waiting.value
      #expect(stop.isRequested)
      await stop.wait(seconds: 86_400)
    }
  }
}
