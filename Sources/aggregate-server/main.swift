import CLinux
import Commands
// So that a statically linked program contains them.
import Dispatch
import Foundation
import Synchronization

// As the launcher of an adapter that is an executable, this process has nothing else to do, and starts before anything is initialized.
if CommandLine.argc > 1, let word = CommandLine.unsafeArgv[1], strcmp(word, "__confine") == 0 {
  exit(clinux_confine(CommandLine.argc - 2, CommandLine.unsafeArgv + 2))
}
await Aggregate.main(["serve"] + CommandLine.arguments.dropFirst()) { try await SiteServer.run($0) }
