import Glibc

/// Runs a closure on a new thread.
enum Thread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Returns false if no thread can be created.
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(run))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    if result != 0 { work.release() }
    return result == 0
  }
}
