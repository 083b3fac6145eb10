import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import TestKit
import Testing

@testable import Commands

/// A folder that several runs record into has the last recording of each feed.
@Suite struct RecordingFolderTests {
  private let folder: TemporaryFolder
  private let guides: Feed
  private let penn: Feed

  init() throws {
    folder = try TemporaryFolder()
    guides = try #require(Registry().feeds.first { $0.adapter.description == "guide" })
    penn = try #require(Registry().feeds.first { $0.id.description == "penn/dining" })
  }

  private func reply(_ name: String, page: Int = 1, _ format: FeedRequest.Format = .json) -> FeedReply {
    FeedReply(to: FeedRequest(name, page: page, addresses: [], format: format), body: Array("[]".utf8))
  }

  private func record(_ body: (RecordingFolder) -> Void) throws {
    let recording = RecordingFolder(folder.url.appendingPathComponent("r").path, StoreGuard(stores: []))
    body(recording)
    recording.removeOld { $0 == guides.id ? ["guides"] : $0 == penn.id ? ["venues"] : [] }
    try recording.check()
  }

  private func names(of feed: Feed) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("r/\(feed.id)").path).sorted()
  }

  @Test func filesOfEarlierRecordingAreRemoved() throws {
    try record { recording in
      for page in 1...3 { recording.write(reply("guides", page: page), of: guides) }
      recording.write(reply("venues"), of: penn)
    }
    let first = ["guides.2.json", "guides.2.meta.json", "guides.3.json", "guides.3.meta.json", "guides.json", "guides.meta.json"]
    #expect(try names(of: guides) == first)
    let strange = ["notes.txt", "guides.01.json", "guides.x.json", "guidesmore.json", "guides", "guides.json.bak", "places.json"]
    for name in strange { try folder.write("mine", to: "r/\(guides.id)/\(name)") }
    try record { $0.write(reply("guides"), of: guides) }
    #expect(try names(of: guides) == (["guides.json", "guides.meta.json"] + strange).sorted())
    // The second run recorded nothing for this feed.
    #expect(try names(of: penn) == ["venues.json", "venues.meta.json"])
  }

  /// A feed may have had another format before.
  @Test(arguments: FeedRequest.Format.allCases)
  func filesOfEachFormatAreRemoved(_ format: FeedRequest.Format) throws {
    try record { recording in
      for page in 1...3 { recording.write(reply("guides", page: page, format), of: guides) }
    }
    try record { $0.write(reply("guides"), of: guides) }
    #expect(try names(of: guides) == ["guides.json", "guides.meta.json"])
  }

  @Test func linksAreNotFollowed() throws {
    try folder.write("mine", to: "elsewhere/guides.2.json")
    try folder.write("", to: "r/\(guides.id)/.keep")
    let path = folder.url.appendingPathComponent("r/\(guides.id)").path
    let target = folder.url.appendingPathComponent("elsewhere").path
    try FileManager.default.createSymbolicLink(atPath: "\(path)/guides.3.json", withDestinationPath: "\(target)/guides.2.json")
    try FileManager.default.createDirectory(atPath: "\(path)/guides.4.json", withIntermediateDirectories: false)
    try record { $0.write(reply("guides"), of: guides) }
    #expect(try names(of: guides) == [".keep", "guides.3.json", "guides.4.json", "guides.json", "guides.meta.json"])
    // A folder that is itself a link: files in its target are written, as before, but none is removed.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    try record { $0.write(reply("guides"), of: guides) }
    #expect(try folder.read("elsewhere/guides.2.json") == "mine")
  }
}
