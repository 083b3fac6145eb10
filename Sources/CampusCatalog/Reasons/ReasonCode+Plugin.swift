/// Failures of adapters that are executables.
extension ReasonCode {
  /// The program, or a process that it started, did not end in time.
  public static let pluginTimeout = ReasonCode("plugin.timeout")
  /// The program wrote too much to stdout or stderr.
  public static let pluginOutputLimit = ReasonCode("plugin.output_limit")
  /// The program ended with an exit code other than 0.
  public static let pluginExit = ReasonCode("plugin.exit")
  /// A signal ended the program.
  public static let pluginSignal = ReasonCode("plugin.signal")
  /// The program ended without output.
  public static let pluginEmpty = ReasonCode("plugin.empty")
  /// The program could not be started.
  public static let pluginSpawn = ReasonCode("plugin.spawn")
  /// The program was not run, because programs cannot be confined on this machine.
  public static let pluginUnconfined = ReasonCode("plugin.unconfined")
  /// The program was not run, because its registry file is not trusted, or a file has changed since it was.
  public static let pluginUntrusted = ReasonCode("plugin.untrusted")
  /// The output is not a document of the protocol, or has entries of another feed.
  public static let pluginProtocol = ReasonCode("plugin.protocol")
  /// The program failed because it tried something that is not allowed.
  public static let pluginDenied = ReasonCode("plugin.denied")
  /// The program failed because of a limit of memory, time, processes or files.
  public static let pluginLimit = ReasonCode("plugin.limit")
}
