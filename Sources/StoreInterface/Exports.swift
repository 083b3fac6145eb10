// A store keeps what was fetched: the types of its interface come from this module.
@_exported public import Fetching
