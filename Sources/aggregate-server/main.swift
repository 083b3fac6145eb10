import Commands
// So that a statically linked program contains them.
import Dispatch
import Foundation
import Synchronization

await Aggregate.main(["serve"] + CommandLine.arguments.dropFirst()) { try await SiteServer.run($0) }
