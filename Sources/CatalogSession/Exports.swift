// A program that embeds sessions needs only one import: the types of their interface come from these modules.
@_exported public import Aggregation
@_exported public import CampusCatalog
@_exported public import CatalogDiff
@_exported public import CatalogQuery
@_exported public import FeedKit
@_exported public import Fetching
@_exported public import OpeningHours
@_exported public import SnapshotStore
