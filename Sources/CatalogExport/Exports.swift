// Exports are made of catalogs and answers to queries.
@_exported public import CatalogQuery
