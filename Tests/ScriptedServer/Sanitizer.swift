import Glibc

/// The address or thread sanitizer.
public enum Sanitizer {
  /// The tests were built with one: it keeps what was freed and more, so memory cannot be measured.
  public static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
