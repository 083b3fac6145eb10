import CampusCatalog
import RandomData
import TestKit
import Testing

@Suite struct HTMLTests {
  @Test(arguments: [
    ("plain", "plain"), ("<p>One</p><p>Two</p>", "One\n\nTwo"), ("a<br>b", "a\nb"), ("a<br/><br />b", "a\n\nb"),
    ("<ul><li>x</li><li>y</li></ul>", "x\ny"),
    ("<div>a</div><div>b</div>", "a\nb"), ("a <b>bold</b> word", "a bold word"), ("a<b>b</b>c", "abc"), ("  a \n\t b  ", "a b"),
    ("<P CLASS='x'>A</P>", "A"), ("<h1>T</h1>text", "T\n\ntext"),
    ("<table><tr><td>a</td> <td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("<table><tr><th>Mon</th><td>Closed</td></tr><tr><th>Tue</th><td>9-5</td></tr></table>", "Mon Closed\nTue 9-5"),
    ("x<p></p><p></p>y", "x\n\ny"),
  ])
  func structure(fragment: String, expected: String) { #expect(PlainText.html(fragment) == expected) }

  @Test(arguments: [
    ("&lt;b&gt; &amp; &quot;x&quot; &apos;y&apos;", "<b> & \"x\" 'y'"), ("caf&eacute; &mdash; &euro;5", "café — €5"),
    ("&#39;&#x2019;&#X2019;", "'’’"), ("a&nbsp;b", "a b"), ("&nbsp;a&nbsp;&nbsp;b&#160;", "a b"),
    ("&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("&unknown;", "&unknown;"), ("AT&T", "AT&T"), ("1 &lt 2 &amp 3", "1 < 2 & 3"),
    ("caf&eacute", "café"), ("a & b", "a & b"), ("&", "&"), ("a&", "a&"),
    ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#38 x", "& x"),
    ("&#xD800;", "&#xD800;"), ("&#x110000;", "&#x110000;"), ("&#99999999999;", "&#99999999999;"), ("&#128512;", "😀"),
    ("?a=1&copy=2", "?a=1&copy=2"), ("&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"),
    ("&Alpha;&alpha;&Prime;&prime;", "Αα″′"), ("a&#27;[31mb&#0;", "a[31mb&#0;"), ("&EACUTE;", "&EACUTE;"), ("&notit;", "&notit;"),
    ("&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;"),
  ])
  func entities(fragment: String, expected: String) { #expect(PlainText.html(fragment) == expected) }

  @Test(arguments: [
    ("a<script>alert('<p>')</script>b", "ab"), ("a<SCRIPT type=x>1</Script >b", "ab"), ("a<style>p{}</style>b", "ab"),
    ("a<!-- <b>c</b> -->b", "ab"), ("a<!DOCTYPE html>b", "ab"), ("a<?php x ?>b", "ab"),
    ("a<script>never closed", "a"), ("a<!-- never closed <p>b", "a"), ("a<img src=x onerror=alert(1)>b", "ab"),
    ("a<img alt=\"x > y\">b", "ab"), ("a<img alt='<script>'>b", "ab"), ("a<p", "a"), ("a<a href=\"x", "a"),
    ("a</p>b", "a\n\nb"), ("<b><i>x</b></i>", "x"), ("a<svg><script>1</script></svg>b", "ab"), ("a<iframe src=x>i</iframe>b", "ab"),
    ("<scr<script>x</script>ipt>y", "xipt>y"), ("a<script>x</scripty>y</script>b", "ab"),
    ("a<template><p>x</p></template>b", "ab"), ("a<script/>b</script>c", "ac"), ("a<!--><b>x</b>-->c", "ax-->c"),
    ("<title>t</title>a", "a"),
  ])
  func hiddenTextIsDropped(fragment: String, expected: String) { #expect(PlainText.html(fragment) == expected) }

  @Test(arguments: [
    ("3 < 5 > 2", "3 < 5 > 2"), ("I <3 you", "I <3 you"), ("<", "<"), ("a<", "a<"), ("<<<", "<<<"), ("</", "</"), ("< b>", "< b>"),
    ("<>", "<>"), ("</3>", "</3>"), ("<é>", "<é>"),
  ])
  func angleBracketWithoutTagIsText(fragment: String, expected: String) { #expect(PlainText.html(fragment) == expected) }

  @Test(arguments: [
    "", " \n", "<p></p>", "<br>", "<!-- x -->", "<script>x</script>", "&nbsp;", "&#160;&nbsp;", "<img src=x>", "<p", "<!--", "<?",
  ])
  func emptyText(fragment: String) { #expect(PlainText.html(fragment) == nil) }

  /// Random fragments, cut anywhere: tags are removed, and text is kept.
  @Test(arguments: Budget.seeds(10))
  func randomPieces(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let tags = [
      "<b>", "</b>", "<p>", "</p>", "<br/>", "<div class='a'>", "</div>", "<a href=\"h\">", "</a>", "<!-- note -->",
      "<script>hidden</script>", "<style>hidden</style>", "<img alt='hidden'>",
    ]
    for _ in 0..<50 {
      var words: [String] = []
      var fragment = ""
      for number in 0..<Int.random(in: 0...20, using: &generator) {
        if Bool.random(using: &generator) {
          fragment += tags[Int.random(in: 0..<tags.count, using: &generator)]
        } else {
          words.append("w\(number)")
          fragment += " w\(number) "
        }
      }
      let text = PlainText.html(fragment)
      #expect((text ?? "").split(whereSeparator: \.isWhitespace).map(String.init) == words, "seed \(seed): \(fragment)")
    }
  }

  /// A fragment that is twice as long takes twice as many reads of its bytes, however malformed it is.
  @Test(arguments: ["<", "<a", "</", "<!--", "&", "&#", "&amp", "<p>", "\"", "<script>", "</script", "<b \"", "é<", "<script></"])
  func readingTimeIsLinear(piece: String) {
    let (once, twice) = (reads(of: piece, times: 2_000), reads(of: piece, times: 4_000))
    #expect(Double(twice) < 2.2 * Double(once), "\(once) reads, then \(twice)")
  }

  /// Returns how many bytes are read from a fragment that repeats a piece.
  private func reads(of piece: String, times: Int) -> Int {
    let counter = ReadCounter()
    let fragment = CountedBytes(bytes: Array(("start " + String(repeating: piece, count: times)).utf8), counter: counter)
    var reader = HTMLReader(fragment[...])
    #expect(reader.read().hasPrefix("start"))
    return counter.count
  }
}

/// A byte buffer that counts reads.
private struct CountedBytes: RandomAccessCollection {
  let bytes: [UInt8]
  let counter: ReadCounter

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }

  subscript(index: Int) -> UInt8 {
    counter.count += 1
    return bytes[index]
  }
}

private final class ReadCounter {
  var count = 0
}

extension PlainText {
  static func html(_ fragment: String) -> String? {
    var removed = 0
    return html(fragment, removedMarks: &removed)
  }
}
