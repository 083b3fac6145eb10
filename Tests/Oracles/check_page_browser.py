"""Checks the page of a running server in Chromium: errors, policy, accessibility, and what its script adds.

usage: check_page_browser.py [--stop PID] URL

Prints each fault on a line of its own, and exits with 1 if there are any. With --stop, ends the server with this process id at the end, to see
that the page is there without it. Needs chromium, chromedriver, and the packages selenium and axe-core-python.
"""

import argparse
import importlib.resources
import json
import os
import signal
import sys
import time
import urllib.parse
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

VISIBLE = """return [...document.querySelectorAll('#results .place')].filter(row => row.checkVisibility()).map(row => row.dataset.id)"""
RUN_AXE = """axe.run(document, {runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}})
  .then(arguments[0], error => arguments[0]({error: String(error)}))"""
CHANGED = """return [...document.querySelectorAll('.place[data-id]')].map(row => [row.dataset.id, row.querySelector('.sentence').textContent])"""


class Checks:
    def __init__(self, url):
        self.url = url.rstrip("/")
        self.faults = []
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.driver.execute_cdp_cmd("Network.enable", {})

    def check(self, is_right, fault):
        if not is_right:
            self.faults.append(fault)

    def open(self, path):
        self.driver.get(self.url + path)
        self.wait(lambda d: d.execute_script("return document.readyState") == "complete", f"{path} does not load")

    def wait(self, condition, fault):
        try:
            WebDriverWait(self.driver, 8).until(condition)
        except Exception:
            self.faults.append(fault)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def visible(self):
        return self.driver.execute_script(VISIBLE)

    def selected(self, query):
        """Returns the ids that the API selects."""
        with urllib.request.urlopen(f"{self.url}/api/v1/entries?limit=500&{query}") as reply:
            return [entry["id"] for entry in json.load(reply)["entries"]]

    def note_console(self, where, ignored=()):
        for line in self.driver.get_log("browser"):
            text = line["message"]
            if line["level"] in ("SEVERE", "WARNING") and not any(part in text for part in ignored):
                self.faults.append(f"console on {where}: {text[:300]}")

    # What is checked, in this order.

    def sentences_are_those_of_the_server(self):
        """The script writes the same sentences as the server at the same moment."""
        request = urllib.request.Request(self.url + "/", headers={"Accept": "text/html"})
        with urllib.request.urlopen(request) as reply:
            served = reply.read().decode()
        self.open("/")
        parse = """const page = new DOMParser().parseFromString(arguments[0], 'text/html');
          return [...page.querySelectorAll('.place[data-id]')].map(row => [row.dataset.id, row.querySelector('.sentence').textContent])"""
        from_server = dict(self.driver.execute_script(parse, served))
        from_script = dict(self.driver.execute_script(CHANGED))
        for place, sentence in from_server.items():
            self.check(from_script.get(place) == sentence, f"{place}: {from_script.get(place)!r} instead of {sentence!r}")
        self.check(len(from_server) > 0, "the page has no places")

    def sentences_follow_the_clock(self):
        """At later moments, the script still writes what the API says."""
        now = self.driver.execute_script("return JSON.parse(document.querySelector('#data').textContent).now")
        for minutes in (7, 29, 31, 100, 360, 725, 1440, 2000, 4000, 8000):
            at = now + 60 * minutes
            with urllib.request.urlopen(f"{self.url}/api/v1/entries?limit=500&at={time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(at))}") as reply:
                said = {entry["id"]: entry["status"]["sentence"] for entry in json.load(reply)["entries"]}
            source = "const start = Date.now(); Date.now = () => start + (window.later ?? 0);"
            script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
            self.open("/")
            # The script looks at the clock when the page is shown again.
            self.driver.execute_script(
                f"window.later = {60000 * minutes}; document.dispatchEvent(new Event('visibilitychange'))")
            shown = dict(self.driver.execute_script(CHANGED))
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script["identifier"]})
            wrong = {place: (shown[place], said[place]) for place in shown if shown[place] != said.get(place)}
            for place, (one, other) in wrong.items():
                self.faults.append(f"after {minutes} min, {place}: {one!r} instead of {other!r}")

    def pages_are_accessible(self):
        axe = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text()
        for path in ("/", "/places/" + self.first, "/?campus=unknown", "/?open=now&sort=name", "/?near=39.95,-75.19"):
            for scheme in ("light", "dark"):
                self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
                self.open(path)
                time.sleep(0.5)
                # The policy of the page does not apply to what the driver evaluates.
                self.driver.execute_script(axe)
                found = self.driver.execute_async_script(RUN_AXE)
                if "error" in found:
                    self.faults.append(f"axe on {path} ({scheme}): {found['error']}")
                    continue
                for violation in found["violations"]:
                    nodes = "; ".join(str(node["target"]) + " " + node["html"][:120] for node in violation["nodes"][:3])
                    self.faults.append(f"axe on {path} ({scheme}): {violation['id']}: {nodes}")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def pages_reflow(self):
        for width in (320, 360, 768, 1440):
            self.driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride", {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500})
            for path in ("/", "/places/" + self.first):
                self.open(path)
                wide = self.driver.execute_script("return document.documentElement.scrollWidth")
                self.check(wide <= width, f"{path} is {wide} px wide on {width} px")
                small = self.driver.execute_script(
                    """return [...document.querySelectorAll('a[href], button, input, select, summary')].filter(item => {
                      const {width, height} = item.getBoundingClientRect();
                      return width > 0 && item.checkVisibility() && !item.classList.contains('skip') && item.closest('p:not(.buttons, .campuses)') === null
                        && (width < 24 || height < 24)
                    }).map(item => item.outerHTML.slice(0, 100))""")
                self.check(not small, f"{path} at {width} px has small targets: {small[:3]}")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def filters_work_without_reloading(self):
        self.open("/")
        self.driver.execute_script("window.isSame = true")
        menu = self.find("#open")
        self.driver.execute_script("arguments[0].value = 'now'; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", menu)
        wanted = sorted(self.selected("open=now"))
        self.wait(lambda d: sorted(self.visible()) == wanted, "the filter for open places selects others than the API")
        self.check("open=now" in self.driver.current_url, "the filter is not in the address")
        field = self.find("#q")
        field.send_keys("st")
        wanted = sorted(self.selected("open=now&q=st"))
        self.wait(lambda d: sorted(self.visible()) == wanted, "the search selects others than the API")
        self.check(self.driver.execute_script("return window.isSame === true"), "filters reload the page")
        self.driver.refresh()
        self.check(sorted(self.visible()) == wanted, "the address does not have the filters")

    def favourites_survive(self):
        self.open("/")
        row = self.first
        self.find(f"li[data-id='{row}'] .star").click()
        self.driver.refresh()
        pressed = self.find(f"li[data-id='{row}'] .star").get_attribute("aria-pressed")
        self.check(pressed == "true", "a favourite is lost when the page is loaded again")
        self.find("#only-favourites").click()
        self.wait(lambda d: self.visible() == [row], "the filter for favourites shows others")
        self.find("#only-favourites").click()
        # A place that has been renamed is a favourite by its former id.
        self.driver.execute_script("localStorage.setItem('favourites', JSON.stringify(['old/feed/1']))")
        rename = """const parse = JSON.parse; JSON.parse = text => { const value = parse(text);
          if (value?.places) Object.values(value.places)[0].aliases = ['old/feed/1']; return value }"""
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": rename})
        self.driver.refresh()
        pressed = self.driver.find_elements(By.CSS_SELECTOR, ".star[aria-pressed=true]")
        self.check(len(pressed) == 1, "a renamed favourite is lost")
        self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script["identifier"]})
        self.driver.execute_script("localStorage.clear()")

    def near_me_asks_on_a_click(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["geolocation"], "origin": self.url})
        self.driver.execute_cdp_cmd("Emulation.setGeolocationOverride", {"latitude": 39.9522, "longitude": -75.1932, "accuracy": 10})
        self.open("/")
        self.find("#near-me").click()
        wanted = self.selected("near=39.9522,-75.1932")
        self.wait(lambda d: self.visible() == wanted, "near me does not sort by distance")
        self.check(len(self.driver.find_elements(By.CSS_SELECTOR, ".distance")) == len(wanted), "distances are missing")

    def keyboard_is_enough(self):
        self.open("/")
        ActionChains(self.driver).send_keys(Keys.TAB).perform()
        focused = self.driver.switch_to.active_element
        self.check("skip" in (focused.get_attribute("class") or ""), "the first stop is not the skip link")
        self.check(focused.rect["height"] > 10 and focused.rect["x"] >= 0, "the skip link is not visible when it has the focus")
        stops = []
        for _ in range(12):
            ActionChains(self.driver).send_keys(Keys.TAB).perform()
            item = self.driver.switch_to.active_element
            outline = item.value_of_css_property("outline-style")
            stops.append(item.get_attribute("id") or item.text)
            self.check(outline != "none", f"the focus is not visible on {stops[-1]}")
        self.check({"q", "open", "only-favourites"} <= set(stops), f"filters are not reached by the keyboard: {stops}")

    def map_has_the_points_of_the_list(self):
        self.open("/")
        if not self.driver.find_elements(By.CSS_SELECTOR, ".map"):
            return
        self.wait(lambda d: d.find_elements(By.CSS_SELECTOR, ".leaflet-marker-icon.pin"), "the map has no points")
        count = len(self.driver.find_elements(By.CSS_SELECTOR, ".leaflet-marker-icon.pin"))
        known = self.driver.execute_script(
            "return Object.values(JSON.parse(document.querySelector('#data').textContent).places).filter(place => place.position).length")
        self.check(count == known, f"the map has {count} points of {known}")

    def nobody_else_is_asked(self):
        hosts = set()
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                parts = urllib.parse.urlsplit(message["params"]["request"]["url"])
                if parts.scheme in ("http", "https"):
                    hosts.add(parts.netloc)
        own = urllib.parse.urlsplit(self.url).netloc
        self.check(hosts <= {own}, f"requests to {sorted(hosts - {own})}")

    def page_is_there_offline(self, process):
        self.open("/")
        self.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
        self.wait(
            lambda d: d.execute_async_script("caches.open('campus-places').then(c => c.match('/api/v1/catalog')).then(r => arguments[0](!!r))"),
            "the service worker stores no catalog")
        self.open("/")
        self.note_console("/ with the service worker")
        all_places = self.visible()
        os.kill(process, signal.SIGTERM)
        for _ in range(100):
            try:
                urllib.request.urlopen(self.url + "/healthz", timeout=1)
                time.sleep(0.1)
            except OSError:
                break
        self.open("/")
        self.check(self.visible() == all_places, "the list is not there offline")
        self.wait(lambda d: "as of" in self.find("#offline").text, "the page does not say that it is offline")
        self.driver.execute_script("const q = document.querySelector('#q'); q.value = 'joe'; q.dispatchEvent(new Event('input', {bubbles: true}))")
        self.wait(lambda d: 0 < len(self.visible()) < len(all_places), "filters do not work offline")
        status = self.driver.execute_async_script("fetch('/api/v1/catalog').then(r => r.json()).then(c => arguments[0](c.schema), () => arguments[0](''))")
        self.check(status == "campus-catalog/1", "the catalog is not there offline")

    def run(self, process):
        self.sentences_are_those_of_the_server()
        self.first = self.visible()[0]
        self.sentences_follow_the_clock()
        self.pages_reflow()
        self.filters_work_without_reloading()
        self.favourites_survive()
        self.near_me_asks_on_a_click()
        self.keyboard_is_enough()
        self.map_has_the_points_of_the_list()
        self.note_console("the list")
        self.pages_are_accessible()
        self.note_console("checks of accessibility", ignored=("400 (Bad Request)",))
        self.nobody_else_is_asked()
        if process:
            self.page_is_there_offline(process)
        self.driver.quit()
        return self.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--stop", type=int, metavar="PID", help="the process id of the server, which is ended to check use without it")
    arguments = parser.parse_args()
    faults = Checks(arguments.url).run(arguments.stop)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()
