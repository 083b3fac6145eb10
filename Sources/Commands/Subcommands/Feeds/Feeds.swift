import ArgumentParser

struct Feeds: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds", abstract: "List the feeds, check them, report on them, add your own, or switch them on and off.",
    usage: """
      aggregate feeds [--campus ID]… [--config FILE]… [--format text|json]
      aggregate feeds check [--all | --campus ID… | --feed ID…]
      aggregate feeds find URL
      aggregate feeds show FEED
      aggregate feeds report [FEED…] [--since 30d] [--quality]
      aggregate feeds add FEED --adapter ID --url URL
      aggregate feeds remove FEED
      aggregate feeds enable FEED
      aggregate feeds disable FEED
      """,
    subcommands: [
      FeedList.self, FeedCheck.self, FeedReportCommand.self, FeedFind.self, FeedShow.self, FeedAdd.self, FeedRemove.self, FeedEnable.self,
      FeedDisable.self,
    ], defaultSubcommand: FeedList.self)
}
