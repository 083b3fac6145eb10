"""Checks the pages of places, the week, the map on a phone, and the screen of a lobby in Chromium, by what visitors want to know.

usage: check_place_pages.py PROGRAM URL

PROGRAM is `aggregate`, and URL a server of the sample with a base path and `--report mailto:…`. Prints each fault on a separate line, and exits with 1 if there are any.
Needs the same packages as check_page_browser.py.
"""

import contextlib
import http.server
import re
import sys
import threading
import urllib.parse

from check_page_browser import PageChecks, served

PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
SHORT_TARGETS = """return [...document.querySelectorAll(arguments[0])].filter(item => item.checkVisibility())
  .filter(item => item.getBoundingClientRect().height < 44 || item.getBoundingClientRect().width < 44).map(item => item.outerHTML.slice(0, 90))"""
BAR = """const mark = document.querySelector('.day-bar .now').getBoundingClientRect(), bar = document.querySelector('.day-bar').getBoundingClientRect();
  return (mark.x + mark.width / 2 - bar.x) / bar.width"""


@contextlib.contextmanager
def framed():
    """Serves pages of another site, with the address of the query in a frame; gives the port."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = f'<!DOCTYPE html><title>Library</title><iframe src="{urllib.parse.unquote(self.path[2:])}" width="500" height="500"></iframe>'.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield site.server_port
        site.shutdown()


class Checks(PageChecks):
    def __init__(self, program, url):
        super().__init__()
        self.program, self.url = program, url.rstrip("/")
        self.browser.command("Emulation.setDeviceMetricsOverride", **PHONE)

    def open(self, path):
        self.browser.driver.get(self.url + path)
        self.wait(lambda: self.browser.run("return document.readyState") == "complete", f"{path} does not load")

    def tap(self, selector):
        """Taps on something that is there, wherever it is on the page."""
        self.browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self.browser.find(selector).click()

    def address(self):
        return urllib.parse.urlsplit(self.browser.driver.current_url).path

    # What visitors want to know, with the fewest taps.

    def closing_today_and_tomorrow(self):
        """One tap: the page of a place begins with today and tomorrow."""
        self.open("/gmu")
        self.tap("[data-id='gmu/whats-open/express'] .name")
        self.wait(lambda: self.browser.find_all("article.place .day-bar"), "the page of a place has no bar")
        self.check("21:00" in self.browser.find(".sentence").text or "9 PM" in self.browser.find(".sentence").text, "the page does not say when the place closes")
        rows = self.browser.find_all(".week tbody tr")
        self.check([row.text.split()[0] for row in rows[:2]] == ["Today", "Tomorrow"], "the week does not begin with today and tomorrow")
        bottom = rows[1].rect["y"] + rows[1].rect["height"]
        self.check(bottom <= PHONE["height"], f"tomorrow's hours are at {bottom:.0f} px, below the first screen")
        # The sample is of 12:00.
        self.check(abs(self.browser.run(BAR) - 0.5) < 0.01, "the bar does not mark the time")
        dates = self.browser.run("return [...document.querySelectorAll('.week time')].map(time => time.dateTime)")
        self.check(len(dates) == len(set(dates)) == 7, f"the week has other days than seven: {dates}")
        short = self.browser.run(SHORT_TARGETS, ".actions a, .actions button, .also .place, article.place > .star")
        self.check(not short, f"targets are smaller than 44 px: {short[:2]}")
        self.check("Also in Johnson Center" in self.browser.find("main").text, "the other places of the building are missing")

    def what_is_different_this_week(self):
        """One tap, also for the events of the weekend."""
        self.open("/gmu")
        link = self.browser.find(".week-link a")
        self.check(link.rect["y"] < PHONE["height"], "the link to the week is below the first screen")
        link.click()
        self.wait(lambda: self.address().endswith("/gmu/week"), "the link to the week leads elsewhere")
        text = self.browser.find("main").text
        for part in ("This week", "Thanksgiving Break 2026", "places closed", "usually", "This weekend", "Autumn Robotics Meet 2026"):
            self.check(part in text, f"the week lacks {part!r}")
        days = self.browser.run("return [...document.querySelectorAll('.day h2 time')].map(time => time.dateTime)")
        self.check(days == sorted(days) and len(set(days)) == len(days) > 2, f"the days of the week are {days}")

    def report_an_error(self):
        """Two taps: a place, then the link, which has the place, the time and the hours."""
        self.open("/gmu")
        self.tap("[data-id='gmu/whats-open/express'] .name")
        self.wait(lambda: self.browser.find_all(".report a"), "the page of a place has no link to report an error")
        address = urllib.parse.urlsplit(self.browser.find(".report a").get_attribute("href"))
        fields = urllib.parse.parse_qs(address.query)
        self.check(address.scheme == "mailto" and "Express" in fields["subject"][0], f"the report is for {address.path}: {fields}")
        for part in ("gmu/whats-open/express", "2026", "11:00", "Thanksgiving"):
            self.check(part in fields["body"][0] or part == "11:00" and "11 AM" in fields["body"][0], f"the report lacks {part!r}")

    def share_a_place(self):
        remove = self.override("Object.defineProperty(navigator, 'share', {value: undefined});"
                               "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text; }}})")
        self.open("/places/gmu/whats-open/express")
        self.tap("button.share")
        self.wait(lambda: self.browser.run("return window.copied !== undefined"), "nothing is copied")
        copied = self.browser.run("return window.copied ?? ''")
        self.check(copied.startswith("Express: Open until ") and copied.endswith("/places/gmu/whats-open/express"), f"{copied!r} is copied")
        self.check("copied" in self.browser.find("main").text, "the page does not say that the link is copied")
        remove()

    def directions_follow_the_system(self):
        for agent, start in (("Mozilla/5.0 (Linux; Android 15)", "geo:"), ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)", "https://maps.apple.com/"),
                             ("Mozilla/5.0 (X11; Linux x86_64)", "https://www.openstreetmap.org/directions")):
            remove = self.override(f"Object.defineProperty(navigator, 'userAgentData', {{value: undefined}});"
                                   f"Object.defineProperty(navigator, 'userAgent', {{value: '{agent}'}})")
            self.open("/places/gmu/whats-open/express")
            self.wait(lambda: self.browser.find(".directions").get_attribute("href").startswith(start), f"directions on {agent} are {self.browser.find('.directions').get_attribute('href')}")
            remove()

    def map_and_back(self):
        """The map has the state of places on cards, and going back leads to the same point of the list."""
        self.open("/gmu")
        self.wait(lambda: self.browser.find_all(".views"), "there is no choice of list and map")
        if not self.browser.find_all("section.map"):
            self.faults.append("there is no map: is libjs-leaflet installed?")
            return
        self.check(not self.browser.find_all(".leaflet-container"), "the map is loaded before it is chosen")
        self.browser.run("scrollTo(0, 300)")
        self.wait(lambda: self.browser.run("return scrollY") == 300, "the list does not scroll")
        self.browser.run("document.querySelector('.views [data-view=map]').click()")
        self.wait(lambda: self.browser.find_all("#map .pin"), "the map has no pins")
        self.check(not self.browser.run("return document.querySelector('#results').checkVisibility()"), "the list is still there")
        labels = self.browser.run("return [...document.querySelectorAll('#map .pin')].map(pin => pin.getAttribute('aria-label'))")
        self.check(labels and all(re.search(r"Open|Closes|Closed|Opens|Hours", label) for label in labels), f"pins are labeled {labels[:3]}")
        self.browser.run("document.querySelector('#map .pin.open:not(.several)').focus()")
        self.check(self.browser.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
                   or self.browser.run("return !document.activeElement.matches(':focus-visible')"), "the focus on a pin is not visible")
        self.browser.run("document.activeElement.click()")
        self.wait(lambda: self.browser.find_all("#map .card .said"), "a pin has no card")
        card = self.browser.find("#map .card")
        for selector in (".name", ".said", ".favorite", ".way"):
            self.check(card.find_elements("css selector", selector), f"the card lacks {selector}")
        self.browser.run("document.querySelector('#map .card .favorite').click()")
        self.check(self.browser.find("#map .card .favorite").get_attribute("aria-pressed") == "true", "the star of a card does not make a favorite")
        self.browser.run("document.querySelector('#map .card .favorite').click()")
        self.browser.driver.back()
        self.wait(lambda: self.browser.run("return scrollY") == 300, "going back from the map does not lead to the same point of the list")
        self.check(self.browser.run("return document.querySelector('#results').checkVisibility()"), "going back does not show the list")
        self.browser.run("document.querySelector('#results .place:nth-child(3) .name').click()")
        self.wait(lambda: self.browser.find_all("article.place"), "the page of a place does not open")
        self.browser.driver.back()
        self.wait(lambda: self.browser.run("return scrollY") == 300, "going back from a place does not lead to the same point of the list")

    def forced_colors_keep_states_apart(self):
        self.browser.command("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
        self.open("/all#map")
        self.wait(lambda: self.browser.find_all("#map .pin.open"), "the map has no pins")
        looks = self.browser.run("""return ['open', 'closed'].map(state => document.querySelector(`#map .pin.${state}:not(.several)`))
          .map(pin => pin && getComputedStyle(pin, '::before')).map(style => style && [style.backgroundColor, style.content].join())""")
        self.check(looks[1] is None or looks[0].split('"')[0] != looks[1].split('"')[0], f"with forced colors, open and closed pins look alike: {looks}")
        self.browser.command("Emulation.setEmulatedMedia", features=[])

    def screens_refresh_themselves(self):
        remove = self.override("const real = window.setInterval; window.setInterval = (work, time) => real(work, time / 100)")
        self.open("/gmu?kiosk=1")
        self.browser.run("document.querySelector('main.kiosk').dataset.old = ''")
        self.wait(lambda: self.browser.run("return document.querySelector('main.kiosk:not([data-old])') !== null"), "the screen of a lobby does not refresh itself")
        self.check(not self.browser.find_all("main a, main button, main input"), "the screen of a lobby has controls")
        self.check("Open now" in self.browser.find("main").text, "the screen of a lobby does not say what is open")
        remove()

    def screens_are_filled(self):
        """All places fit on the screen, in as large a type as possible, or the screen says how many more there are."""
        self.open("/gmu?kiosk=1")
        shown = """return [...document.querySelectorAll('main.kiosk ul')].map(list => [list.children.length,
            [...list.children].filter(row => row.checkVisibility()).length, list.nextElementSibling.checkVisibility() ? list.nextElementSibling.textContent : ''])"""
        sizes = set()
        for width, height in ((1920, 1080), (1080, 1920), (1280, 720), (1024, 600), (600, 800)):
            self.browser.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            where = f"a screen of {width} × {height} px"
            self.wait(lambda: self.browser.run("return innerWidth") == width
                      and self.browser.run("return document.documentElement.scrollHeight") <= height, f"{where} has to be scrolled")
            for all_rows, count, more in self.browser.run(shown):
                self.check(count > 0 and more == (f"and {all_rows - count} more" if count < all_rows else ""), f"{where} has {count} places of {all_rows}, {more!r}")
            size = float(self.browser.run("return document.documentElement.style.getPropertyValue('--size')"))
            has_all = all(count == all_rows for all_rows, count, _ in self.browser.run(shown))
            self.check(has_all or size == 1, f"{where} hides places, although its type is large")
            sizes.add((size > 1, has_all))
        self.check({(True, True), (False, False)} <= sizes, f"large and small screens have the same type, or the same places: {sizes}")
        self.browser.command("Emulation.setDeviceMetricsOverride", **PHONE)

    def sites_may_frame_the_list(self):
        """A site that is allowed to has the list in a frame, and no other site has."""
        with framed() as port, served(self.program, "--sample", "--allow-frame", f"http://127.0.0.1:{port}") as url:
            for site, is_allowed in (("127.0.0.1", True), ("localhost", False)):
                self.browser.driver.get(f"http://{site}:{port}/?{urllib.parse.quote(url)}/gmu?embed=1")
                self.browser.driver.switch_to.frame(0)
                self.check(bool(self.browser.find_all(".place")) == is_allowed, f"{'no' if is_allowed else 'a'} list is in a frame of {site}")
                self.browser.driver.switch_to.default_content()
        # The refusal is on the console, and these addresses belong to other sites.
        self.browser.driver.get_log("browser")
        self.browser.forget_reports()

    def pages_are_below_the_base_path(self):
        """The script, too, asks below the base path: filters, the service worker and the manifest."""
        self.open("/gmu?open=now")
        self.browser.run_async("navigator.serviceWorker.ready.then(arguments[0])")
        scope = self.browser.run_async("navigator.serviceWorker.ready.then(worker => arguments[0](worker.scope))")
        self.check(scope == self.url + "/", f"the scope of the service worker is {scope}")
        stored = "caches.match(arguments[0]).then(found => arguments[1](found !== undefined))"
        path = urllib.parse.urlsplit(self.url).path
        self.wait(lambda: self.browser.run_async(stored, path + "/api/v1/catalog"), "the service worker stores no catalog")
        start = self.browser.run_async("fetch(document.querySelector('link[rel=manifest]').href).then(r => r.json()).then(m => arguments[0](m.start_url))")
        self.check(start == path + "/gmu", f"the application starts at {start}")

    def pages_are_accessible(self):
        for path in ("/gmu/week", "/week", "/places/gmu/whats-open/express", "/places/penn/dining/593", "/gmu?kiosk=1", "/all?kiosk=1", "/gmu?embed=1", "/gmu#map"):
            self.open(path)
            if path.endswith("#map"):
                self.wait(lambda: self.browser.find_all("#map .pin"), "the map has no pins")
            else:
                self.browser.run("document.querySelectorAll('details').forEach(item => item.open = true)")
            self.check_accessibility(path)

    def pages_reflow(self):
        for path in ("/gmu/week", "/places/penn/dining/593", "/gmu?kiosk=1", "/gmu?embed=1", "/gmu#map"):
            self.open(path)
            for width in (320, 360, 768, 1440):
                self.browser.command("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500)
                self.wait(lambda: self.browser.run("return innerWidth") == width, f"{path} is not shown on {width} px")
                wide = self.browser.run("return document.documentElement.scrollWidth")
                self.check(wide <= width, f"{path} is {wide} px wide on {width} px")
        self.browser.command("Emulation.setDeviceMetricsOverride", **PHONE)

    def nobody_else_is_asked(self):
        hosts = {urllib.parse.urlsplit(event["request"]["url"]).netloc for event in self.browser.reported("Network.requestWillBeSent")
                 if event["request"]["url"].startswith("http")}
        own = urllib.parse.urlsplit(self.url).netloc
        self.check(hosts <= {own}, f"requests to {sorted(hosts - {own})}")
        outside = {urllib.parse.urlsplit(event["request"]["url"]).path for event in self.browser.reported("Network.requestWillBeSent")
                   if event["request"]["url"].startswith("http")}
        base = urllib.parse.urlsplit(self.url).path
        self.check(all(path.startswith(base) for path in outside), f"requests outside {base}: {[path for path in outside if not path.startswith(base)][:3]}")
        for line in self.browser.driver.get_log("browser"):
            self.faults.append(f"console: {line['message'][:300]}")

    def run(self):
        for step in (self.sites_may_frame_the_list, self.closing_today_and_tomorrow, self.what_is_different_this_week, self.report_an_error, self.share_a_place,
                     self.directions_follow_the_system, self.map_and_back, self.forced_colors_keep_states_apart, self.screens_refresh_themselves, self.screens_are_filled,
                     self.pages_reflow, self.pages_are_accessible, self.pages_are_below_the_base_path, self.nobody_else_is_asked):
            try:
                step()
            except Exception as error:  # One missing part must not hide other faults.
                self.faults.append(f"{step.__name__}: {type(error).__name__}: {str(error)[:200]}")
        return self.faults


if __name__ == "__main__":
    Checks(*sys.argv[1:3]).finish()
