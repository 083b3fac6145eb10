// A transport answers the requests of feeds: the types of its interface come from this module.
@_exported public import FeedKit
