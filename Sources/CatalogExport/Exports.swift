// What is exported are catalogs and answers to queries.
@_exported public import CatalogQuery
