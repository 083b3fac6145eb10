import Commands
// So that a statically linked program contains them.
import Dispatch
import Foundation
import Synchronization

// The program has all commands, and is `aggregate serve` under its own name. Where the other program is not installed, as in the container
// image, this one has its name.
let name = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent }
await Aggregate.main((name == "aggregate" ? [] : ["serve"]) + CommandLine.arguments.dropFirst()) { try await SiteServer.run($0) }
