"""Measure the page in Chromium on a slow connection and a slow processor: the largest paint, and the paint after each tap. Started by `page`.

usage: measure_page.py BINARY CATALOG [ROUNDS=5]
"""

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tests" / "Oracles"))

from check_page_browser import Browser, served
from selenium.webdriver.common.keys import Keys

BINARY, CATALOG = sys.argv[1:3]
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
LARGEST_PAINT, INTERACTION, FIRST_SCREEN = 2500, 200, 60_000  # milliseconds, milliseconds, bytes
PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
NO_LIMIT = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
OBSERVE = """window.paints = []; window.events = [];
  new PerformanceObserver(list => paints.push(...list.getEntries().map(entry => entry.startTime))).observe({type: 'largest-contentful-paint', buffered: true});
  new PerformanceObserver(list => events.push(...list.getEntries().filter(entry => entry.interactionId > 0).map(entry => entry.duration)))
    .observe({type: 'event', durationThreshold: 16, buffered: true})"""
IS_LIVE = "return document.readyState === 'complete' && document.documentElement.classList.contains('live')"
# After two frames, the paint that follows a tap is over; entries arrive a little later.
PAINTED = "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))"


class Page:
    def __init__(self, url):
        self.url = url
        self.browser = Browser()
        self.browser.command("Emulation.setDeviceMetricsOverride", **PHONE)
        self.browser.command("Page.addScriptToEvaluateOnNewDocument", source=OBSERVE)

    def open(self, path):
        """Opens a page as on a first visit; returns the milliseconds to the largest paint, and the bytes of the first screen."""
        self.browser.driver.get("about:blank")
        self.browser.command("Network.clearBrowserCache")
        self.browser.command("Storage.clearDataForOrigin", origin=self.url, storageTypes="all")
        self.browser.command("Network.emulateNetworkConditions", **SLOW_4G)
        self.browser.command("Emulation.setCPUThrottlingRate", rate=4)
        self.browser.forget_reports()
        self.browser.driver.get(self.url + path)
        if not self.browser.waits(lambda: self.browser.run(IS_LIVE)):
            sys.exit(f"{path} does not load")
        self.browser.run_async(PAINTED)
        first = {event["requestId"] for event in self.browser.reported("Network.responseReceived")
                 if event["type"] in ("Document", "Stylesheet", "Script") and "leaflet" not in event["response"]["url"] and "map." not in event["response"]["url"]}
        size = sum(event["encodedDataLength"] for event in self.browser.reported("Network.loadingFinished") if event["requestId"] in first)
        return max(self.browser.run("return window.paints")), size

    def tap(self, selector):
        item = self.browser.find(selector)
        self.browser.run("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", item)
        self.browser.run_async(PAINTED)
        return self.duration(item.click)

    def duration(self, act):
        """The milliseconds from a tap or a key to the next paint; 16 if it takes less."""
        self.browser.run("window.events = []")
        act()
        self.browser.run_async(PAINTED)
        self.browser.waits(lambda: self.browser.run("return !document.querySelector('[aria-busy]')"))
        return max(self.browser.run("return window.events"), default=16)


def interactions(page, path):
    """Taps on everything that a list offers; returns the milliseconds of each."""
    page.open(path)
    page.browser.command("Network.emulateNetworkConditions", **NO_LIMIT)
    taps = {name: page.tap(selector) for name, selector in (
        ("a star", ".place .star"), ("favorites", "#only-favorites"), ("all again", "#only-favorites"), ("open now", ".chip[data-name=open]"),
        ("all places", ".chip[data-name=open]"), ("when", ".when summary"), ("more", ".more summary"))}
    search = page.browser.find("#q")
    for letter in "cafe":
        taps[f"typing {letter}"] = page.duration(lambda: search.send_keys(letter))
    for _ in "cafe":
        taps["clearing"] = page.duration(lambda: search.send_keys(Keys.BACKSPACE))
    if page.browser.find_all(".views"):
        taps["the map"] = page.tap(".views [data-view=map]")
        taps["the list"] = page.tap(".views [data-view=list]")
    return taps


def row(name, values, bound, unit):
    middle = statistics.median(values)
    print(f"{name:32}{middle:9.0f}{max(values):9.0f}{bound:9} {unit}{'' if middle <= bound else ', too much'}", flush=True)
    return middle <= bound


def main():
    is_right = True
    print(f"{'':32}{'median':>9}{'largest':>9}{'bound':>9}")
    for name, options, path in (("sample", ["--sample"], "/gmu"), ("many places", ["--catalog", CATALOG], "/all")):
        with served(BINARY, *options) as url:
            page = Page(url)
            loads = [page.open(path) for _ in range(ROUNDS)]
            is_right &= row(f"{name}: largest paint", [paint for paint, _ in loads], LARGEST_PAINT, "ms")
            is_right &= row(f"{name}: first screen", [size for _, size in loads], FIRST_SCREEN, "bytes")
            taps = [interactions(page, path) for _ in range(ROUNDS)]
            for tap in taps[0]:
                is_right &= row(f"{name}: {tap}", [each[tap] for each in taps], INTERACTION, "ms")
            page.browser.driver.quit()
    sys.exit(not is_right)


if __name__ == "__main__":
    main()
