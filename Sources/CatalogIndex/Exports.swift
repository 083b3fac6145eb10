// An index answers queries on a store, so the types of its interface come from these modules.
@_exported public import CatalogQuery
@_exported public import Aggregation
