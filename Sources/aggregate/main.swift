import Commands
// So that a statically linked program contains them.
import Dispatch
import Foundation
import Synchronization

Aggregate.growMemoryInLargeSteps()
await Aggregate.main()
