// The types of a store come from this module.
@_exported public import Aggregation
