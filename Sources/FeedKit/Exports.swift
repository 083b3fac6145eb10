// Adapters only need to import FeedKit.
@_exported public import Basics
@_exported public import CampusCatalog
@_exported public import ExpatXML
@_exported public import OpeningHours
@_exported public import SimdJSON
