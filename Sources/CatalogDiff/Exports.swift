// A program that compares catalogs needs one import: the types of changes come from these modules.
@_exported public import CampusCatalog
@_exported public import OpeningHours
