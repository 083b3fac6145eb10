import ArgumentParser

/// The form in which a command shows things: for people, or for programs.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json }
