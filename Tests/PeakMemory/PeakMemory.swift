@preconcurrency import Glibc

/// Runs a program and reports its peak memory.
///
///     PeakMemory FILE PROGRAM [ARGUMENTS...]
///
/// FILE gets the number of KiB. The exit status is that of the program. The memory of a process counts toward that of its children, so
/// this is a small one.
@main
enum PeakMemory {
  static func main() {
    let words = CommandLine.unsafeArgv
    guard CommandLine.argc > 2, let file = words[1], let program = words[2] else { exit(64) }
    var process = pid_t()
    guard posix_spawn(&process, program, nil, nil, words + 2, environ) == 0 else { exit(127) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    guard let output = fopen(file, "w") else { exit(73) }
    fputs("\(usage.ru_maxrss)\n", output)
    fclose(output)
    let signal = status & 0x7F
    exit(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }
}
