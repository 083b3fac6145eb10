import Commands
// So that a statically linked program contains them.
import Dispatch
import Foundation
import Synchronization

await Aggregate.main()
