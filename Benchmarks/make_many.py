#!/usr/bin/env python3
"""Write many small synthetic feeds for a server, and the files that programs need to fetch them.

usage: make_many.py BINARY DIR PORT [COUNT=1000] [VENUES=40] [SERVERS=1]      (40 venues make a feed of about 111 KB)

DIR/www/vN.json       Penn dining venues: a week of days, three dayparts each
DIR/registry.json     a campus and a feed for each; the built-in feeds are disabled
DIR/nginx.conf        a server for DIR/www on PORT, and on as many loopback addresses as there are servers
DIR/curl.cfg          curl's list of the same addresses, each into a file of DIR/out
"""
import json, pathlib, subprocess, sys

DAYS = [f"2026-11-{day}" for day in range(16, 23)]
MEALS = ((7, "Breakfast"), (11, "Lunch"), (17, "Dinner"))


def venue(feed, number):
    return {
        "name": f"Café Venue {feed}-{number} “Commons”", "address": f"{number} Locust Walk, Philadelphia PA",
        "days": [{"date": day, "status": "open", "dayparts": [
            {"starttime": f"{day}T{hour:02}:00:00", "endtime": f"{day}T{hour + 3:02}:30:00", "message": "", "label": label}
            for hour, label in MEALS]} for day in DAYS],
        "image": f"https://img.example/{feed}/{number}.jpg", "id": number}


def address(feed, servers):
    """The loopback address of a feed's server: 127.0.0.1 for one server, else an address of its own for each."""
    number = feed % servers
    return "127.0.0.1" if servers == 1 else f"127.{1 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"


def main(root, port, built_in, count=1000, venues=40, servers=1):
    root, servers = pathlib.Path(root), int(servers)
    (root / "www").mkdir(parents=True, exist_ok=True)
    (root / "out").mkdir(exist_ok=True)
    campuses, feeds = [], [{"id": feed, "enabled": False} for feed in built_in]
    for feed in range(int(count)):
        file = root / "www" / f"v{feed}.json"
        if not file.exists():
            file.write_text(json.dumps([venue(feed, number) for number in range(int(venues))], ensure_ascii=False))
        campuses.append({"id": f"c{feed}", "name": f"Campus {feed}", "timeZone": "America/New_York", "country": "US"})
        feeds.append({"id": f"c{feed}/dining", "adapter": "penn", "addresses": {"venues": [f"http://{address(feed, servers)}:{port}/v{feed}.json"]}})
    (root / "registry.json").write_text(json.dumps({"campuses": campuses, "feeds": feeds}))
    (root / "curl.cfg").write_text("".join(
        f"url=http://{address(feed, servers)}:{port}/v{feed}.json\noutput={root}/out/{feed}.json\n" for feed in range(int(count))))
    (root / "nginx.conf").write_text(f"""daemon off; master_process off; pid {root}/nginx.pid;
events {{ worker_connections 4096; }}
http {{ access_log off; etag on; sendfile on; keepalive_requests 100000; default_type application/json;
  client_body_temp_path {root}/tmp; proxy_temp_path {root}/tmp; fastcgi_temp_path {root}/tmp; scgi_temp_path {root}/tmp;
  uwsgi_temp_path {root}/tmp;
  server {{ listen {"127.0.0.1:" if servers == 1 else ""}{port} backlog=4096; allow 127.0.0.0/8; deny all; root {root}/www; }} }}
""")


if __name__ == "__main__":
    program, root, port, *rest = sys.argv[1:]
    listed = json.loads(subprocess.run([program, "feeds", "--format", "json"], stdout=subprocess.PIPE, check=True).stdout)
    main(root, port, [feed["id"] for feed in (listed["feeds"] if isinstance(listed, dict) else listed)], *rest)
