@_exported public import FeedKit
