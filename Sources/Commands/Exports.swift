// The modules that every command needs to open a catalog and to show it. ArgumentParser is not exported: its `main` would hide that of `Aggregate`.
@_exported public import CatalogExport
@_exported public import CatalogSession
