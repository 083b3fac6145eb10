// The types of a transport come from this module.
@_exported public import Fetching
