import CampusCatalog
import FeedKit

/// What a run shows of the campuses and feeds that a catalog delivers.
struct CatalogScope: Sendable {
  /// The selection of the run.
  let selection: RunSelection
  /// The catalogs that the registry has. Their reports are their own.
  let others: Set<FeedID>

  init(_ selection: RunSelection, others: Set<FeedID>) {
    (self.selection, self.others) = (selection, others)
  }

  init(_ plan: Plan) {
    self.init(plan.selection, others: Set(plan.registry.feeds.lazy.filter(\.readsCatalogs).map(\.id)))
  }

  /// Returns the scope of one catalog.
  func of(_ catalog: Feed) -> CatalogScope { CatalogScope(selection, others: others.filter(catalog.mayDeliver)) }

  /// Returns the shown part of what a catalog delivered: feeds that may come from it, if they or the catalog are selected. An earlier result may have
  /// feeds that the catalog may no longer deliver.
  func shown(of upstream: UpstreamCatalog, from catalog: Feed) -> UpstreamCatalog {
    UpstreamCatalog(
      campuses: upstream.campuses.filter { catalog.campuses.contains($0.id) },
      feeds: upstream.feeds.filter { report in
        catalog.mayDeliver(report.id) && !catalog.isLoop(report.via) && !others.contains(report.id)
          && (selection.contains(report.id) || selection.feeds.contains(catalog.id))
      })
  }
}
