"""Checks the page of a running server in Chromium: what it shows, errors, policy, accessibility, speed, and what its script adds.

usage: check_page_browser.py [--stop PID] [--hostile URL] [--live URL --program FILE --catalog FILE] [--night URL] [--menus URL] URL

Prints each fault on a separate line, and exits with 1 if there are any. With --stop, ends the server with this process id at the end, to see
that the page is there without it. With --hostile, also reads the page of a server whose catalog is made by make_hostile_catalog.py,
with --live, that of a server on which time passes (the program serves its catalog at other times for comparison), with --night, that of a server whose time is 23:30, and with --menus, that of
a server whose catalog is made by make_menu_catalog.py.
Needs chromium, chromedriver, and the packages html5lib, selenium and axe-playwright-python.
"""

import argparse
import base64
import contextlib
import datetime
import importlib.resources
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request
import zoneinfo

import html5lib
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# Folded places belong to the list.
VISIBLE = """return [...document.querySelectorAll('#results .place')].filter(row => !row.closest('[hidden]')).map(row => row.dataset.id)"""
SENTENCES = """return [...document.querySelectorAll('.place[data-id]')].map(row => [row.dataset.id, row.querySelector('.sentence').textContent])"""
RUN_AXE = """axe.run(document, {runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}})
  .then(arguments[0], error => arguments[0]({error: String(error)}))"""
# Links within a line of text may be smaller (WCAG 2.2, 2.5.8).
SMALL_TARGETS = """return [...document.querySelectorAll('a[href], button, input, select, summary, .tabs label')].filter(item => {
    const {width, height} = item.getBoundingClientRect();
    // The link of a row is as large as the row, and the target of a tab is its label.
    const isInline = item.closest('p:not(.buttons, .campuses)') !== null || item.matches('.skip, h3 > .name, .tabs > input');
    return width > 0 && item.checkVisibility() && !isInline && (width < 24 || height < 24)
  }).map(item => item.outerHTML.slice(0, 100))"""
# When the first content is painted, which is the answer: nothing is painted before the style is there.
FIRST_PAINT = """const [done] = arguments;
  new PerformanceObserver(list => done(list.getEntries().find(entry => entry.name === 'first-contentful-paint')?.startTime ?? -1))
    .observe({type: 'paint', buffered: true})"""
LAYOUT_SHIFT = """const [done] = arguments;
  new PerformanceObserver(list => done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(0), 200)"""
# Right-to-left text, and direction overrides, must not affect the surrounding text.
NOT_ISOLATED = """const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (/[\\u202a-\\u202e\\u2066-\\u2069]/.test(walker.currentNode.data) && !parent.closest('bdi, [dir=auto], option, script'))
      found.push(parent.outerHTML.slice(0, 120));
  }
  return found"""
TIMEOUT = 10
FAST_3G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}


@contextlib.contextmanager
def served(program, *options, clock=None):
    """Runs a server with some options; gives its address. With a clock (RFC 3339), its machine seems to have this time."""
    faked = ["faketime", clock.replace("T", " ")] if clock else []
    environment = os.environ | {"FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    server = subprocess.Popen([*faked, program, "serve", "--port", "0", *options], stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    try:
        yield next(line.split()[-1] for line in server.stderr if "listening on" in line).rstrip("/")
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.communicate()


class Browser:
    """Headless Chromium, with all its reports."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("unhandledPromptBehavior", "dismiss")
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(TIMEOUT)
        self.command("Network.enable")
        self.command("Page.enable")
        self.events = []

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        return self.driver.execute_async_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def waits(self, condition):
        """Returns whether a condition becomes true. Meanwhile, parts of the page may be replaced."""
        ignored = (NoSuchElementException, StaleElementReferenceException)
        try:
            return bool(WebDriverWait(self.driver, TIMEOUT, poll_frequency=0.05, ignored_exceptions=ignored).until(lambda _: condition()))
        except Exception:
            return False

    def reported(self, method):
        """Returns the events of this name so far."""
        for line in self.driver.get_log("performance"):
            self.events.append(json.loads(line["message"])["message"])
        return [event["params"] for event in self.events if event["method"] == method]

    def forget_reports(self):
        self.driver.get_log("performance")
        self.events = []


class PageChecks:
    """What the checks of all pages share: faults are collected, and none keeps the others from being found."""

    def __init__(self):
        self.faults = []
        self.browser = Browser()

    def check(self, is_right, fault):
        if not is_right:
            self.faults.append(fault)

    def wait(self, condition, fault):
        self.check(self.browser.waits(condition), fault)

    def override(self, source):
        """Runs a script before those of pages; returns a function that removes it."""
        script = self.browser.command("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
        return lambda: self.browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script)

    def check_accessibility(self, path):
        """Runs axe on the page that is open, in light and dark."""
        # The page's policy does not apply to scripts of the driver.
        self.browser.run(importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text())
        for scheme in ("light", "dark"):
            # Colors that are still changing would have another contrast.
            features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
            self.browser.command("Emulation.setEmulatedMedia", features=features)
            found = self.browser.run_async(RUN_AXE)
            if "error" in found:
                self.faults.append(f"axe on {path} ({scheme}): {found['error']}")
            for violation in found.get("violations", []):
                nodes = "; ".join(f"{node['target']} {node['html'][:120]}" for node in violation["nodes"][:3])
                self.faults.append(f"axe on {path} ({scheme}): {violation['id']}: {nodes}")
        self.browser.command("Emulation.setEmulatedMedia", features=[])

    def finish(self, *arguments):
        """Runs the checks, prints each fault on a separate line, and ends the program with 1 if there are any."""
        try:
            faults = self.run(*arguments)
        finally:
            self.browser.driver.quit()
        for fault in faults:
            print(fault)
        sys.exit(1 if faults else 0)


class Checks(PageChecks):
    def __init__(self, url, hostile, live, night, menus, program, catalog):
        super().__init__()
        self.url, self.hostile, self.live, self.night, self.menus = ((address or "").rstrip("/") for address in (url, hostile, live, night, menus))
        self.program, self.catalog = program, catalog

    def open(self, path, url=None):
        self.browser.driver.get((url or self.url) + path)
        self.wait(lambda: self.browser.run("return document.readyState") == "complete", f"{path} does not load")

    def visible(self):
        return self.browser.run(VISIBLE)

    def is_ready(self):
        """The script has run, and the map, which is drawn last, is there."""
        return self.browser.run("""const data = JSON.parse(document.querySelector('#data')?.textContent ?? '{"places":{}}');
            const hasPins = Object.values(data.places).some(place => place.position) && document.querySelector('section.map')
              && matchMedia('(min-width: 64rem)').matches; // On a narrow screen, the map is a view of its own.
            return (!document.querySelector('#filters') || document.documentElement.classList.contains('live'))
              && (!hasPins || document.querySelector('.leaflet-marker-icon.pin') !== null)""")

    def text(self, path, url=None):
        """Returns what the server answers without the browser."""
        request = urllib.request.Request((url or self.url) + path, headers={"Accept": "text/html"})
        try:
            with urllib.request.urlopen(request) as reply:
                return reply.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def entries(self, query, url=None):
        """Returns the places that the API selects."""
        with urllib.request.urlopen(f"{url or self.url}/api/v1/entries?limit=500&{query}") as reply:
            return json.load(reply)["entries"]

    def sentences_at(self, moment):
        """Returns the sentences of the API of a server on whose machine it is this moment, with the catalog of the live server."""
        with served(self.program, "--catalog", self.catalog, clock=moment) as url:
            return {entry["id"]: entry["status"]["sentence"] for entry in self.entries("", url)}

    def selected(self, query):
        return [entry["id"] for entry in self.entries(query)]

    def by_state(self, query):
        """Returns the places of a list by their state, then in its order. Among closed ones, those that open again come first."""
        def rank(entry):
            state = entry["status"]["state"]
            return ("open", "closed", "unknown").index(state), "opens" not in entry["status"]

        return [entry["id"] for entry in sorted(self.entries(query), key=rank)]

    def note_console(self, where, ignored=()):
        """Any output on the console is a fault: script errors, policy reports, missing files."""
        for line in self.browser.driver.get_log("browser"):
            if not any(part in line["message"] for part in ignored):
                self.faults.append(f"console on {where}: {line['message'][:300]}")

    def choose(self, selector, value):
        self.browser.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))",
                         self.browser.find(selector), value)

    # The checks, in order.

    def sentences_are_those_of_the_api(self):
        """The server and the script write the sentences of the API; open places come first."""
        said = {entry["id"]: entry["status"]["sentence"] for entry in self.entries("")}
        parse = "const page = new DOMParser().parseFromString(arguments[0], 'text/html');" + SENTENCES.replace("document.", "page.")
        self.open("/all")
        for name, shown in (("server", self.browser.run(parse, self.text("/all"))), ("script", self.browser.run(SENTENCES))):
            self.check(len(shown) == len(said) > 0, f"the {name} shows {len(shown)} places of {len(said)}")
            for place, sentence in shown:
                self.check(said.get(place) == sentence, f"{place}: the {name} writes {sentence!r} instead of {said.get(place)!r}")
        states = self.browser.run("return [...document.querySelectorAll('#results .place')].map(row => row.dataset.state)")
        self.check(states == sorted(states, key=["open", "closed", "unknown"].index), f"open places are not first: {states}")
        groups = self.browser.run("return [...document.querySelectorAll('[data-group=food] .place')].map(row => row.dataset.category)")
        self.check(set(groups) <= {"dining-hall", "cafe", "restaurant", "fast-food"} and groups, f"food is not apart: {groups}")
        self.browser.command("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
        heights = self.browser.run("return ['#results', '.map'].map(part => document.querySelector(part))"
                                   ".map(part => part?.checkVisibility() ? part.getBoundingClientRect().top : null)")
        self.check(heights[1] is None or heights[0] < heights[1], "the map is not after the list")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def languages_are_chosen(self):
        """The link at the end of a page changes its language, which is remembered; the script writes the sentences of the API in it."""
        for language, word in (("de", "Geöffnet bis"), ("fr", "Ouvert jusqu’à")):
            said = {entry["id"]: entry["status"]["sentence"] for entry in self.entries(f"campus=penn&lang={language}")}
            self.open(f"/penn?lang={language}")
            self.wait(self.is_ready, "the list is not ready")
            shown = dict(self.browser.run(SENTENCES))
            self.check(shown == said and any(word in sentence for sentence in said.values()), f"sentences in {language} are {shown}, not {said}")
            self.check(self.browser.run("return document.documentElement.lang") == language, "the page does not state its language")
        self.open("/penn")
        self.browser.find(".display a[data-value=it]").click()
        self.wait(lambda: self.browser.run("return document.documentElement.lang") == "it", "the language does not change")
        self.open("/gmu")
        self.wait(lambda: self.browser.run("return document.documentElement.lang") == "it", "the language is not remembered")
        self.browser.run("localStorage.clear()")

    def first_screen_has_the_answer(self):
        """On a phone, the answer and three open places are visible without scrolling, and nothing moves while the page loads."""
        self.browser.command("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
        for path in ("/penn", "/gmu", "/all"):
            self.open(path)
            self.wait(self.is_ready, f"{path} is not ready")
            bottom = self.browser.run("return [document.querySelector('#answer'), ...[...document.querySelectorAll("
                                      "'.place[data-state=open] .sentence')].slice(0, 3)].map(part => part.getBoundingClientRect().bottom)")
            self.check(len(bottom) == 4 and max(bottom) < 740, f"the first screen of {path} on a phone lacks the answer or open places: {bottom}")
            shift = self.browser.run_async(LAYOUT_SHIFT)
            self.check(shift < 0.01, f"the parts of {path} move while it loads: {shift}")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def follow_to(self, seconds):
        """Sets the clock of the live server's page. The script reads it when the page is shown again."""
        self.browser.run(f"window.clock = {1000 * seconds}; document.dispatchEvent(new Event('visibilitychange'))")

    # Reloading would ask the server for the real time.
    CLOCK = """const date = Date.now; Date.now = () => window.clock ?? date(); window.fetch = () => new Promise(() => {})"""

    def sentences_follow_the_clock(self):
        """At later moments, the script still shows the API's sentences."""
        remove = self.override(self.CLOCK)
        self.open("/all", self.live)
        now = self.browser.run("return JSON.parse(document.querySelector('#data').textContent).now")
        changed = 0
        for minutes in (0, 7, 29, 31, 100, 360, 725, 1440, 2000, 4000, 8000):
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 60 * minutes))
            said = self.sentences_at(at)
            before = dict(self.browser.run(SENTENCES))
            self.follow_to(now + 60 * minutes)
            shown = dict(self.browser.run(SENTENCES))
            changed += shown != before
            for place, sentence in shown.items():
                if sentence != said.get(place):
                    self.faults.append(f"after {minutes} min, {place}: {sentence!r} instead of {said.get(place)!r}")
        self.check(changed > 4, f"sentences changed {changed} times in days")
        remove()

    def days_follow_the_clock(self):
        """The page of a place that stays open marks the right day, and a page that is too old does not count."""
        remove = self.override(self.CLOCK)
        self.open(self.place, self.live)
        now = self.browser.run("return JSON.parse(document.querySelector('#data').textContent).now")
        marked = "return [...document.querySelectorAll('.week .today')].map(row => [row.querySelector('.day').textContent, row.querySelector('time').dateTime])"
        [[word, today]] = self.browser.run(marked)
        self.follow_to(now + 86400)
        tomorrow = datetime.datetime.fromtimestamp(now + 86400, zoneinfo.ZoneInfo("America/New_York")).date().isoformat()
        shown = self.browser.run(marked)
        self.check(word == "Today" and shown == [["Today", tomorrow]], f"a day after {today}, {shown} is marked")
        words = [day.text for day in self.browser.find_all(".week:not(.later) .day")]
        self.check(len(set(words)) == len(words) == 7, f"the days of the week are {words}")
        self.open("/all", self.live)
        self.follow_to(now + 30 * 86400)
        self.check(self.browser.find("#answer").text == "What is open is unknown", "a page that is too old still counts open places")
        self.check(not self.browser.find_all("[data-part=open]:not([hidden]), [data-part=next]:not([hidden])"),
                   "a page that is too old still has open places")
        remove()

    def open_places_leave_when_they_close(self):
        """A list of open places still lists only open places, and its counts are right."""
        remove = self.override(self.CLOCK)
        self.open("/all?open=now", self.live)
        now = self.browser.run("return JSON.parse(document.querySelector('#data').textContent).now")
        shown = self.visible()
        for minutes in (60, 300, 600, 1000):
            self.follow_to(now + 60 * minutes)
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 60 * minutes))
            open_then = {entry["id"] for entry in self.entries(f"open={at}", self.live)}
            places = self.visible()
            self.check(set(places) <= open_then, f"after {minutes} min, closed places are in the list of open ones")
            count = len(places)
            wanted = "Nothing is open" if count == 0 else f"{count} place{'s' if count > 1 else ''} open"
            self.check(self.browser.find("#answer").text == wanted, f"{self.browser.find('#answer').text!r} instead of {wanted!r}")
        # At some hours, only places that never close are open.
        self.check(set(shown) <= open_then or len(self.visible()) < len(shown), "open places never leave the list")
        self.open("/all?state=closed", self.live)
        before = set(self.visible())
        for minutes in (60, 300, 600, 1000):
            self.follow_to(now + 60 * minutes)
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 60 * minutes))
            wanted = before & {entry["id"] for entry in self.entries(f"at={at}&state=closed", self.live)}
            self.check(set(self.visible()) == wanted, f"after {minutes} min, others than closed places are in the list of closed ones")
            start = f"{len(wanted)} place" if wanted else "No matching places"
            self.check(self.browser.find("#answer").text.startswith(start), "the list of closed places has another number")
        remove()

    def chosen_times_are_those_of_each_clock(self):
        """A page about another time has the sentences of the API, also after the script has run."""
        for query in ("open=tomorrow+12:00", "at=tomorrow+23:30", "open=2026-11-24+08:00", "at=2026-11-25", "open=saturday"):
            said = {entry["id"]: entry["status"]["sentence"] for entry in self.entries(query)}
            self.open("/all?" + query)
            shown = dict(self.browser.run(SENTENCES))
            self.check(shown == said, f"/all?{query}: sentences differ from those of the API")
            self.check(self.browser.find(".clocks").text.startswith("for "), f"/all?{query} does not say which time it is about")
            self.check(not any("tomorrow" in sentence for sentence in shown.values()), f"/all?{query} counts days from the chosen one")
            place = next(iter(shown))
            self.browser.find(f".place[data-id='{place}'] .name").click()
            self.wait(lambda: self.browser.find_all("article.place"), f"/all?{query}: the page of a place does not open")
            self.check(self.browser.find(".sentence").text == shown[place], f"/all?{query}: the page of {place} is about another time")

    def places_move_to_their_part(self):
        """As time passes, a list is in the order in which the server would list it."""
        remove = self.override(self.CLOCK)
        parts = """const page = arguments[0] ? new DOMParser().parseFromString(arguments[0], 'text/html') : document;
            return [...page.querySelectorAll('[data-part]')].map(part => [part.dataset.part, [...part.querySelectorAll('.place')].map(row => row.dataset.id).sort()])"""
        self.open("/gmu", self.live)
        now = self.browser.run("return JSON.parse(document.querySelector('#data').textContent).now")
        for minutes in (0, 240, 600, 1000, 1440):
            self.follow_to(now + 60 * minutes)
            at = time.strftime("%Y-%m-%dT%H:%M:00Z", time.gmtime(now + 60 * minutes))
            shown, wanted = self.browser.run(parts), self.browser.run(parts, self.text(f"/gmu?at={at}", self.live))
            self.check(shown == wanted, f"after {minutes} min, the list is {shown} instead of {wanted}")
        remove()

    def pages_with_menus(self, url):
        """Returns the list, the places with menus and their weeks, on a server that has some."""
        if not url:
            return []
        places = [f"/places/{place['id']}" for place in json.loads(self.text("/api/v1/menus", url))["places"]]
        return [(url, path) for path in ("/penn?diet=vegan", *places, *(f"{place}/menu" for place in places))]

    def pages_are_valid(self):
        pages = [(self.url, path) for path in ("/", "/all", "/gmu", self.place, "/all?open=now&q=st", "/all?near=39.95,-75.19", "/all?q=zzzz", "/all?campus=mars", "/places/a/b/c")]
        for url, path in pages + self.pages_with_menus(self.menus):
            try:
                html5lib.HTMLParser(strict=True).parse(self.text(path, url))
            except html5lib.html5parser.ParseError as error:
                self.faults.append(f"{path} is not valid HTML: {error}")

    def pages_are_accessible(self):
        pages = [(self.url, path) for path in ("/", "/all", "/gmu", self.place, "/all?campus=mars", "/all?open=now&sort=name", "/all?near=39.95,-75.19")]
        # The other server has a stale feed.
        if self.hostile:
            pages.append((self.hostile, "/all"))
        for url, path in pages + self.pages_with_menus(self.menus):
            self.open(path, url)
            self.wait(self.is_ready, f"{path} is not ready")
            self.browser.run("document.querySelectorAll('details').forEach(item => item.open = true)")
            self.check_accessibility(path)

    def pages_reflow(self):
        for url, path in [(self.url, path) for path in ("/", "/all", "/gmu", self.place, "/all?campus=mars")] + self.pages_with_menus(self.menus):
            self.open(path, url)
            self.wait(self.is_ready, f"{path} is not ready")
            for width in (320, 360, 768, 1440):
                self.browser.command("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500)
                self.wait(lambda: self.browser.run("return innerWidth") == width, f"{path} is not shown on {width} px")
                wide = self.browser.run("return document.documentElement.scrollWidth")
                self.check(wide <= width, f"{path} is {wide} px wide on {width} px")
                small = self.browser.run(SMALL_TARGETS)
                self.check(not small, f"{path} at {width} px has small targets: {small[:3]}")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def filters_work_without_reloading(self):
        self.open("/all")
        self.browser.run("window.isSame = true")
        self.browser.find(".chip[data-name=open]").click()
        wanted = sorted(self.selected("open=now"))
        self.wait(lambda: sorted(self.visible()) == wanted, "the filter for open places selects others than the API")
        self.check("open=now" in self.browser.driver.current_url, "the filter is not in the address")
        self.browser.find("#q").send_keys("st")
        wanted = sorted(self.selected("open=now&q=st"))
        self.wait(lambda: sorted(self.visible()) == wanted, "the search selects others than the API")
        self.browser.driver.back()
        before = sorted(self.selected("open=now"))
        self.wait(lambda: sorted(self.visible()) == before, "going back does not show the list before the search")
        self.check(self.browser.find("#q").get_attribute("value") == "", "going back leaves the words of the search in the form")
        self.browser.driver.forward()
        self.wait(lambda: sorted(self.visible()) == wanted, "going forward does not show the search again")
        self.check(self.browser.find("#q").get_attribute("value") == "st", "going forward does not fill the form again")
        self.check(self.browser.run("return window.isSame === true"), "filters reload the page")
        # The page refreshes itself from time to time, which must not scroll it.
        self.browser.run("document.querySelector('.alert').open = true; document.querySelector('.place .star').focus()")
        row = self.browser.run("return document.activeElement.closest('.place').dataset.id")
        self.choose("#sort", "name")
        self.wait(lambda: "sort=name" in self.browser.driver.current_url, "the order is not in the address")
        self.wait(lambda: self.browser.run("return document.activeElement.closest('.place')?.dataset.id") == row, "the focus is lost in the list")
        self.check(self.browser.run("return document.querySelector('.alert').open"), "an alert folds itself")
        self.choose("#sort", "")
        self.wait(lambda: sorted(self.visible()) == wanted, "the order changes what is selected")
        self.browser.driver.refresh()
        self.check(sorted(self.visible()) == wanted, "the address does not have the filters")
        # A building, an abbreviation, a category and a tag are found, too.
        for text in ("johnson", "sub+i", "market", "vegetarian"):
            wanted = sorted(self.selected("q=" + text))
            self.open("/all?q=" + text)
            self.check(sorted(self.visible()) == wanted != [], f"the search for {text} finds {len(self.visible())} places instead of {len(wanted)}")

    def filters_fit_together(self):
        """The menus follow the selection, an error is shown at its field, and no click or history step is lost."""
        self.open("/all")
        # A new list arrives while a link is being pressed.
        for selector, text in (("#results .place .name", "st"), ("aside .events a", "joe")):
            self.browser.run("""
                window.clicked = null;
                addEventListener('click', event => { window.clicked = event.target.closest('a')?.href; event.preventDefault() }, {once: true, capture: true});
                addEventListener('pointerdown', () => {
                  const q = document.querySelector('#q');
                  q.value = arguments[0];
                  q.dispatchEvent(new Event('input', {bubbles: true}));
                }, {once: true})""", text)
            link = self.browser.find(selector)
            address = link.get_attribute("href")
            ActionChains(self.browser.driver).scroll_to_element(link).move_to_element(link).click_and_hold().pause(0.6).release().perform()
            self.wait(lambda: self.browser.run("return window.clicked") == address, f"a click on {selector} is lost when a new list arrives")
            wanted = sorted(self.selected(f"q={text}"))
            self.wait(lambda: sorted(self.visible()) == wanted, "after a click, the new list does not arrive")
        self.open("/penn")
        self.browser.find(".more summary").click()
        self.check(not self.browser.find("#building").is_displayed(), "there is a menu of buildings where none are known")
        self.open("/gmu")
        self.browser.find(".more summary").click()
        self.check(self.browser.find("#building").is_displayed() and len(self.browser.find_all("#building option")) > 3,
                   "there is no menu of buildings")
        before = self.browser.run("return history.length")
        self.browser.run("document.querySelector('#category').focus()")
        for _ in range(3):
            ActionChains(self.browser.driver).send_keys(Keys.ARROW_DOWN).perform()
            chosen = self.browser.find("#category").get_attribute("value")
            self.wait(lambda: f"category={chosen}" in urllib.parse.unquote(self.browser.driver.current_url), "the keyboard does not choose a category")
        steps = self.browser.run("return history.length") - before
        # On a slow machine, two steps may be so far apart that they are two entries.
        self.check(chosen and 1 <= steps < 3, f"going through a menu makes {steps} entries in the history")
        before = self.browser.run("return history.length")
        self.browser.driver.back()
        self.wait(lambda: self.browser.find("#category").get_attribute("value") != chosen, "going back leaves the category in the form")
        self.choose("#category", chosen)
        self.wait(lambda: f"category={chosen}" in urllib.parse.unquote(self.browser.driver.current_url), "a category cannot be chosen again")
        self.check(self.browser.run("return history.length") == before, "a choice after going back replaces another entry")
        # Submitting a search before its delayed lookup does not create two entries either.
        self.browser.find("#q").send_keys("s")
        self.wait(lambda: "q=s" in self.browser.driver.current_url, "the search is not in the address")
        before = self.browser.run("return history.length")
        self.browser.find("#q").send_keys("t" + Keys.ENTER)
        self.wait(lambda: "q=st" in self.browser.driver.current_url, "Enter does not search")
        self.check(self.browser.run("return history.length") == before, "one search is two entries in the history")
        self.open("/all?near=nowhere")
        self.wait(lambda: self.browser.find_all("#problem"), "a wrong position is not explained")
        self.check(self.browser.find("#near-me").get_attribute("aria-pressed") == "false", "a wrong position seems to be in use")
        # The first chip that is on is in view, also in a link.
        self.phone()
        for category in ("library,study", "gym"):
            self.open(f"/gmu?category={category}")
            self.wait(lambda: self.browser.run("""const chip = document.querySelector('.chips [aria-current]').getBoundingClientRect(),
                row = document.querySelector('.chips').getBoundingClientRect();
                return chip.left >= row.left && chip.right <= row.right && scrollX === 0 && scrollY === 0"""), f"the chip for {category} is not in view")
        self.browser.command("Emulation.clearDeviceMetricsOverride")
        # Chips show what is on, and never change their size.
        self.open("/all")
        # Those of diets are there only where a dish suits them.
        sizes = "return [...document.querySelectorAll('.chips .chip:not([data-name=diet])')].map(chip => [chip.offsetWidth, chip.offsetHeight])"
        before = self.browser.run(sizes)
        for name in ("Food", "Coffee", "Open now"):
            chip = self.browser.driver.find_element(By.LINK_TEXT, name)
            target = chip.get_attribute("href")
            chip.click()
            self.wait(lambda: self.browser.driver.current_url == target, f"the chip {name} leads elsewhere")
        shown = [chip.text for chip in self.browser.find_all(".chips .chip[aria-current]")]
        self.check(shown == ["Open now", "Coffee"] and "category=cafe" in self.browser.driver.current_url, f"the chips {shown} are on")
        wanted = sorted(self.selected("open=now&category=cafe"))
        self.wait(lambda: sorted(self.visible()) == wanted, "chips select others than the API")
        self.check(self.browser.run(sizes) == before, "a chip that is on has another size")

    def times_are_chosen(self):
        """The menu of times asks about a day or a time; a list of open places stays one."""
        self.open("/gmu")
        self.browser.find(".when summary").click()
        self.choose("#date", "2026-12-05")
        self.wait(lambda: self.browser.driver.current_url.endswith("/gmu?at=2026-12-05"), "a date is not in the address")
        self.wait(lambda: "on Sat, Dec 5" in self.browser.find("#answer").text, "the answer does not name the date")
        self.check(self.browser.find("#date").get_attribute("value") == "2026-12-05", "the date does not stay in the form")
        self.check(self.browser.run("return document.querySelector('[data-part=rest]').open"), "a date does not show every place")
        self.choose("#time", "18:00")
        self.wait(lambda: "at=2026-12-05+18%3A00" in self.browser.driver.current_url, "a time is not in the address")
        self.browser.driver.find_element(By.LINK_TEXT, "Open then").click()
        self.wait(lambda: "open=2026-12-05+18%3A00" in self.browser.driver.current_url, "open places at a time are not in the address")
        self.browser.driver.find_element(By.LINK_TEXT, "Now").click()
        self.wait(lambda: self.browser.driver.current_url.endswith("/gmu?open=now"), "Now does not ask about now")
        self.wait(lambda: self.browser.find("#date").get_attribute("value") == "", "a date stays in the form")

    def waiting_is_shown(self):
        """A list that takes long is replaced by a skeleton, and one that does not arrive by a button to try again."""
        remove = self.override("""const ask = window.fetch;
          window.fetch = (...all) => window.delay ? window.delay().then(() => ask(...all)) : ask(...all)""")
        self.open("/gmu")
        results = "return [document.querySelector('#results').ariaBusy, document.querySelector('#results').classList.contains('waiting')]"
        self.browser.run("window.delay = () => new Promise(done => { window.go = done })")
        self.browser.find(".chip[data-name=open]").click()
        self.wait(lambda: self.browser.run(results) == ["true", True], "a list that is loading is not shown as such")
        self.browser.run("window.go()")
        self.wait(lambda: self.browser.run(results) == [None, False], "a list stays busy")
        self.browser.run("window.delay = () => Promise.reject(new TypeError('failed'))")
        self.browser.find(".chip[data-name=open]").click()
        self.wait(lambda: self.browser.find_all("#failure button"), "there is no button to try again")
        self.browser.run("window.delay = null")
        self.browser.find("#failure button").click()
        self.wait(lambda: self.browser.driver.current_url.endswith("/gmu") and not self.browser.find_all("#failure"), "a second try does not load the list")
        remove()

    # The jobs of visitors, with the number of taps. By keyboard, each is done again.

    is_by_keyboard = False

    def phone(self):
        self.browser.command("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)

    def forget_everything(self, url):
        # Chromium may wait forever for a page whose service worker is being installed.
        self.browser.driver.get("about:blank")
        self.browser.command("Storage.clearDataForOrigin", origin=url, storageTypes="all")

    def tab_to(self, item):
        """Presses Tab until an element has the focus."""
        for _ in range(150):
            ActionChains(self.browser.driver).send_keys(Keys.TAB).perform()
            if self.browser.driver.switch_to.active_element == item:
                return
        raise AssertionError(f"Tab does not reach {item.get_attribute('outerHTML')[:80]}")

    def use(self, item):
        """Taps on a link or a button; or reaches it with Tab and presses Enter."""
        if self.is_by_keyboard:
            self.tab_to(item)
            ActionChains(self.browser.driver).send_keys(Keys.ENTER).perform()
        else:
            item.click()

    def fill_in(self, selector, value, keys):
        """Chooses a date or a time; by keyboard, with the keys that write it."""
        if self.is_by_keyboard:
            self.tab_to(self.browser.find(selector))
            ActionChains(self.browser.driver).send_keys(keys).perform()
        else:
            self.choose(selector, value)

    def is_on_screen(self, selector):
        return self.browser.run("""const part = document.querySelector(arguments[0])?.getBoundingClientRect();
          return part !== undefined && part.top >= 0 && part.bottom <= innerHeight && part.width > 0""", selector)

    def eat_now_at_night(self):
        """After the first visit, an open place to eat at 23:30 is on the first screen without a tap."""
        self.phone()
        self.forget_everything(self.night)
        self.open("/", self.night)
        self.check(self.browser.find("h1").text == "Which campus?", "the first visit does not ask for a campus")
        self.use(self.browser.driver.find_element(By.PARTIAL_LINK_TEXT, "George Mason"))
        self.wait(lambda: self.browser.driver.current_url.endswith("/gmu"), "the choice does not lead to the campus")
        self.open("/", self.night)
        self.wait(lambda: self.browser.driver.current_url.endswith("/gmu"), "the campus is not remembered")
        self.check(self.is_on_screen("[data-part=open] [data-group=food] .place[data-state=open] .sentence"), "no open place to eat is on the first screen at 23:30")
        self.check(self.is_on_screen(".change"), "the campus cannot be changed from the first screen")
        self.use(self.browser.find(".change"))
        self.wait(lambda: self.browser.find_all("#campuses"), "one tap does not lead to the choice of a campus")
        self.browser.find("#find").send_keys("liv")
        names = [link.text for link in self.browser.find_all("#campuses a") if link.is_displayed()]
        self.check(len(names) == 1 and "Liverpool" in names[0], f"the search for a campus finds {names}")
        self.browser.find("#find").send_keys(Keys.ENTER)
        self.wait(lambda: self.browser.driver.current_url.endswith("/liverpool"), "Enter does not choose the campus")
        self.browser.command("Browser.grantPermissions", permissions=["geolocation"], origin=self.night)
        self.browser.command("Emulation.setGeolocationOverride", latitude=39.9522, longitude=-75.1932, accuracy=10)
        self.open("/campuses", self.night)
        self.use(self.browser.find("#nearest"))
        self.wait(lambda: self.browser.driver.current_url.endswith("/penn"), "the position does not choose the nearest campus")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def library_on_sunday(self):
        """One search, then one tap; or two taps: Study, then the place."""
        self.phone()
        self.open("/gmu")
        self.browser.find("#q").send_keys("library sunday")
        self.wait(lambda: "Sun" in self.browser.find("#answer").text, "the answer is not about Sunday")
        self.check(self.is_on_screen(".place[data-category=library] .sentence"), "the library's hours on Sunday are not on the first screen")
        self.open("/gmu")
        self.use(self.browser.driver.find_element(By.LINK_TEXT, "Study"))
        self.wait(lambda: len(self.visible()) < 5, "other places than libraries are in the list")
        self.use(self.browser.find(".place[data-category=library] .name"))
        self.wait(lambda: self.browser.find_all("article.place"), "the page of the library does not open")
        week = self.browser.find(".week:not(.later)").text
        self.check(re.search(r"(Sun|Tomorrow).*9 AM–midnight", week, re.DOTALL), f"the hours of Sunday are not shown: {week}")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def share_cafes_near_the_library(self):
        """Five taps: When, the time, Coffee, Near me, Share. The address has all of it."""
        self.phone()
        remove = self.override("Object.defineProperty(navigator, 'share', {value: async all => { window.shared = all; }})")
        self.browser.command("Browser.grantPermissions", permissions=["geolocation"], origin=self.url)
        self.browser.command("Emulation.setGeolocationOverride", latitude=38.8296, longitude=-77.3074, accuracy=10)
        self.open("/gmu")
        self.use(self.browser.find(".when summary"))
        self.fill_in("#time", "21:00", "0900PM")
        self.wait(lambda: "21%3A00" in self.browser.driver.current_url, "the time is not in the address")
        self.use(self.browser.driver.find_element(By.LINK_TEXT, "Coffee"))
        self.wait(lambda: "category=cafe" in self.browser.driver.current_url, "Coffee is not in the address")
        self.use(self.browser.find("#near-me"))
        self.wait(lambda: "near=" in self.browser.driver.current_url, "the position is not in the address")
        first = self.browser.find(".place .sentence").text
        self.check(first.startswith("Open until"), f"the first café at 21:00 is not open: {first}")
        self.use(self.browser.find("button.share"))
        self.wait(lambda: self.browser.run("return window.shared !== undefined"), "nothing is shared")
        shared = self.browser.run("return window.shared ?? {}")
        address = urllib.parse.unquote(shared.get("url", ""))
        self.check(all(part in address for part in ("category=cafe", "21:00", "near=38.8296,-77.3074")), f"{address} is shared")
        self.check("9 PM" in shared.get("text", ""), f"{shared.get('text')!r} is shared")
        remove()
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def date_in_two_weeks(self):
        """Two taps: When, and the date; every place has its hours of that day."""
        self.phone()
        self.open("/gmu")
        self.use(self.browser.find(".when summary"))
        self.fill_in("#date", "2026-12-05", "12052026")
        self.wait(lambda: "Dec 5" in self.browser.find("#answer").text, "the answer does not name the date")
        shown = {row: sentence for row, sentence in self.browser.run(SENTENCES)}
        self.check(shown == {entry["id"]: entry["status"]["sentence"] for entry in self.entries("campus=gmu&at=2026-12-05")}, "the day's hours differ from the API's")
        self.check(self.is_on_screen(".place .sentence"), "no hours are on the first screen")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def closes_today_and_tomorrow(self):
        """One tap: the place, whose page has the hours of today and tomorrow."""
        self.phone()
        self.open("/gmu")
        self.use(self.browser.find("[data-part=open] .place .name"))
        self.wait(lambda: self.browser.find_all("article.place"), "the page of a place does not open")
        rows = [row.text for row in self.browser.find_all(".week:not(.later) tbody tr")[:2]]
        self.check([row.split()[0] for row in rows] == ["Today", "Tomorrow"] and all(re.search("[AP]M|closed|noon|midnight|open all day", row) for row in rows),
                   f"a place has no hours for today and tomorrow: {rows}")
        self.check(self.is_on_screen(".sentence"), "when a place closes is not on the first screen")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def report_an_error(self):
        """Two taps: the place, and the link at its end, which leads to those who can correct it."""
        self.open("/gmu")
        self.use(self.browser.find(".place .name"))
        self.wait(lambda: self.browser.find_all("article.place"), "the page of a place does not open")
        link = self.browser.find(".report a")
        self.browser.run("arguments[0].addEventListener('click', event => { event.preventDefault(); window.reported = event.target.href; })", link)
        self.use(link)
        self.check(re.match("https?://|mailto:", self.browser.run("return window.reported ?? ''")), "an error cannot be reported")

    def map_and_back(self):
        """The map is a second view; back from a place, the list is where it was."""
        self.phone()
        self.open("/gmu")
        view = lambda name: next(button for button in self.browser.find_all(".views button") if button.text == name)
        self.use(view("Map"))
        self.wait(lambda: self.browser.find_all("#map .leaflet-marker-icon"), "the map has no places")
        self.use(view("List"))
        self.wait(lambda: self.is_on_screen(".place .name"), "the list does not come back")
        place = self.browser.find_all("[data-part=open] .place .name")[-1]
        self.browser.run("arguments[0].scrollIntoView({ block: 'center' })", place)
        before = self.browser.run("return scrollY")
        self.use(place)
        self.wait(lambda: self.browser.find_all("article.place"), "the page of a place does not open")
        self.browser.driver.back()
        self.wait(lambda: self.browser.find_all("#results") and abs(self.browser.run("return scrollY") - before) < 100, "the list is not where it was")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def different_this_week(self):
        """One tap: the link to the week, which has special hours, and the events of the weekend."""
        self.phone()
        self.open("/gmu")
        self.use(self.browser.find(".week-link a"))
        self.wait(lambda: self.browser.driver.current_url.endswith("/gmu/week"), "the link does not lead to the week")
        self.check("Thanksgiving" in self.browser.find("main").text, "the week has no special hours")
        self.check("This weekend" in self.browser.find("main").text and self.browser.find_all("main .events li"), "the week has no events of the weekend")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def only_three_favorites(self):
        """Four taps: three stars, then Favorites. The whole row is a link, except for the star."""
        self.phone()
        self.forget_everything(self.url)
        self.open("/gmu")
        rows = self.visible()[:3]
        for row in rows:
            self.use(self.browser.find(f"li[data-id='{row}'] .star"))
        self.use(self.browser.find("#only-favorites"))
        self.wait(lambda: self.visible() == rows, "not only three favorites are shown")
        self.check("gmu" in self.browser.driver.current_url and "favorites" in self.browser.find("#answer").text, "a star leads elsewhere")
        small = self.browser.run("return [...document.querySelectorAll('.place, .star, .chip, .filters summary')].filter(item => "
                                 "item.checkVisibility() && (item.offsetHeight < 44 || item.offsetWidth < 44)).map(item => item.outerHTML.slice(0, 80))")
        self.check(not small, f"targets are smaller than 44 px: {small}")
        self.browser.run("document.querySelector('#only-favorites').click()")
        for part in () if self.is_by_keyboard else ("state", "where"):
            self.open("/gmu")
            ActionChains(self.browser.driver).move_to_element(self.browser.find(f".place .{part}")).click().perform()
            self.wait(lambda: "/places/" in self.browser.driver.current_url, f"a tap on the {part} of a row does nothing")
        self.forget_everything(self.url)
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def screen_readers_hear_the_answer_first(self):
        """In the accessibility tree, the answer comes first, then open places; in each row, the name as a heading, the state, then the star."""
        self.open("/gmu")
        self.wait(self.is_ready, "the list is not ready")
        nodes = {node["nodeId"]: node for node in self.browser.command("Accessibility.getFullAXTree")["nodes"]}

        def read(node):
            role = node.get("role", {}).get("value")
            if not node.get("ignored") and role in ("heading", "link", "button", "StaticText", "listitem"):
                yield role, node.get("name", {}).get("value", "")
            for child in node.get("childIds", []):
                if child in nodes:
                    yield from read(nodes[child])

        heard = list(read(next(node for node in nodes.values() if "parentId" not in node)))
        first = next(index for index, item in enumerate(heard) if item[0] == "heading")
        self.check("places open" in heard[first][1], f"the first heading is {heard[first]}")
        start = next(index for index, item in enumerate(heard) if item[0] == "listitem" and index > first)
        row = [item for item in heard[start + 1:start + 20]]
        roles = [role for role, _ in row]
        self.check(roles[:2] == ["heading", "link"] and row[0][1] == row[1][1], f"a row begins with {row[:3]}")
        state = next(index for index, item in enumerate(row) if item[1].startswith("Open until"))
        star = roles.index("button")
        self.check(1 < state < star and row[star][1] == f"Favorite: {row[0][1]}", f"a row is read as {row}")

    def filters_work_without_a_script(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.open("/all")
            self.browser.find(".chip[data-name=open]").click()
            self.wait(lambda: "open=now" in self.browser.driver.current_url, "a chip is not a link without a script")
            self.browser.find("#q").send_keys("st")
            self.browser.find(".filters [type=submit]").click()
            self.wait(lambda: "q=st" in self.browser.driver.current_url, "the form is not sent without a script")
            wanted = sorted(self.selected("open=now&q=st"))
            shown = [row.get_attribute("data-id") for row in self.browser.find_all("#results .place")]
            self.check(sorted(shown) == wanted, "without a script, the form selects others than the API")
            self.browser.find(".place .name").click()
            self.wait(lambda: self.browser.find_all("table.week, .note"), "the page of a place does not open without a script")
        finally:
            self.browser.command("Emulation.setScriptExecutionDisabled", value=False)

    def favorites_survive(self):
        self.open("/all")
        self.browser.find(f"li[data-id='{self.first}'] .star").click()
        self.browser.driver.refresh()
        pressed = self.browser.find(f"li[data-id='{self.first}'] .star").get_attribute("aria-pressed")
        self.check(pressed == "true", "a favorite is lost when the page is loaded again")
        self.browser.find("#only-favorites").click()
        self.wait(lambda: self.visible() == [self.first], "the filter for favorites shows others")
        self.check(self.browser.find("#announcement").get_attribute("textContent") == self.browser.find("#answer").text,
                   "the filter for favorites is not announced")
        answer = self.browser.find("#answer").text
        self.check(re.fullmatch("[01] of 1 favorite open", answer), f"with one favorite, the answer is {answer!r}")
        pins = "return [...document.querySelectorAll('.leaflet-marker-icon.pin')].length"
        self.wait(lambda: self.browser.run(pins) == 1, "the map shows others than favorites")
        # Apps for calendars subscribe to the favorites. The sample has no history.
        links = [link.get_attribute("href") for link in self.browser.find_all("#subscription a") if link.is_displayed()]
        calendar = f"{self.url}/api/v1/catalog.ics?ids={urllib.parse.quote(self.first, safe='')}"
        self.check(links == [calendar.replace("http:", "webcal:"), calendar], f"the calendars of one favorite are {links}")
        with urllib.request.urlopen(calendar) as answer:
            self.check(f"{self.first}" in answer.read().decode().replace("\r\n ", ""), "the calendar of the favorites lacks them")
        self.browser.find(f"li[data-id='{self.first}'] .star").click()
        self.check(self.visible() == [], "a place that is no longer a favorite stays in their list")
        self.check(not self.browser.find("#subscription").is_displayed(), "without favorites, there are calendars of them")
        self.check(self.browser.run("return document.activeElement.id") == "only-favorites", "the focus is lost with the last favorite")
        self.check(self.browser.find("#announcement").get_attribute("textContent") == "No favorites here", "a removed favorite is not announced")
        self.browser.find(".more summary").click()
        self.browser.find(".clear").click()
        self.wait(lambda: len(self.visible()) > 1, "Clear does not show all places again")
        # Another page of the site, in another tab or in the history, stores favorites as well.
        self.browser.run("localStorage.setItem('favorites', JSON.stringify(arguments[0])); dispatchEvent(new StorageEvent('storage'))", [self.first])
        self.check(self.browser.find(f"li[data-id='{self.first}'] .star").get_attribute("aria-pressed") == "true",
                   "a favorite of another page is not shown")
        self.browser.run("localStorage.setItem('favorites', JSON.stringify(['a/b/c']))")
        self.browser.find("li .star[aria-pressed=false]").click()
        stored = self.browser.run("return JSON.parse(localStorage.getItem('favorites'))")
        self.check("a/b/c" in stored and len(stored) == 2, f"a star replaces the favorites of other pages: {stored}")
        self.browser.run("localStorage.clear()")
        if not self.hostile:
            return
        # A place that has been renamed is a favorite by its former id, and can be removed.
        self.open("/all", self.hostile)
        self.browser.run("localStorage.setItem('favorites', JSON.stringify(['gmu/whats-open/former-id']))")
        self.browser.driver.refresh()
        stars = self.browser.find_all(".star[aria-pressed=true]")
        self.check(len(stars) == 1, "a renamed favorite is lost")
        self.browser.run("document.querySelectorAll('details').forEach(part => { part.open = true })")
        for star in stars:
            star.click()
        self.check(self.browser.run("return localStorage.getItem('favorites')") == "[]", "a renamed favorite cannot be removed")

    def next_favorite_is_named(self):
        """In a list of favorites, the place that opens next is one of them."""
        said = {entry["id"]: (entry["name"], entry["status"]) for entry in self.entries("campus=penn&at=03:00&sort=name")}
        opening = sorted((place for place, (_, status) in said.items() if "opens" in status), key=lambda place: said[place][1]["opens"])
        note = lambda: self.browser.find(".headline .note").text
        self.open("/penn?at=03:00")
        before = note()
        name, status = said[opening[-1]]
        for favorites, wanted in (([opening[-1]], f"Next: {name} {status['sentence'][0].lower()}{status['sentence'][1:]}."), ([], ""), (None, before)):
            self.browser.run("localStorage.clear(); if (arguments[0]) Object.assign(localStorage, {favorites: JSON.stringify(arguments[0]), 'favorites-only': 'true'})", favorites)
            self.browser.driver.refresh()
            self.wait(lambda: self.browser.find_all("#announcement") and note() == wanted, f"with the favorites {favorites}, the note is {note()!r} instead of {wanted!r}")
        self.browser.run("localStorage.clear()")

    def near_me_asks_on_a_click(self):
        remove = self.override("""window.asked = 0; const ask = Geolocation.prototype.getCurrentPosition;
          Geolocation.prototype.getCurrentPosition = function (...all) { window.asked += 1; return ask.apply(this, all) }""")
        self.browser.command("Browser.grantPermissions", permissions=["geolocation"], origin=self.url)
        self.browser.command("Emulation.setGeolocationOverride", latitude=39.9522, longitude=-75.1932, accuracy=10)
        self.open("/all")
        self.wait(self.is_ready, "the list is not ready")
        self.check(self.browser.run("return window.asked") == 0, "the page asks for the position before a click")
        self.browser.find("#near-me").click()
        wanted = self.by_state("near=39.9522,-75.1932&within=5km")
        self.wait(lambda: self.visible() == wanted, "near me does not sort by state and distance")
        self.check(re.match(r"about \d+ min walk, [\d.]+ (mi|ft)$", self.browser.find(".distance").text), "the minutes to walk are missing")
        self.check(len(self.browser.find_all(".distance")) == len(wanted), "distances are missing")
        self.browser.find("#near-me").click()
        self.wait(lambda: len(self.visible()) > len(wanted) or not self.browser.find_all(".distance"), "near me cannot be switched off")
        remove()

    def place_has_its_page(self):
        self.open("/all")
        self.browser.find(f"li[data-id='{self.first}'] .name").click()
        self.wait(lambda: self.browser.find_all("article.place"), "the page of a place does not open")
        [entry] = [entry for entry in self.entries("") if entry["id"] == self.first]
        self.check(self.browser.find("h1").text == entry["name"], "the page of a place has another name")
        self.check(self.browser.find(".sentence").text == entry["status"]["sentence"], "the page of a place has another sentence")
        for selector, what in ((".week .today", "today"), (".star", "the star"), ("[aria-labelledby=sources]", "sources")):
            self.check(self.browser.find_all(selector), f"the page of a place lacks {what}")
        addresses = {link.get_attribute("href") for link in self.browser.find_all("article a[href]")}
        missing = {link["href"] for link in entry.get("links", [])} - addresses
        self.check(not missing, f"the page of a place lacks links: {missing}")
        self.check("as of" in self.browser.find("[aria-labelledby=sources]").text, "the sources of a place do not say how old they are")
        # A picture is on another server: it is requested on a click, and not before.
        self.check(self.browser.find_all(".picture a") and not self.browser.find_all("img:not(#map img)"), "a picture is shown before a click")

    def figure_changes_on_a_click(self):
        self.open("/all")
        text = self.browser.find("#quote blockquote").text
        self.browser.find("#next").click()
        self.wait(lambda: self.browser.find("#quote blockquote").text != text, "there is no other quote")
        self.check(self.browser.run("return document.activeElement.id") == "next", "the focus is lost when the quote changes")
        self.check(not self.browser.find_all("#quote img"), "a picture is requested before a click")

    def keyboard_is_enough(self):
        self.open("/all")
        press = lambda *keys: ActionChains(self.browser.driver).send_keys(*keys).perform()
        press(Keys.TAB)
        focused = self.browser.driver.switch_to.active_element
        self.check("skip" in (focused.get_attribute("class") or ""), "the first stop is not the skip link")
        self.check(focused.rect["height"] > 10 and focused.rect["x"] >= 0, "the skip link is not visible when it has the focus")
        stops = []
        for _ in range(16):
            press(Keys.TAB)
            item = self.browser.driver.switch_to.active_element
            stops.append(item.get_attribute("id") or item.text or item.get_attribute("aria-label"))
            outlines = self.browser.run("return [null, '::after'].map(part => getComputedStyle(arguments[0], part).outlineStyle)", item)
            self.check(outlines != ["none", "none"], f"the focus is not visible on {stops[-1]}")
        self.check({"q", "Open now", "only-favorites", "near-me"} <= set(stops), f"filters are not reached by the keyboard: {stops}")
        self.browser.run("document.querySelector('.star').focus()")
        press(Keys.SPACE)
        self.check(self.browser.find(".star").get_attribute("aria-pressed") == "true", "the keyboard does not make a favorite")
        press(Keys.SPACE)
        self.browser.run("document.querySelector('.place .name').focus()")
        press(Keys.ENTER)
        self.wait(lambda: "/places/" in self.browser.driver.current_url, "the keyboard does not open a place")

    def map_has_the_points_of_the_list(self):
        for motion in ("no-preference", "reduce"):
            self.browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
            self.map_has_points(motion)
        self.browser.command("Emulation.setEmulatedMedia", features=[])

    def map_has_points(self, motion):
        self.open("/all")
        if not self.browser.find_all("section.map"):
            self.faults.append("there is no map: is libjs-leaflet installed?")
            return
        self.wait(self.is_ready, "the map has no points")
        # A pin of several places shows their number.
        count = self.browser.run(
            "return [...document.querySelectorAll('.leaflet-marker-icon.pin')].reduce((sum, pin) => sum + Number(pin.textContent || 1), 0)")
        known = self.browser.run("""
            const campus = document.querySelector('.campuses [aria-pressed=true]').dataset.campus;
            return Object.entries(JSON.parse(document.querySelector('#data').textContent).places)
              .filter(([id, place]) => place.position && id.startsWith(campus + '/')).length""")
        self.check(count == known > 1, f"the map has {count} points of {known}")
        # Places of the sample share a pin, which the keyboard opens.
        size = int(self.browser.run("const pin = document.querySelector('.pin.several'); pin?.focus(); return pin?.textContent ?? 0"))
        self.check(size > 1, "no places share a pin")
        ActionChains(self.browser.driver).send_keys(Keys.ENTER).perform()
        self.wait(lambda: len(self.browser.find_all(".leaflet-popup .name")) == size > 1, f"a pin of {size} places does not list them")
        self.check(self.browser.run("return document.activeElement.matches('.leaflet-popup .name')"), "the focus does not go to what a pin lists")
        ActionChains(self.browser.driver).send_keys(Keys.ESCAPE).perform()
        self.wait(lambda: not self.browser.find_all(".leaflet-popup .name"), "Escape does not close what a pin lists")
        self.check(self.browser.run("return document.activeElement.matches('.pin.several')"), f"the focus does not go back to the pin ({motion})")
        ActionChains(self.browser.driver).send_keys(Keys.SPACE).perform()
        self.wait(lambda: len(self.browser.find_all(".leaflet-popup .name")) == size, "the space bar does not open a pin")
        # The order of the list follows the time; the map stays as it is.
        self.browser.run("document.querySelector('.leaflet-control-zoom-in').click()")
        self.browser.run("document.querySelector('.campuses button').focus()")
        self.wait(lambda: not self.browser.find_all(".leaflet-zoom-anim"), "the map never ends its zoom")
        scale = self.browser.find(".leaflet-control-scale").text
        self.browser.run("const row = document.querySelector('.place'); row.parentElement.append(row); dispatchEvent(new StorageEvent('storage'))")
        self.check(self.browser.find(".leaflet-control-scale").text == scale, "another order of the list moves the map")
        self.check(self.browser.run("return document.activeElement.matches('.campuses button')"), "another order of the list takes the focus")

    def icons_are_there(self):
        with urllib.request.urlopen(self.url + "/manifest.webmanifest") as reply:
            icons = json.load(reply)["icons"]
        for icon in icons:
            if icon["type"] != "image/png":
                continue
            with urllib.request.urlopen(self.url + icon["src"]) as reply:
                content = reply.read()
            width, height = (int.from_bytes(content[at:at + 4], "big") for at in (16, 20))
            self.check(content.startswith(b"\x89PNG") and icon["sizes"] == f"{width}x{height}", f"{icon['src']} is not {icon['sizes']}")
        found = {(icon["sizes"], icon["purpose"]) for icon in icons}
        self.check({("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= found, f"the manifest lacks icons: {found}")

    def page_is_light_and_fast(self):
        """With an empty cache, and a slow connection."""
        self.browser.command("Storage.clearDataForOrigin", origin=self.url, storageTypes="all")
        self.browser.command("Network.clearBrowserCache")
        self.browser.driver.get("about:blank")
        self.browser.forget_reports()
        self.browser.command("Network.emulateNetworkConditions", **FAST_3G)
        self.open("/all")
        painted = self.browser.run_async(FIRST_PAINT)
        self.check(0 < painted <= 1000, f"the answer is visible after {painted:.0f} ms instead of 1000")
        self.wait(self.is_ready, "the list is not ready")
        self.browser.command("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        pictures = {event["requestId"] for event in self.browser.reported("Network.responseReceived") if event["type"] == "Image"}
        sizes = [event["encodedDataLength"] for event in self.browser.reported("Network.loadingFinished") if event["requestId"] not in pictures]
        self.check(0 < sum(sizes) <= 100_000, f"the page has {sum(sizes)} bytes instead of 100000")
        # The map comes later.
        first = {event["requestId"] for event in self.browser.reported("Network.responseReceived")
                 if event["type"] in ("Document", "Stylesheet", "Script") and "leaflet" not in event["response"]["url"] and "map." not in event["response"]["url"]}
        sizes = [event["encodedDataLength"] for event in self.browser.reported("Network.loadingFinished") if event["requestId"] in first]
        self.check(len(sizes) >= 3 and sum(sizes) <= 60_000, f"the first screen has {sum(sizes)} bytes instead of 60000")

    def naughty_texts_are_inert(self):
        with urllib.request.urlopen(self.hostile + "/api/v1/entries?limit=500") as reply:
            places = [entry["id"] for entry in json.load(reply)["entries"]]
        query = urllib.parse.urlencode({"q": "</title>\"><script>window.hacked=1</script>", "building": "\"onmouseover=\"window.hacked=1"})
        with_menus = [path for _, path in self.pages_with_menus(self.hostile)]
        for path in ["/", "/all", "/all?sort=name", "/all?" + query, "/all?near=38.83,-77.307"] + ["/places/" + place for place in places[:13]] + with_menus:
            self.open(path, self.hostile)
            self.wait(self.is_ready, f"{path} is not ready")
            self.browser.run("""for (const item of document.querySelectorAll('*'))
              for (const name of ['mouseover', 'focus', 'error', 'load']) item.dispatchEvent(new Event(name, {bubbles: true}));
              document.querySelectorAll('.leaflet-marker-icon, #next, .star').forEach(item => item.click())""")
            self.check(self.browser.run("return window.hacked === undefined"), f"{path}: a script of the feed ran")
            attributes = self.browser.run("return [...document.querySelectorAll('*')].flatMap(item => item.getAttributeNames())"
                                          ".filter(name => name.startsWith('on') || name === 'autofocus' || name === 'srcdoc')")
            self.check(not attributes, f"{path}: attributes come from the feed: {attributes[:3]}")
            links = self.browser.run("return [...document.querySelectorAll('[href], [src], [action]')].map(item => item.href || item.src || item.action)"
                                     ".filter(address => !/^(https?|tel|mailto):/.test(address))"
                                     ".filter(address => !address.startsWith(`webcal://${location.host}/`))")
            self.check(not links, f"{path}: unsafe links: {links[:3]}")
            open_texts = self.browser.run(NOT_ISOLATED)
            self.check(not open_texts, f"{path}: texts that may change the direction of others: {open_texts[:3]}")
            try:
                html5lib.HTMLParser(strict=True).parse(self.text(path, self.hostile))
            except html5lib.html5parser.ParseError as error:
                self.faults.append(f"{path} is not valid HTML with naughty texts: {error}")
        self.check(not self.browser.reported("Page.javascriptDialogOpening"), "naughty texts open a dialog")
        self.note_console("naughty texts", ignored=("400 (Bad Request)",))

    def nobody_else_is_asked(self):
        hosts = set()
        for event in self.browser.reported("Network.requestWillBeSent"):
            parts = urllib.parse.urlsplit(event["request"]["url"])
            if parts.scheme in ("http", "https"):
                hosts.add(parts.netloc)
        own = {urllib.parse.urlsplit(url).netloc for url in (self.url, self.hostile, self.live, self.night, self.menus) if url}
        self.check(hosts <= own, f"requests to {sorted(hosts - own)}")

    def page_is_there_offline(self, process):
        self.open("/all")
        self.browser.run("localStorage.setItem('campus', JSON.stringify('all'))")
        self.browser.run_async("navigator.serviceWorker.ready.then(arguments[0])")
        stored = "caches.match('/api/v1/catalog').then(r => arguments[0]((r?.headers.get('content-type') ?? '').startsWith('application/json')))"
        self.wait(lambda: self.browser.run_async(stored), "the service worker stores no catalog")
        self.open("/all")
        self.note_console("/all with the service worker")
        errors = self.browser.command("Page.getInstallabilityErrors")["installabilityErrors"]
        self.check(not errors, f"the page cannot be installed: {errors}")
        self.open("/gmu")
        self.open("/all")
        all_places = self.visible()
        self.open("/api/v1/catalog")
        self.open("/all")
        caches = self.browser.run_async("caches.keys().then(arguments[0])")
        self.check(len([name for name in caches if name.startswith("campus-places")]) == 1, f"several versions are stored: {caches}")
        # The catalog is not renewed with each page, but when it is more than an hour old.
        age = """const [minutes, done] = arguments, path = '/api/v1/catalog';
          caches.keys().then(names => caches.open(names.find(name => name.startsWith('campus-places')))).then(async cache => {
            const old = await cache.match(path), headers = new Headers(old.headers);
            headers.set('date', new Date(Date.parse(headers.get('date')) - minutes * 60000).toUTCString());
            headers.set('x-aged', 'yes');
            await cache.put(path, new Response(await old.blob(), {headers}));
          }).then(done)"""
        aged = "caches.match('/api/v1/catalog').then(r => arguments[0](r.headers.get('x-aged') === 'yes'))"
        self.browser.run_async(age, 30)
        self.open("/all")
        self.open("/places/" + self.entries("")[0]["id"])
        self.check(self.browser.run_async(aged), "the stored catalog is renewed although it is half an hour old")
        self.browser.run_async(age, 60)
        self.open("/all")
        self.wait(lambda: not self.browser.run_async(aged), "the stored catalog is not renewed although it is more than an hour old")
        self.open("/gmu/week")
        self.wait(lambda: self.browser.run_async("caches.match('/gmu/week').then(found => arguments[0](found !== undefined))"), "a week that was opened is not stored")
        entries = self.entries("")
        queries = ("open=now", "q=johnson", "q=cafés", "q=CAFE", "q=vegetarian", "q=vegana", "q=pizza+végane", "q=tofu+scramble", "category=cafe,market", "campus=penn&open=now", "building=sub+i",
                   "open=tomorrow+12:00", "state=closed&q=st", "tag=vegetarian", "near=38.83,-77.307",
                   "near=39.95,-75.19&within=1km&open=now", "near=38.83,-77.307&q=s", "q=zzzz",
                   "until=23:00", "for=2h&open=18:00", "state=open&at=tomorrow+12:00", "q=food", "q=coffee+shop&open=now", "q=open+gym")
        offline = {query: self.selected(urllib.parse.quote(query, "=&+,")) for query in queries}
        offline = {query: self.by_state(query if "within" in query else query + "&within=5km") if "near" in query else sorted(places)
                   for query, places in offline.items()}
        os.kill(process, signal.SIGTERM)
        self.wait(lambda: self.is_stopped(process), "the server does not stop")
        self.open("/")
        self.wait(lambda: self.browser.driver.current_url.endswith("/all"), "the start does not lead to the chosen campus offline")
        self.open("/gmu")
        self.check(self.browser.find_all("#results .place"), "the list of a campus that was opened is not there offline")
        self.open("/all")
        self.check(self.visible() == all_places, "the list is not there offline")
        self.wait(lambda: re.search(r"as of .*\d\d:\d\d", self.browser.find("#offline").text), "the page does not say that it is offline")
        for query, wanted in offline.items():
            self.open("/all?" + query)
            self.wait(lambda: self.browser.run("return document.querySelector('#answer[data-own]') !== null"), f"offline, /?{query} is not filtered")
            shown = self.visible() if "near" in query else sorted(self.visible())
            self.check(shown == wanted, f"offline, /?{query} shows {shown} instead of {wanted}")
        self.open("/all")
        self.browser.run("const q = document.querySelector('#q'); q.value = 'joe'; q.dispatchEvent(new Event('input', {bubbles: true}))")
        self.wait(lambda: 0 < len(self.visible()) < len(all_places), "filters do not work offline")
        for query, name in (("sort=name&open=now", "Order"), ("open=today+00:00", "Time"), ("at=tonight", "Time"), ("until=22:30:00-05:00", "Still open at")):
            self.open("/all?" + query)
            self.wait(lambda: f"Not applied: {name}." in self.browser.find("#offline").text, f"/all?{query} does not work offline, and nothing says so")
        self.open("/all?near=38.83,-77.307")
        self.check("are stored" not in self.browser.find("#offline").text, "places without a position seem not to be stored")
        self.open("/all?category=cafe&campus=gmu")
        chosen = self.browser.run("return [...document.querySelectorAll('#filters select, [name=campus]')].map(menu => menu.value).filter(Boolean)")
        self.check(sorted(chosen) == ["cafe", "gmu"], f"offline, the form shows {chosen} instead of the filters of the list")
        self.open("/all?sort=name&state=closed")
        self.check(self.browser.find("#sort").get_attribute("value") == "", "offline, the form shows an order that is not applied")
        self.check(self.browser.run("return new FormData(document.querySelector('#filters')).get('state')") == "closed", "offline, the form loses a filter")
        unopened = 0
        for entry in entries:
            self.open("/places/" + entry["id"])
            text = self.browser.find("body").text
            self.check(self.browser.find("h1").text == entry["name"], f"offline, the page of {entry['id']} has another name")
            if "was not opened" not in text:
                continue
            unopened += 1
            state = {"open": "Open now", "closed": "Closed now", "unknown": "Hours unknown"}[entry["status"]["state"]]
            for part in (entry.get("location", {}).get("address", ""), state):
                self.check(part in text, f"offline, the page of {entry['id']}, which was not opened, lacks {part}: {text}")
            days = len(self.browser.find_all(".week tbody tr"))
            self.check(days == (7 if "hours" in entry else 0), f"offline, the page of {entry['id']} has the hours of {days} days")
        self.check(unopened > 10, f"only {unopened} places were not opened before")
        self.open("/places/nobody/was/here")
        self.check(self.browser.find("h1").text == "This page is not stored", "a page that is not stored is not explained")
        for path, title in (("/gmu/week", "This week"), ("/week", "This page is not stored"), ("/penn/week", "This page is not stored")):
            self.open(path)
            self.check(self.browser.find("h1").text == title, f"offline, {path} is {self.browser.find('h1').text!r}")
        self.open("/all")
        schema = self.browser.run_async(
            "fetch('/api/v1/catalog').then(r => r.json()).then(c => arguments[0](c.schema), () => arguments[0](''))")
        self.check(schema == "campus-catalog/1", "the catalog is not there offline")

    @staticmethod
    def is_stopped(process):
        """Whether a process has ended. (Its parent may not have noticed yet.) Until then, open connections are answered."""
        try:
            return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
        except OSError:
            return True

    def run(self, process):
        self.first = self.selected("category=dining-hall")[0]
        self.place = "/places/" + self.first
        self.attempt(self.page_is_light_and_fast, self.sentences_are_those_of_the_api, self.first_screen_has_the_answer)
        if self.live:
            self.attempt(self.sentences_follow_the_clock, self.days_follow_the_clock, self.open_places_leave_when_they_close,
                         self.places_move_to_their_part)
        self.attempt(self.chosen_times_are_those_of_each_clock, self.pages_are_valid, self.pages_reflow, self.filters_work_without_reloading,
                     self.filters_fit_together, self.filters_work_without_a_script, self.favorites_survive, self.next_favorite_is_named, self.near_me_asks_on_a_click,
                     self.times_are_chosen, self.waiting_is_shown, self.when_says_what_is_chosen, self.when_works_without_a_script,
                     self.clock_and_units_are_chosen, self.languages_are_chosen)
        for self.is_by_keyboard in (False, True) if self.night else ():
            self.attempt(self.eat_now_at_night)
        for self.is_by_keyboard in (False, True) if self.menus else ():
            self.attempt(self.lunch_of_a_vegan)
        self.is_by_keyboard = False
        if self.menus:
            self.attempt(self.week_fits_on_a_sheet)
        for self.is_by_keyboard in (False, True):
            self.attempt(self.library_on_sunday, self.share_cafes_near_the_library, self.date_in_two_weeks, self.different_this_week,
                         self.only_three_favorites, self.closes_today_and_tomorrow, self.report_an_error, self.map_and_back)
        self.is_by_keyboard = False
        self.attempt(self.screen_readers_hear_the_answer_first,
                     self.place_has_its_page, self.figure_changes_on_a_click, self.keyboard_is_enough, self.map_has_the_points_of_the_list,
                     self.icons_are_there, self.pages_are_accessible)
        # Chromium reports the status of a page that explains a wrong parameter.
        self.note_console("the pages", ignored=("400 (Bad Request)",))
        if self.hostile:
            self.attempt(self.naughty_texts_are_inert)
        self.attempt(self.nobody_else_is_asked)
        if process:
            self.attempt(lambda: self.page_is_there_offline(process))
        return self.faults

    def attempt(self, *checks):
        """Runs checks. One that cannot go on is a fault, and does not keep the others from running."""
        for check in checks:
            try:
                check()
            except Exception as error:
                how = " by keyboard" if self.is_by_keyboard else ""
                self.faults.append(f"{check.__name__}{how} stops: {traceback.extract_tb(error.__traceback__)[1].line}: {str(error).splitlines()[:1]}")
                self.browser.command("Emulation.clearDeviceMetricsOverride")

    def when_says_what_is_chosen(self):
        """The control of the time says what is chosen in the same room, offers tonight and how long places stay open, and explains what does not fit."""
        self.phone()
        self.open("/gmu")
        summary = lambda: self.browser.find(".when > summary")
        said = lambda: summary().get_attribute("textContent")
        room = summary().size

        def is_chosen(choice, query):
            self.wait(lambda: self.browser.driver.current_url == self.url + "/gmu" + (query and f"?{query}"), f"{choice} is not in the address")
            self.wait(lambda: said() == "When: " + choice, f"instead of {choice}, the control says {said()}")
            wanted = sorted(self.selected(f"campus=gmu&{query}"))
            self.wait(lambda: sorted(self.visible()) == wanted, f"{choice} shows other places than the API")
            self.check(summary().size == room, f"{choice} changes the size of the control: {summary().size} instead of {room}")

        is_chosen("Now", "")
        can_stay = lambda: [self.browser.find(field).is_enabled() for field in ("#until", "#for")]
        for name in ("Tonight", "Tomorrow"):
            summary().click()
            self.browser.driver.find_element(By.LINK_TEXT, name).click()
            is_chosen(name, f"at={name.lower()}")
            self.check(can_stay() == [False, False], f"{name} lets places be asked to stay open, which needs a time")
        # By keyboard: the focus is on the control again.
        ActionChains(self.browser.driver).send_keys(Keys.ENTER, Keys.TAB, Keys.ENTER).perform()
        is_chosen("Now", "")
        self.check(can_stay() == [True, True], "now, places cannot be asked to stay open")
        ActionChains(self.browser.driver).send_keys(Keys.ENTER, Keys.TAB, Keys.ESCAPE).perform()
        self.check(self.browser.run("return document.activeElement.matches('details:not([open]) > summary')"), "Escape does not close the menu")
        summary().click()
        self.choose("#until", "22:00")
        is_chosen("Until 10 PM", "until=22%3A00")
        self.wait(lambda: "open until 10 PM" in self.browser.find("#answer").text, "the answer does not say until when places stay open")
        self.choose("#for", "2h")
        self.wait(lambda: self.browser.find_all("#problem") and "cannot be used together" in self.browser.find("#problem").text,
                  "two fields that do not fit together are not explained")
        self.check(self.browser.find("#for").get_attribute("aria-invalid") == "true", "the field with the problem is not marked")
        self.check(self.browser.find("#until").get_attribute("value") == "22:00", "a field with a problem loses its value")
        self.choose("#until", "")
        is_chosen("For 2 hours", "for=2h")
        self.check(self.browser.find("#for").get_attribute("aria-invalid") is None, "a field stays marked")
        self.choose("#date", "2026-12-05")
        is_chosen("Sat, Dec 5", "at=2026-12-05")
        self.check(can_stay() == [False, False], "a date without a time lets places be asked to stay open")
        self.choose("#time", "18:00")
        is_chosen("Sat, Dec 5, 6 PM", "at=2026-12-05+18%3A00")
        self.choose("#for", "2h")
        is_chosen("Sat, Dec 5, 6 PM, for 2 hours", "for=2h&at=2026-12-05+18%3A00")
        self.browser.driver.refresh()
        is_chosen("Sat, Dec 5, 6 PM, for 2 hours", "for=2h&at=2026-12-05+18%3A00")
        until = self.browser.run("return [...document.querySelectorAll('.place')].find(row => /Open until/.test(row.textContent)).dataset.id")
        self.browser.find(f"li[data-id='{until}'] .name").click()
        self.wait(lambda: self.browser.find_all("article.place"), "a row does not open the place")
        self.check("at=2026-12-05%2018:00" in self.browser.driver.current_url, f"the place forgets the time: {self.browser.driver.current_url}")
        sentence = self.browser.find("article .sentence").text
        self.check(re.search("(Sat|Sun)", sentence), f"a sentence about a chosen time has no weekday: {sentence}")
        self.browser.find("main nav a").click()
        self.wait(lambda: self.browser.find_all("#filters") and said() == "When: Sat, Dec 5, 6 PM", "the way back forgets the time")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def when_works_without_a_script(self):
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.open("/gmu?open=now")
            self.browser.find(".when > summary").click()
            self.browser.find("#until").send_keys("1000PM")
            self.browser.find(".filters [type=submit]").click()
            self.wait(lambda: "until=22%3A00" in self.browser.driver.current_url, "the form is not sent")
            shown = [row.get_attribute("data-id") for row in self.browser.find_all("#results .place")]
            self.check(sorted(shown) == sorted(self.selected("campus=gmu&open=now&until=22:00")), "without a script, other places than those of the API stay open")
            self.check(self.browser.find(".when .value").text == "Until 10 PM", "without a script, the control does not say what is chosen")
            self.browser.find(".when > summary").click()
            self.browser.driver.find_element(By.LINK_TEXT, "Tonight").click()
            self.wait(lambda: self.browser.driver.current_url.endswith("/gmu?open=tonight"), "without a script, Tonight is no link")
            self.browser.find(".display [data-style=clock]").click()
            self.wait(lambda: "clock=24" in self.browser.driver.current_url, "without a script, the other clock is no link")
            self.check("18:00" in self.browser.find("#answer").text, "without a script, the other clock is not shown")
        finally:
            self.browser.command("Emulation.setScriptExecutionDisabled", value=False)

    def clock_and_units_are_chosen(self):
        """The other clock and units are chosen at the end of a page, kept by links, remembered for all pages, and forgotten again."""
        self.forget_everything(self.url)
        half = r"\d [AP]M"
        lengths = lambda: [part.get_attribute("textContent") for part in self.browser.find_all(".leaflet-control-scale-line, .ring-label")]
        self.open("/gmu?near=38.83,-77.307")
        self.check(re.search(half, self.browser.find("#results").text) and re.search(r"\d (mi|ft)$", self.browser.find(".distance").text), "the customs of the country are not followed")
        self.wait(lambda: lengths() and all(text.endswith((" mi", " ft")) for text in lengths()), f"the map has other units than the page: {lengths()}")
        for name, query in (("24-hour", "&clock=24"), ("kilometers", "&clock=24&units=km")):
            self.browser.driver.find_element(By.LINK_TEXT, name).click()
            self.wait(lambda: self.browser.driver.current_url.endswith(query), f"{name} is not in the address")
        self.wait(lambda: lengths() and all(text.endswith((" m", " km")) for text in lengths()), f"the map keeps its units: {lengths()}")
        self.check(re.search(r"\d k?m$", self.browser.find(".distance").text), "distances stay miles")
        for path in ("/gmu", "/all", self.place, "/week", "/campuses", "/gmu?open=now"):
            self.open(path)
            self.wait(lambda: "clock=24&units=km" in self.browser.driver.current_url and self.browser.find_all("h1"), f"{path} forgets the clock")
            self.check(not re.search(half, self.browser.find("main").text), f"{path} has the other clock")
            links = self.browser.run("return [...document.querySelectorAll('main a[href^=\"/\"], header a')].map(link => link.getAttribute('href'))"
                                     ".filter(address => !address.startsWith('/api/') && !/clock=24&units=km/.test(address))")
            self.check(not links, f"links of {path} forget the clock: {links[:3]}")
            address = self.browser.find("link[rel=canonical]").get_attribute("href")
            self.check("clock" not in address, f"{path} has the canonical address {address}")
        self.browser.find(".chip[data-name=category]").click()
        self.wait(lambda: "category=" in self.browser.driver.current_url, "a chip does nothing")
        self.check("clock=24" in self.browser.driver.current_url, "a chip forgets the clock")
        self.browser.driver.find_element(By.LINK_TEXT, "12-hour").click()
        self.wait(lambda: "clock" not in self.browser.driver.current_url, "the clock of the campus stays in the address")
        self.check("category=" in self.browser.driver.current_url, "another clock forgets the filters")
        self.browser.driver.find_element(By.LINK_TEXT, "miles").click()
        self.wait(lambda: "units" not in self.browser.driver.current_url, "the units of the campus stay in the address")
        self.open("/gmu")
        self.wait(lambda: re.search(half, self.browser.find("#results").text), "the clock of the campus is not chosen again")
        self.check(self.browser.driver.current_url.endswith("/gmu"), "a choice that was taken back is remembered")
        self.forget_everything(self.url)

    def lunch_of_a_vegan(self):
        """On a phone, one tap: the place that serves something vegan, and what; one more: its menu, with the prices that were chosen before."""
        self.phone()
        self.forget_everything(self.menus)
        self.open("/penn", self.menus)
        self.wait(lambda: self.browser.find("html").get_attribute("class") == "live", "the list is not ready")
        self.use(self.browser.driver.find_element(By.LINK_TEXT, "Vegan"))
        self.wait(lambda: self.browser.driver.current_url.endswith("/penn?diet=vegan") and len(self.visible()) == 1, "Vegan does not leave one place")
        self.check(self.is_on_screen(".place .dishes") and "Vegetable curry" in self.browser.find(".place .dishes").text, "the vegan dish is not on the first screen")
        self.use(self.browser.find(".chip[data-name=open]"))
        self.wait(lambda: "diet=vegan" in self.browser.driver.current_url and "open=" in self.browser.driver.current_url, "Vegan and open do not add up")
        self.use(self.browser.driver.find_element(By.LINK_TEXT, "Vegan"))
        self.wait(lambda: "diet" not in self.browser.driver.current_url and len(self.visible()) > 1, "a second tap keeps the diet")
        self.browser.find("#q").send_keys("margherita")
        self.wait(lambda: len(self.visible()) == 1 and "Pizza Margherita" in self.browser.find(".place .dishes").text, "the search does not name the dish")
        self.use(self.browser.find(".place .name"))
        self.wait(lambda: self.browser.find_all(".menus"), "the place has no menus")
        # On a phone whose text is twice as large.
        self.browser.command("Emulation.setDeviceMetricsOverride", width=180, height=370, deviceScaleFactor=2, mobile=True)
        self.browser.driver.back()
        self.wait(lambda: self.browser.find_all("#q"), "there is no way back")
        self.check(self.browser.find("#q").size["width"] > 120, "at twice the size, there is no room for a search")
        self.browser.driver.forward()
        self.wait(lambda: self.browser.find_all(".menus"), "there is no way forward")
        self.browser.command("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
        text = self.browser.find(".menus").text
        for part in ("Lunch, 11 AM–2 PM", "vegan", "contains gluten (wheat), soy", "2.60 USD (students)", "6.30 USD (guests)", "as stated by the kitchen"):
            self.check(part in text, f"the menu lacks {part}")
        self.check("Beef stew" not in text, "a meal is shown that is not chosen")
        self.choose("#role", "guest")
        dishes = lambda: [dish.text for dish in self.browser.find_all(".tabs .dish .prices") if dish.is_displayed()]
        self.check(dishes() == ["6.30 USD (guests)", "3.10 USD (students)\n5.00 USD (employees)"], f"the prices for guests are {dishes()}")
        self.browser.driver.refresh()
        self.wait(lambda: dishes()[:1] == ["6.30 USD (guests)"], "the choice of the prices is not remembered")
        self.tab_to(self.browser.find(".tabs > input"))
        ActionChains(self.browser.driver).send_keys(Keys.ARROW_RIGHT).perform()
        self.check("Beef stew" in self.browser.find(".menus").text, "the arrow key does not choose the next meal")
        self.check_accessibility("the menus of a place")
        self.browser.driver.refresh()
        self.wait(lambda: dishes()[:1] == ["6.30 USD (guests)"], "the page is not ready")
        shift = self.browser.run_async(LAYOUT_SHIFT)
        self.check(shift < 0.01, f"the parts of a place with menus move: {shift}")
        self.browser.command("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.browser.driver.refresh()
            self.check(not self.browser.find("#role").is_displayed(), "without a script, there is a choice of prices")
            self.browser.find(".menu-day h4:last-of-type label").click()
            text = self.browser.find(".menus").text
            self.check("Beef stew" in text and "Vegetable curry" not in text, "without a script, a tab does not choose its meal")
        finally:
            self.browser.command("Emulation.setScriptExecutionDisabled", value=False)
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def week_fits_on_a_sheet(self):
        """The menus of a week are one sheet of paper for a canteen, and not more than one for each day for a large dining hall, in type of 7 points
        or more."""
        menus = json.loads(self.text("/api/v1/menus", self.menus))["places"]
        smallest = min(menus, key=lambda place: sum(len(section["dishes"]) for menu in place["menus"] for section in menu["sections"]))
        for place in menus:
            path = f"/places/{place['id']}/menu"
            self.open(path, self.menus)
            self.check(len(self.browser.find_all(".week tbody tr")) == 7, f"{path} does not have seven days")
            for width, height in ((8.5, 11), (8.27, 11.7)):
                pdf = self.browser.command("Page.printToPDF", paperWidth=height, paperHeight=width, preferCSSPageSize=False)["data"]
                pages = len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(pdf)))
                most = 1 if place is smallest else 7
                self.check(1 <= pages <= most, f"{path} has {pages} pages on paper of {width} × {height} inches")
            self.browser.command("Emulation.setEmulatedMedia", media="print")
            points = self.browser.run(
                "return Math.min(...[...document.querySelectorAll('.week *')].map((part) => parseFloat(getComputedStyle(part).fontSize) * 0.75))")
            # Without lines between them, sections and dishes are told apart by signs.
            parts = {".section": "::after", ".dish > p + p": "::before"}
            signs = [self.browser.run("return getComputedStyle(document.querySelector(`.week ${arguments[0]}`), arguments[1]).content", *part) for part in parts.items()]
            self.check(signs == ['":"', '"· "'], f"{path} is printed without signs between its parts: {signs}")
            self.browser.command("Emulation.setEmulatedMedia", media="")
            self.check(points >= 6.99, f"{path} is printed in type of {points} points")
        self.check(len(menus) == 2, f"{len(menus)} places have menus")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--stop", type=int, metavar="PID", help="the process id of the server, which is ended to check use without it")
    parser.add_argument("--hostile", metavar="URL", help="a server with naughty texts")
    parser.add_argument("--live", metavar="URL", help="a server on which time passes")
    parser.add_argument("--program", metavar="FILE", help="the program aggregate, needed with --live")
    parser.add_argument("--catalog", metavar="FILE", help="the catalog of the live server")
    parser.add_argument("--night", metavar="URL", help="a server whose time is 23:30")
    parser.add_argument("--menus", metavar="URL", help="a server with menus")
    arguments = parser.parse_args()
    Checks(arguments.url, arguments.hostile, arguments.live, arguments.night, arguments.menus, arguments.program, arguments.catalog).finish(arguments.stop)


if __name__ == "__main__":
    main()
