// What the database is made from.
@_exported public import CatalogExport
