#!/usr/bin/env python3
"""Write a reply for each feed of the built-in campuses, and the files that a run needs to fetch them from this machine.

usage: make_campuses.py BINARY DIR PORT FIXTURES

Most replies are those of a test case of the feed's adapter. Calendars have 740 events each, and the feed of one campus has 2,700 places.

DIR/www/N.REQUEST     the replies
DIR/registry.json     the addresses of the feeds
DIR/campuses          the ids of the campuses
DIR/nginx.conf        a server for DIR/www on PORT
"""
import json, pathlib, subprocess, sys

from make_many import venue

# The test case of each adapter, and its files by request.
CASES = {
    "building-hours": ("building-hours-schedules", "buildings.json"), "campusgroups": ("campusgroups-times", "events.xml"),
    "cmu-dining": ("cmu-dining-next-days", "locations.json"), "engage": ("engage-list", "events.json"),
    "ghent-resto": ("ghent-resto-kinds", "meta.json"), "guide": ("guide-months", "guides.json"), "libcal": ("libcal-grid-statuses", "hours.json"),
    "livewhale": ("livewhale-series", "events.json"), "localist": ("localist-canceled", "events.json"),
    "nutrislice": ("nutrislice-week", "schools.json"), "openmensa": ("openmensa-closed-days", "canteens.xml"),
    "places": ("places-categories", "places.json"), "quotes": ("quotes-entities", "quotes.json"),
    "the-events-calendar": ("the-events-calendar-zones", "events.json"), "trumba": ("trumba-series", "events.json"),
    "tum-eat-api": ("tum-eat-api-weekdays", "canteens.json"), "whats-open": ("gmu-alerts-severities", "facilities.json"),
}
EVENTS, PLACES = 740, 2700


def calendar(feed):
    """A calendar of lectures, one in ten of them weekly."""
    def event(number):
        month, day, hour = 1 + number % 12, 1 + number % 28, 8 + number % 12
        rule = "RRULE:FREQ=WEEKLY;COUNT=12\r\n" if number % 10 == 0 else ""
        return (f"BEGIN:VEVENT\r\nUID:{number}@{feed}.example\r\nSUMMARY:Lecture {number}\r\nLOCATION:Hall {number % 40}\r\n"
                f"DTSTART:2027{month:02}{day:02}T{hour:02}0000\r\nDTEND:2027{month:02}{day:02}T{hour + 1:02}3000\r\n{rule}END:VEVENT\r\n")

    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n" + "".join(map(event, range(EVENTS))) + "END:VCALENDAR\r\n"


def reply(feed, number, request, fixtures):
    """The reply to a request of a feed; nothing for an optional one without a reply."""
    if feed["adapter"] == "icalendar":
        return calendar(number).encode()
    if feed["adapter"] == "penn":
        return json.dumps([venue(number, place) for place in range(PLACES)]).encode()
    case, name = CASES[feed["adapter"]]
    [file] = (fixtures / case).glob(f"*/*/{name}")
    return file.read_bytes() if name.split(".")[0] == request else None


def main(binary, root, port, fixtures):
    def answer(*arguments):
        return json.loads(subprocess.run([binary, *arguments, "--format", "json"], stdout=subprocess.PIPE, check=True).stdout)

    root, fixtures = pathlib.Path(root), pathlib.Path(fixtures)
    (root / "www").mkdir(parents=True)
    campuses = [campus["id"] for campus in answer("campuses", "--limit", "1000")["campuses"]]
    listed = answer("feeds", "list", *[part for campus in campuses for part in ("--campus", campus)])["feeds"]
    feeds = []
    for number, feed in enumerate(feed for feed in listed if feed["enabled"]):
        addresses = {}
        for request in feed["addresses"]:
            content = reply(feed, number, request, fixtures)
            addresses[request] = [] if content is None else [f"http://127.0.0.1:{port}/{number}.{request}"]
            if content is not None:
                (root / "www" / f"{number}.{request}").write_bytes(content)
        feeds.append({"id": feed["id"], "addresses": addresses})
    (root / "registry.json").write_text(json.dumps({"feeds": feeds}))
    (root / "campuses").write_text("\n".join(campuses))
    (root / "nginx.conf").write_text(f"""daemon off; master_process off; pid {root}/nginx.pid;
events {{ worker_connections 4096; }}
http {{ access_log off; etag on; sendfile on; keepalive_requests 100000; default_type application/octet-stream;
  client_body_temp_path {root}/tmp; proxy_temp_path {root}/tmp; fastcgi_temp_path {root}/tmp; scgi_temp_path {root}/tmp;
  uwsgi_temp_path {root}/tmp;
  server {{ listen 127.0.0.1:{port}; root {root}/www; }} }}
""")


if __name__ == "__main__":
    main(*sys.argv[1:])
