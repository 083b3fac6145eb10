/// The feeds of a registry that a session or a run is about.
public struct FeedChoice: Sendable {
  public let registry: Registry
  public let selection: RunSelection
  public let plan: Plan

  /// - Throws: `unknownID` for an id that the registry does not have.
  public init(_ selection: RunSelection, in registry: Registry) throws(SessionError) {
    self.registry = registry
    self.selection = selection
    do throws(PlanError) { plan = try Plan(selection, in: registry) } catch { throw SessionError(.unknownID, error.description) }
  }
}
