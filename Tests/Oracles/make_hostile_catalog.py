"""Makes a catalog whose texts try to become markup, scripts or requests, from another catalog.

usage: make_hostile_catalog.py CATALOG OUTPUT

Each place, event, alert, quote and menu gets one of the texts, in all its fields, and links that try to leave their attribute. One place has an alias, and one feed
is stale.
"""

import hashlib
import json
import sys

HOST = "https://foreign.invalid"
RUN = f"window.hacked=1;fetch('{HOST}/');alert(1)"
TEXTS = [
    f"<script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"\"><img src={HOST}/x.png onerror=\"{RUN}\">",
    f"\"onmouseover=\"{RUN}\" autofocus onfocus=\"{RUN}\" x=\"",
    f"' onclick='{RUN}' x='",
    f"javascript:{RUN}",
    f"</title></textarea></style><svg onload=\"{RUN}\">",
    f"<!--<script>{RUN}</script>-->",
    f"<iframe srcdoc=\"<script>{RUN}</script>\"></iframe><base href={HOST}><meta http-equiv=refresh content=\"0;url={HOST}\">",
    f"\u202egnp.exe\u202d \u2066left\u2069 <b>{RUN}</b>",
    "\u2028\u2029]]>&lt;script&gt;alert(1)&lt;/script&gt;",
    f"${{{RUN}}} {{{{{RUN}}}}} \\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
]
# Programs refuse catalogs with addresses of other schemes, or with double quotes or angle brackets.
LINKS = [f"{HOST}/'onmouseover='{RUN}", f"{HOST}/&quot;onmouseover=&quot;{RUN}", f"{HOST}/%22onmouseover=%22javascript:{RUN}"]
FIELDS = ("name", "notice", "description", "text", "author", "categoryLabel")
ALIAS = "gmu/whats-open/former-id"


def spoil(entry, number):
    text = TEXTS[number % len(TEXTS)]
    for field in FIELDS:
        if field in entry:
            entry[field] = text
    if entry["kind"] == "place":
        entry["notice"] = entry["description"] = text
        entry["tags"] = [text]
        entry.setdefault("location", {}).update(building=text, address=text, abbreviation=text)
        entry["contact"] = {"phone": "215-555-0100 " + text, "email": "a@example.edu"}
        entry["images"] = [{"href": HOST + "/picture.png", "role": "photo"}]
    if entry["kind"] == "menu":
        entry["meal"]["name"] = text
        for section in entry["sections"]:
            section["name"] = text
            for dish in section["dishes"]:
                dish.update(name=text, notes=[text], labels=[text])
    if "venue" in entry:
        entry["venue"] = {"city": text}
    if entry["kind"] not in ("quote", "menu"):
        entry["links"] = [{"rel": "website", "href": LINKS[number % len(LINKS)]}]


def put_in_order(value, keys):
    return {key: value[key] for key in keys if key in value} | {key: item for key, item in value.items() if key not in keys}


ORDERS = {
    "place": ["id", "kind", "campus", "aliases", "name", "category", "categoryLabel", "tags", "labels", "description", "notice", "location",
              "hours", "contact", "links", "images", "sources"],
    "event": ["id", "kind", "campus", "aliases", "name", "tags", "labels", "description", "notice", "links", "images"],
    "alert": ["id", "kind", "campus", "aliases", "name", "tags", "labels", "description", "notice", "links", "images", "severity"],
    "quote": ["id", "kind", "campus"],
    "menu": ["id", "kind", "campus", "place", "date", "meal", "sections"],
}


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main():
    source, output = sys.argv[1:]
    with open(source) as file:
        catalog = json.load(file)
    catalog["feeds"][-1].update(outcome="stale", reason="timeout.connect")
    renamed = False
    for number, entry in enumerate(catalog["entries"]):
        spoil(entry, number)
        if entry["kind"] == "place" and not renamed:
            entry["aliases"], renamed = [ALIAS], True
    entries = [put_in_order(entry, ORDERS[entry["kind"]]) for entry in catalog["entries"]]
    for campus in catalog["campuses"]:
        campus["name"] = TEXTS[0]
    digest = hashlib.sha256("".join(line(item) + "\n" for item in catalog["campuses"] + entries).encode()).hexdigest()
    catalog.update(entries=entries, contentHash="sha256:" + digest)
    with open(output, "w") as file:
        file.write(line(catalog) + "\n")


main()
