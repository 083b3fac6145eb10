import Foundation
import FuzzTargets

// The program that libFuzzer runs: FUZZ_TARGET=json fuzz [ARGUMENTS OF LIBFUZZER]. Tests/Fuzz/run.py builds and starts it.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target that an environment variable names. It is not an argument, because libFuzzer starts itself again with its own arguments.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
  report("FUZZ_TARGET is \"\(name)\"; set it to one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  exit(2)
}()

private func report(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

private func run(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    report("\(target.name): \(error)")
    abort()
  }
  return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments, run))
