// The engine reads feeds and writes stores: the types of its interface come from this module.
@_exported public import Fetching
