"""Makes the menus of 200 canteens: 10 days of 15 dishes, of which a few change each day."""

import datetime
import functools
import json
import random
import zlib
from xml.sax.saxutils import quoteattr, escape

CANTEENS, DAYS, DISHES, SECTIONS = 200, 10, 15, ["Wok", "Pasta", "Grill"]
FIRST = datetime.date(2026, 9, 1)
CHANGING = 50  # one in so many dishes is replaced each day
DISH_WORDS = ["Pizza", "Curry", "Lasagne", "Risotto", "Suppe", "Eintopf", "Salat", "Gulasch", "Auflauf", "Pfanne"]
WITH = ["Gemüse", "Linsen", "Pilzen", "Kichererbsen", "Rind", "Hähnchen", "Spinat", "Kürbis", "Käse", "Lachs"]
SIDES = ["mit Reis", "mit Brot", "mit Salat", "mit Kartoffeln"]
CODES = {"VG": "vegan", "V": "vegetarian", "H": "halal", "Gl": "gluten: wheat", "Mi": "milk", "Ei": "egg", "Nu": "nuts", "So": "soy", "Se": "celery"}


def name(number):
    return f"Mensa {number:03}"


def position(number):
    return 51.0 + number // 20 * 0.004, 13.7 + number % 20 * 0.006


@functools.cache
def dish(canteen, day, index, version):
    """A dish, which depends only on the numbers."""
    chance = random.Random(f"{canteen} {day} {index} {version}")
    diets = chance.choice([["VG"], ["V"], [], ["H"], ["VG", "H"]])
    return {
        "name": f"{chance.choice(WITH)}-{chance.choice(DISH_WORDS)} {chance.randrange(100)}",
        "sides": [chance.choice(SIDES)],
        "icons": diets + chance.sample(["Gl", "Mi", "Ei", "Nu", "So", "Se"], chance.randrange(4)),
        "price": {"students": f"{chance.randrange(150, 450) / 100:.2f}", "others": f"{chance.randrange(450, 900) / 100:.2f}"},
    }


def version(canteen, day, index, poll):
    """How many times a dish of a day has changed by a poll, which is also a day."""
    first = (day - datetime.timedelta(DAYS - 1)).toordinal()
    return sum(zlib.crc32(f"{canteen} {day} {index} at {at}".encode()) % CHANGING == 0 for at in range(first + 1, poll.toordinal() + 1))


def menus(poll):
    """The dishes of each canteen and day from the day of the poll on."""
    for canteen in range(CANTEENS):
        days = [poll + datetime.timedelta(offset) for offset in range(DAYS)]
        yield canteen, [(day, [dish(canteen, day, index, version(canteen, day, index, poll)) for index in range(DISHES)]) for day in days]


def sections(dishes):
    size = DISHES // len(SECTIONS)
    return [(section, dishes[index * size:(index + 1) * size]) for index, section in enumerate(SECTIONS)]


def as_json(poll):
    halls = []
    for canteen, days in menus(poll):
        latitude, longitude = position(canteen)
        halls.append({
            "slug": f"hall-{canteen}", "title": name(canteen), "latitude": latitude, "longitude": longitude,
            "days": [{"date": str(day), "meals": [{"name": "Lunch", "opens": "11:00", "closes": "14:00", "counters": [
                {"title": title, "items": items} for title, items in sections(dishes)]}]} for day, dishes in days]})
    return json.dumps({"halls": halls}, ensure_ascii=False)


def as_xml(poll):
    """An OpenMensa document, which has no labels, and here only one price: a mapping file cannot tell the prices apart."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<openmensa version="2.1" xmlns="http://openmensa.org/open-mensa-v2">']
    for canteen, days in menus(poll):
        latitude, longitude = position(canteen)
        lines.append(f'<canteen><name>{name(canteen)}</name><location latitude="{latitude:.4f}" longitude="{longitude:.4f}"/>')
        for day, dishes in days:
            lines.append(f'<day date="{day}">')
            for title, items in sections(dishes):
                lines.append(f"<category name={quoteattr(title)}>")
                for item in items:
                    lines.append(
                        f"<meal><name>{escape(item['name'])}</name><note>{escape(item['sides'][0])}</note>"
                        f"<price role=\"student\">{item['price']['students']}</price></meal>")
                lines.append("</category>")
            lines.append("</day>")
        lines.append("</canteen>")
    return "\n".join([*lines, "</openmensa>\n"])


HALLS = {
    "title": "Halls with menus", "summary": "Canteens and their dishes.", "cadence": "PT6H", "request": "halls", "records": "/halls",
    "id": "/slug", "name": "/title", "category": "dining-hall",
    "location": {"coordinate": {"latitude": "/latitude", "longitude": "/longitude"}},
    "menus": {
        "each": ["/days", "/meals"], "date": {"outer": "/date"},
        "meal": {"name": "/name", "kind": "lunch", "from": "/opens", "to": "/closes"}, "currency": "EUR",
        "dishes": {
            "each": ["/counters", "/items"], "section": {"outer": "/title"}, "name": "/name", "notes": ["/sides"], "labels": "/icons",
            "prices": [{"role": "student", "amount": "/price/students"}, {"role": "guest", "amount": "/price/others"}]},
        "codes": CODES}}

OPENMENSA = {
    "title": "OpenMensa as a mapping", "summary": "The same menus as the adapter reads.", "cadence": "PT6H", "request": "canteens",
    "format": "xml", "records": "/canteen", "id": {"slug": ["/name"]}, "name": "/name", "category": "dining-hall",
    "location": {"coordinate": {"latitude": "/location/@latitude", "longitude": "/location/@longitude"}},
    "menus": {
        "each": "/day", "date": "/@date", "currency": "EUR",
        "dishes": {
            "each": ["/category", "/meal"], "section": {"outer": "/@name"}, "name": "/name", "notes": ["/note"], "allergensStated": False,
            "prices": {"role": "student", "amount": "/price"}}}}


def registry(adapter, request, **keys):
    return json.dumps({
        "campuses": [{"id": "elbtal", "name": "Elbtal", "timeZone": "Europe/Berlin", "country": "DE", "location": {"latitude": 51.03, "longitude": 13.73}}],
        "feeds": [{"id": "elbtal/mensa", "adapter": adapter, **keys, "addresses": {request: f"https://mensa.elbtal.example.org/{request}"}}]})
