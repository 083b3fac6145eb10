import FeedKit
import Testing

@testable import Fetching

/// A page that is sent instead of XML is recognized by its beginning. An XML declaration is optional.
@Suite struct SnifferTests {
  @Test(arguments: [
    ("<feed/>", false), ("<?xml version='1.0'?><feed/>", false), ("\u{FEFF}<feed xmlns='urn:a'/>", false), ("<!-- c --><feed/>", false),
    ("{}", false), ("<!DOCTYPE html><title>Log in</title>", true), ("<?xml version='1.0'?>\n<html xmlns='urn:h'/>", true),
    ("\n<HTML>", true),
  ])
  func pagesInsteadOfXML(_ body: String, _ isPage: Bool) {
    let response = HTTPResponse(status: 200, headers: [], body: Array(body.utf8))
    #expect(Sniffer.page(in: response, insteadOf: .xml) == (isPage ? "text/html" : nil))
  }
}
