public import Aggregation
import Basics
public import CampusCatalog
public import CatalogDiff
public import OpeningHours
public import SnapshotStore

/// Reports the changes since its last report, which is recorded in the store under a name.
public struct ChangeWatch: Sendable {
  /// The report of a round.
  public enum Report {
    /// Nothing was reported before: later reports have the changes after this moment.
    case started(Instant)
    /// The run of the last report is no longer stored: changes until this moment are lost.
    case interrupted(Instant)
    /// The changes, also as a JSON document.
    case changes(ChangeLog, document: String)
  }

  private let selection: RunSelection
  private let kinds: [Entry.Kind]
  private let ranks: [Change.Rank]
  /// The clock and the units of the texts.
  public var style = RegionalStyle.Choice()
  /// The name under which the last report is recorded in the store. The same watch always has the same name.
  private let name: String

  /// - Parameter ranks: the ranks to report; empty for all.
  /// - Parameter traits: other properties that distinguish the watch, such as where it reports.
  public init(_ selection: RunSelection, kinds: [Entry.Kind], ranks: [Change.Rank], traits: [String]) {
    self.selection = selection
    self.kinds = kinds
    self.ranks = ranks
    let words = kinds.map(\.rawValue).sorted() + ranks.sorted().map(\.rawValue)
    let lists = [selection.campuses.map(\.description), selection.feeds.map(\.description), words, traits]
    let text = lists.map { list in "\(list.count) " + list.map { "\($0.utf8.count):\($0)" }.joined(separator: ",") }
    name = String(SHA256.hash(Array(text.joined(separator: "\n").utf8)).hexadecimal.prefix(32))
  }

  /// Compares the newest run in the store with the run of the last report.
  ///
  /// - Parameter report: called if there is something to report. If it throws, the next round reports the same again: reporting twice is
  ///   better than never.
  /// - Throws: `SessionError`, and errors of `report`.
  public func round(in store: SnapshotStore, report: (Report) async throws -> Void) async throws {
    guard let newest = try await store.runs(selection: selection, limit: 1).first else { return }
    switch try await store.progress(of: name) {
    case .run(let last):
      if last.id == newest.id { return }
      if let changes = try await changes(from: last, to: newest, in: store) { try await report(changes) }
    case .notStarted: try await report(.started(newest.generatedAt))
    case .runRemoved: try await report(.interrupted(newest.generatedAt))
    }
    try await store.setProgress(newest, of: name)
  }

  private func changes(from old: RunRecord, to new: RunRecord, in store: SnapshotStore) async throws -> Report? {
    let moments = (old.generatedAt, new.generatedAt)
    let old = try CatalogText(try await store.catalog(of: old), named: "the run of \(old.generatedAt)")
    let new = try CatalogText(try await store.catalog(of: new), named: "the run of \(new.generatedAt)")
    do {
      let comparison = try CatalogComparison(old, new)
      let dates = try await store.newDates(in: comparison, moments)
      let filter = ChangeFilter(kinds: Set(kinds), ranks: Set(ranks))
      let log = try ChangeLog(comparison, treatsStaleAsDelivered: true, style: style, newDates: dates).filtered(by: filter)
      let document = try DiffDocument.text(of: log, literal: filter.isEmpty ? comparison : nil, filter: filter.isEmpty ? nil : filter)
      return log.isEmpty ? nil : .changes(log, document: document)
    } catch let error as SessionError {
      throw error
    } catch let error as DiffError {
      throw SessionError(.incomparableRuns, error.description)
    } catch {
      throw SessionError(.incomparableRuns, "the changes cannot be determined: \(error)")
    }
  }
}

extension CatalogText {
  /// Creates the text of a run in a store, as it was written.
  ///
  /// - Throws: `damagedRun`.
  public init(_ parts: CatalogParts, named name: String) throws(SessionError) {
    var bytes: [UInt8] = []
    do {
      try CatalogWriter.write(parts) { bytes.append(contentsOf: $0) }
    } catch {
      throw SessionError(.damagedRun, "\(name) cannot be read from the store")
    }
    self.init(named: name, bytes: bytes)
  }
}
