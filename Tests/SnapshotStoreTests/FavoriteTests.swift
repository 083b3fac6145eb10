import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import OpeningHours
import SnapshotStore
import TestKit
import Testing

@Suite struct FavoriteTests {
  private func favorite(_ id: String, _ name: String?, _ time: String = "2026-11-21T17:00:00Z") throws -> Favorite {
    Favorite(id: try #require(EntryID(id)), name: name, addedAt: try #require(Instant(time)))
  }

  @Test func favoritesAreUniqueAndOrdered() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    #expect(try await store.favorites().isEmpty)
    let (first, second) = (try favorite("gmu/whats-open/rac", nil), try favorite("penn/dining/593", "1920 Commons"))
    try await store.addFavorite(second)
    try await store.addFavorite(first)
    try await store.addFavorite(try favorite("penn/dining/593", "another", "2027-01-01T00:00:00Z"))
    #expect(try await store.favorites() == [first, second])
    store.close()
    let again = try SnapshotStore.open(path: folder.path())
    #expect(try await again.favorites() == [first, second])
    try await again.removeFavorites([second.id, second.id])
    #expect(try await again.favorites() == [first])
    #expect(try await again.check().isEmpty)
  }

  @Test func firstVersionIsMigrated() async throws {
    let folder = try TemporaryFolder()
    let sample = try SampleUpdate("penn/dining", 1)
    try EarlierStore.write([(sample.update, false)], version: 1, to: folder.path())
    let led = try SnapshotStore.open(path: folder.path())
    try await led.addFavorite(try favorite("penn/dining/593", nil))
    #expect(try await led.favorites().count == 1)
    #expect(try await led.states(of: [sample.feed]) == [sample.feed: sample.state])
  }

  @Test func damagedRowIsReported() async throws {
    let folder = try TemporaryFolder()
    let store = try SnapshotStore.open(path: folder.path())
    try await store.addFavorite(try favorite("penn/dining/593", "1920 Commons"))
    store.close()
    try await Tool.python(folder.path(), "base.execute(\"UPDATE favorite SET name = '1921 Commons'\")")
    let damaged = try SnapshotStore.open(path: folder.path())
    await #expect(throws: StoreError.self) { try await damaged.favorites() }
    #expect(try await damaged.check().count == 1)
  }
}
