// An adapter needs one import: this module brings the model, opening hours and JSON values with it.
@_exported public import CampusCatalog
@_exported public import OpeningHours
@_exported public import SimdJSON
