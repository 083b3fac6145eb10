import ArgumentParser

/// The format of a command's output: for people, or for programs.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json }
