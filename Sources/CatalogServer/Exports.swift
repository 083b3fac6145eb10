// A program that serves a catalog needs one import: sessions and exports come from these modules.
@_exported public import CatalogExport
@_exported public import CatalogSession
