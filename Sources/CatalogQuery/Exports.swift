// A query is about a catalog: the types of its interface come from these modules.
@_exported public import CampusCatalog
@_exported public import OpeningHours
