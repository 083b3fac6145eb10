import Glibc

/// The address or thread sanitizer.
public enum Sanitizer {
  /// Whether the tests were built with a sanitizer, which delays freeing memory, so that memory use cannot be measured.
  public static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
