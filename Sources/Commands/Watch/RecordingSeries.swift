import Aggregation
import FeedKit
import Foundation

/// Recordings that a watch reads instead of feeds, one in each round.
struct RecordingSeries {
  /// The folders of the recordings, at least one.
  let folders: [String]

  /// - Parameter folder: a recording of feeds of the plan, or a folder of such recordings, which are read in the byte order of their names.
  /// - Throws: `Failure` if there is no recording.
  init(_ folder: String, of plan: Plan) throws(Failure) {
    if Self.isRecording(folder, of: plan) {
      folders = [folder]
      return
    }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }
    folders = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }.filter {
      Self.isRecording($0, of: plan)
    }
    guard folders.isEmpty else { return }
    throw Failure(
      .nothing,
      InputFile.isFolder(folder)
        ? "neither \(folder) nor a folder in it is a recording of the selected feeds; a recording has the files DIR/<campus>/<feed>/<request>.json"
        : "the folder \(folder) does not exist; --replay reads the recordings in it, one in each round")
  }

  private static func isRecording(_ folder: String, of plan: Plan) -> Bool {
    plan.readings.contains { InputFile.isFolder("\(folder)/\($0.feed.id)") }
  }
}
