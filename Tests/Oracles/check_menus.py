#!/usr/bin/env python3
"""Compares menus with the replies that they were read from, independently of the program: every dish with its section, notes, diets,
allergens, labels and prices, of each format of menus.

usage: check_menus.py PROGRAM [FOLDER]…

Checks the cases in Fixtures/, the sample, and the recordings in folders such as FOLDER/platforms/<platform>/<recording>. Prints a line for
each difference, then a summary. Exit 0: none, 1: some.

Each reader below follows the feed's own documentation, as the README of its adapter summarizes it, with its own tables of codes.
Needs: Python 3.11.
"""
import collections, datetime as dt, decimal, html, json, pathlib, re, shutil, subprocess, sys, tempfile, xml.etree.ElementTree as ET
import zoneinfo

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIETS = ["vegan", "vegetarian", "pescatarian", "halal", "kosher", "gluten-free", "lactose-free"]
CODES = "gluten crustaceans egg fish peanut soy milk nuts celery mustard sesame sulphites lupin molluscs".split()
CLOSED = ["closed", "fermé", "fermée", "geschlossen", "heute geschlossen", "gesloten", "suljettu"]
AHEAD = 14  # days after that of the reply


# --- Words and values -------------------------------------------------------------------------------------------------

def line(value):
    """A text without tags, entities, bidirectional controls and runs of spaces; None if nothing is left."""
    if isinstance(value, bool) or value is None or isinstance(value, (dict, list)):
        return None
    text = str(value)
    for _ in range(2):
        text = html.unescape(re.sub(r"<!--.*?-->|</?[A-Za-z!][^<>]*>", " ", text, flags=re.DOTALL))
    text = re.sub(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]", "", text)
    return " ".join(text.split()) or None


def amount(value):
    """A price above zero; None if there is none."""
    if isinstance(value, bool) or value is None:
        return None
    text = (format(value, ".10g") if isinstance(value, float) else str(value)).replace("€", "").replace("$", "").strip()
    text = re.sub(r"[.,][–—-]+$", "", text).replace(",", ".")
    if not re.fullmatch(r"\d{1,6}(\.\d{1,4})?", text):
        return None
    number = decimal.Decimal(text)
    return number.normalize() if number > 0 else None


def price(role, value, currency, per=None, base=None):
    number = amount(value)
    return [(role, number, currency, per, base)] if number is not None else []


def many(value):
    """A list, or the one value instead."""
    return value if isinstance(value, list) else [] if value is None else [value]


def objects(value):
    """The objects in a list or object."""
    value = list(value.values()) if isinstance(value, dict) else value
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


KINDS = {"breakfast": "breakfast", "brunch": "brunch", "lunch": "lunch", "dinner": "dinner", "supper": "dinner", "late night": "late",
         "latenight": "late", "late": "late", "all day": "all-day", "late lunch": "lunch", "early lunch": "lunch", "late dinner": "late",
         "late supper": "late", "late breakfast": "breakfast", "late brunch": "brunch", "early dinner": "dinner", "no": "other", "not": "other"}


def kind(name):
    """The kind of a meal by the words in its name: of phrases within each other the longest; two kinds are none."""
    words = " " + " ".join(re.findall(r"[^\W_]+", (name or "").lower())) + " "
    found = set()
    for phrase in sorted(KINDS, key=len, reverse=True):
        if f" {phrase} " in words:
            found.add(KINDS[phrase])
            words = words.replace(f" {phrase} ", "  |  ")
    return found.pop() if len(found) == 1 else "other"


def date(text):
    try:
        return dt.date.fromisoformat(str(text)[:10]) if re.match(r"\d{4}-\d\d-\d\d", str(text)) else None
    except ValueError:
        return None


def is_public(name):
    """Whether a meal is served to everybody."""
    return not re.search("closed|private|invitation", name or "", re.I)


class Dish:
    def __init__(self, name, section=None, notes=(), labels=(), codes=None, prices=(), stated=None):
        """Labels in `codes` are diets and allergens; `stated` says whether they are complete, None if they are when there is one."""
        self.name, self.section = line(name), line(section)
        self.notes = [note for note in map(line, notes) if note]
        self.prices = list(prices)
        diets, allergens, others, known = set(), set(), [], True
        codes = codes or {}
        keys = collections.defaultdict(list)
        for key in codes:
            keys[key.casefold()].append(key)
        for label in labels:
            known = known and not isinstance(label, (dict, list))
            if (label := line(label)) is None:
                continue
            # The case of a label with one letter matters, and where keys differ only by case.
            same = keys[label.casefold()] if sum(map(str.isalpha, label)) != 1 else []
            meanings = codes.get(label, codes[same[0]] if len(same) == 1 else None)
            known = known and meanings is not None
            for meaning in (meanings or "label").split(", "):
                code, _, detail = meaning.partition(": ")
                if code in DIETS:
                    diets.add(code)
                elif code in CODES:
                    allergens.add((code, detail or None))
                elif label not in others:
                    others.append(label)
        self.diets, self.allergens, self.labels = diets, allergens, others
        self.stated = known and (bool(allergens) if stated is None else stated)

    def key(self):
        return (self.section, self.name, tuple(self.notes), tuple(sorted(self.diets)), tuple(sorted(self.allergens, key=str)), self.stated,
                tuple(self.labels), tuple(self.prices))


class Menus:
    """The dishes of a feed by place, date and meal."""

    def __init__(self, received):
        self.received, self.dishes, self.closed = received, collections.OrderedDict(), set()

    def add(self, place, day, dishes, name=None, kind="other", opens=None, closes=None):
        dishes = [dish for dish in dishes if dish.name and re.search(r"[^\W_]", dish.name) and dish.name.strip(" !.-").lower() not in CLOSED]
        if place is None or not str(place).strip() or day is None or not dishes or (self.received and day > self.received + dt.timedelta(days=AHEAD)):
            return
        order = {section: number for number, section in enumerate(dict.fromkeys(dish.section for dish in dishes))}
        dishes.sort(key=lambda dish: order[dish.section])
        self.dishes.setdefault((str(place), day.isoformat(), line(name), kind, opens, closes), []).extend(dishes)


# --- The formats ------------------------------------------------------------------------------------------------------

def clock(value):
    """Minutes of "07:30", "7:30am" or the time of "2026-11-21T07:30:00-05:00"; None if it is no time."""
    match = re.fullmatch(r"(?:\d{4}-\d\d-\d\d[T ])?(\d{1,2}):(\d\d)(?::\d\d)?(?:[+-]\d\d:\d\d)?\s*([ap]m)?", str(value or "").strip(), re.I)
    if not match:
        return None
    hour, minute = int(match[1]), int(match[2])
    if match[3]:
        hour = hour % 12 + (12 if match[3].lower() == "pm" else 0)
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def span(opens, closes):
    """The times of a meal: an end before 06:00 may be on the next day, any other before the beginning is left out with it."""
    if opens is not None and closes is not None and closes <= opens:
        if closes > 360 or closes == opens:
            return None, None
        closes += 1440
    return opens, closes


def eateries(pages, addresses, menus, zone):
    for document in pages:
        root = document.get("data", document)
        for eatery in objects(root.get("eateries")):
            for day in objects(eatery.get("operatingHours")):
                for event in objects(day.get("events")):
                    if not is_public(event.get("descr")):
                        continue
                    menus.add(eatery.get("slug"), date(day.get("date")), [
                        Dish(item.get("item"), category.get("category"), labels=["healthy"] if item.get("healthy") is True else [], stated=False)
                        for category in objects(event.get("menu")) for item in objects(category.get("items"))],
                        event.get("descr"), kind(event.get("descr")), *span(clock(event.get("start")), clock(event.get("end"))))


TUM = {"VEGAN": "vegan", "VEGETARIAN": "vegetarian", "GLUTEN": "gluten", "CEREAL": "gluten, label", "WHEAT": "gluten: wheat",
       "RYE": "gluten: rye", "BARLEY": "gluten: barley", "OAT": "gluten: oats", "SPELT": "gluten: spelt", "HYBRIDS": "gluten: hybrid strains",
       "SHELLFISH": "crustaceans", "CHICKEN_EGGS": "egg", "FISH": "fish", "PEANUTS": "peanut", "SOY": "soy", "MILK": "milk",
       "LACTOSE": "milk: lactose", "SHELL_FRUITS": "nuts", "ALMONDS": "nuts: almonds", "HAZELNUTS": "nuts: hazelnuts",
       "WALNUTS": "nuts: walnuts", "CASHEWS": "nuts: cashews", "PECAN": "nuts: pecans", "PISTACHIOS": "nuts: pistachios",
       "MACADAMIA": "nuts: macadamia nuts", "CELERY": "celery", "MUSTARD": "mustard", "SESAME": "sesame", "SULFITES": "sulphites",
       "SULPHURS": "sulphites: sulphur dioxide", "LUPIN": "lupin", "MOLLUSCS": "molluscs"}
TUM |= {code: "label" for code in """ALCOHOL ANTIOXIDANTS BAVARIA BEEF COCOA_CONTAINING_GREASE DYESTUFF FLAVOR_ENHANCER GARLIC GELATIN LAMB MEAT
MSC PHENYLALANINE PHOSPHATES PORK POULTRY PRESERVATIVES SWEETENERS VEAL WAXED WILD_MEAT""".split()}


def tum(pages, addresses, menus, zone):
    roles = {"students": "student", "staff": "employee", "guests": "guest"}

    def prices(dish):
        for group, role in roles.items():
            row = (dish.get("prices") or {}).get(group) or {}
            unit, base = line(row.get("unit")), amount(row.get("base_price"))
            if base is None and row.get("base_price") not in (None, 0, "0") and row.get("price_per_unit") is not None:
                continue
            if row.get("price_per_unit") is None:
                yield from price(role, row.get("base_price"), "EUR")
            elif (unit := (unit or "").removeprefix("pro ")).lower() in ("portion", "stück"):
                if base is None:
                    yield from price(role, row["price_per_unit"], "EUR")
            elif unit and (quantity := re.fullmatch(r"(?:(\d+) ?)?(g|kg|ml|l)", unit)):
                yield from price(role, row["price_per_unit"], "EUR", (quantity[1] or "1", quantity[2]), base)
    for document, address in zip(pages, addresses):
        place = re.search(r"/eat-api/([^/]+)/", address)[1]
        days = document["days"] if "days" in document else [day for week in document.get("weeks", []) for day in week.get("days", [])]
        for day in days:
            menus.add(place, date(day.get("date")), [
                Dish(dish.get("name"), dish.get("dish_type"), labels=many(dish.get("labels")) + many(dish.get("ingredients")), codes=TUM,
                     prices=prices(dish)) for dish in objects(day.get("dishes"))])


GHENT = {"vegan": "vegan", "vegetarian": "vegetarian", "gluten": "gluten", "tarwe": "gluten: wheat", "rogge": "gluten: rye",
         "gerst": "gluten: barley", "haver": "gluten: oats", "spelt": "gluten: spelt", "schaaldieren": "crustaceans", "ei": "egg",
         "eieren": "egg", "vis": "fish", "aardnoten": "peanut", "pinda": "peanut", "pinda's": "peanut", "soja": "soy", "melk": "milk",
         "lactose": "milk: lactose", "noten": "nuts", "selderij": "celery", "mosterd": "mustard", "sesam": "sesame", "sesamzaad": "sesame",
         "sulfiet": "sulphites", "sulfieten": "sulphites", "lupine": "lupin", "weekdieren": "molluscs"}


def ghent(pages, addresses, menus, zone):
    def dish(row, section, prices=()):
        diet = {"vegan": ["vegan"], "vegetarian": ["vegetarian"], "vegetarisch": ["vegetarian"]}.get(str(row.get("kind")).lower(), [])
        return Dish(row.get("name"), section, labels=diet + many(row.get("allergens")), codes=GHENT, prices=prices, stated=False)
    for document, address in zip(pages, addresses):
        place = re.search(r"/menu/([^/]+)/", address)[1]
        for day in document:
            if day.get("open") is not True and day.get("open") != 1:
                continue
            dishes = [dish(meal, meal.get("kind"), price(None, meal.get("price"), "EUR")) for meal in objects(day.get("meals"))]
            if newer := objects(day.get("vegetables2")):
                dishes += [dish(row, "vegetables") for row in newer]
            else:
                dishes += [Dish(name, "vegetables") for name in day.get("vegetables") or [] if isinstance(day["vegetables"], list)]
            menus.add(place, date(day.get("date")), dishes)


NUTRISLICE = {"Vegan": "vegan", "Vegetarian": "vegetarian", "Halal": "halal", "Egg": "egg", "Eggs": "egg", "Fish": "fish", "Milk": "milk",
              "Dairy": "milk", "Peanut": "peanut", "Peanuts": "peanut", "Sesame": "sesame", "Shellfish": "crustaceans, label", "Soy": "soy",
              "Tree Nut": "nuts", "Tree Nuts": "nuts", "Wheat": "gluten: wheat"}


def nutrislice(pages, addresses, menus, zone):
    for document, address in zip(pages, addresses):
        place, meal = re.search(r"/school/([^/]+)/", address)[1], re.search(r"/menu-type/([^/]+)/", address)[1]
        for day in objects(document.get("days")):
            section, dishes = None, []
            for row in objects(day.get("menu_items")):
                food = row.get("food")
                if row.get("is_station_header") or row.get("is_section_title"):
                    section = row.get("text")
                if not isinstance(food, dict) or (row.get("is_station_header") or row.get("is_section_title")) and line(food.get("name")) == line(section):
                    continue
                group = food.get("icons")
                icons = objects((group if isinstance(group, dict) else {}).get("food_icons"))
                labels = [icon.get("name")[0] if isinstance(icon.get("name"), list) else icon.get("name") for icon in icons
                          if icon.get("enabled") in (None, True, 1) or (line(icon.get("name")) or "").lower() not in ("vegan", "vegetarian", "halal")]
                cost = row.get("price") if row.get("price") is not None else food.get("price")
                dishes.append(Dish(food.get("name"), section, [food.get("description"), food.get("subtext")], labels, NUTRISLICE,
                                   price(None, cost, "USD"), stated=False))
            menus.add(place, date(day.get("date")), dishes, meal, kind(meal))


UNICAFE = {"VE": "vegan", "K": "vegetarian", "G": "gluten-free", "L": "lactose-free", "gluteenia": "gluten", "vehnää": "gluten: wheat",
           "ruista": "gluten: rye", "ohraa": "gluten: barley", "kauraa": "gluten: oats", "äyriäisiä": "crustaceans", "kanamunaa": "egg",
           "kananmunaa": "egg", "munaa": "egg", "kalaa": "fish", "maapähkinää": "peanut", "soijaa": "soy", "maitoa": "milk",
           "laktoosia": "milk: lactose", "pähkinää": "nuts", "pähkinöitä": "nuts", "mantelia": "nuts: almonds", "selleriä": "celery",
           "sinapinsiemeniä": "mustard", "sinappia": "mustard", "seesaminsiemeniä": "sesame", "seesamia": "sesame", "sulfiittia": "sulphites",
           "lupiinia": "lupin", "nilviäisiä": "molluscs", "M": "label", "VL": "label", "VS": "label", "*": "label", "valkosipulia": "label"}


def unicafe(pages, addresses, menus, zone):
    weekdays = ["Ma", "Ti", "Ke", "To", "Pe", "La", "Su"]

    def day_of(text):
        match = re.fullmatch(r"(\w\w) (\d{1,2})\.(\d{1,2})\.?", str(text).strip())
        if not match or not menus.received:
            return None
        found = []
        for year in (menus.received.year - 1, menus.received.year, menus.received.year + 1):
            try:
                found.append(dt.date(year, int(match[3]), int(match[2])))
            except ValueError:
                pass
        day = min(found, key=lambda day: abs((day - menus.received).days), default=None)
        return day if day and match[1] in weekdays and weekdays.index(match[1]) == day.weekday() else None
    for document in pages:
        for restaurant in document:
            for day in objects((restaurant.get("menuData") or {}).get("menus")):
                dishes = []
                for row in objects(day.get("data")):
                    cost, meta = row.get("price") or {}, row.get("meta") or {}
                    if line(cost.get("name")) in ("Tiedotus", "Tiedoitus", "Notice", "Announcement"):
                        continue
                    value = cost.get("value") or {}
                    student = value.get("student") if value.get("student") is not None else value.get("student_hyy")
                    dishes.append(Dish(
                        row.get("name"), cost.get("name"), labels=[label for number in "012" for label in many(meta.get(number))], codes=UNICAFE,
                        prices=price("student", student, "EUR") + price("guest", value.get("normal"), "EUR")))
                menus.add(restaurant.get("id"), day_of(day.get("date")), dishes)


PURDUE = {"Vegan": "vegan", "Vegetarian": "vegetarian", "Eggs": "egg", "Fish": "fish", "Gluten": "gluten", "Wheat": "gluten: wheat",
          "Milk": "milk", "Peanuts": "peanut", "Sesame": "sesame", "Shellfish": "crustaceans, label", "Soy": "soy", "Tree Nuts": "nuts",
          "Coconut": "label"}


def purdue(pages, addresses, menus, zone):
    for document in pages:
        if document.get("IsPublished") is not True and document.get("IsPublished") != 1:
            continue
        month, day, year = (document.get("Date") or "0/0/0").split("/")
        try:
            date_ = dt.date(int(year), int(month), int(day))
        except ValueError:
            continue
        for meal in objects(document.get("Meals")):
            if (line(meal.get("Status")) or "").lower() == "closed" or not is_public(meal.get("Name")):
                continue
            hours, dishes = meal.get("Hours") or {}, []
            for station in objects(meal.get("Stations")):
                for item in objects(station.get("Items")):
                    rows = objects(item.get("Allergens"))
                    diet = {"vegan", "vegetarian"}
                    labels = [row.get("Name") for row in rows if str(row.get("Name")).lower() not in diet and row.get("Value") not in (False, 0)]
                    labels += [row.get("Name") for row in rows if str(row.get("Name")).lower() in diet and row.get("Value") in (True, 1)]
                    labels += ["Vegetarian"] if item.get("IsVegetarian") in (True, 1) else []
                    # A station without a name is part of the meal.
                    dishes.append(Dish(item.get("Name"), station.get("Name") or meal.get("Name"), labels=labels, codes=PURDUE, stated=len(rows) >= 13))
            menus.add(re.sub(r"[^a-z0-9]+", "-", document["Location"].lower().replace("'", "")).strip("-"), date_, dishes, meal.get("Name"),
                      kind(meal.get("Name")), *span(clock(hours.get("StartTime")), clock(hours.get("EndTime"))))


PENN = {"vegan": "vegan", "vegetarian": "vegetarian", "kosher": "kosher", "halal": "halal", "wheat_gluten": "gluten", "Wheat/Gluten": "gluten",
        "egg": "egg", "fish": "fish", "peanut": "peanut", "soy": "soy", "milk": "milk", "Tree Nut": "nuts", "sesame": "sesame: seeds",
        "Jain": "label", "Farm to Fork": "label", "Humane": "label"}


FLAGS = ("vegan vegetarian kosher jain wheat_gluten egg fish peanut soy milk tree_nut sesame ask_us").split()


def penn(pages, addresses, menus, zone):
    flags = {"jain": "Jain", "tree_nut": "Tree Nut", "ask_us": "Ask us"}

    def local(text):
        try:
            moment = dt.datetime.fromisoformat(text)
        except (TypeError, ValueError):
            return None
        moment = moment.astimezone(zone) if moment.tzinfo else moment
        return moment.hour * 60 + moment.minute
    for document in pages:
        for menu in document:
            place = (menu.get("venue") or {}).get("venue_id")
            if place is None or not is_public(menu.get("service")):
                continue
            dishes = []
            for station in objects(menu.get("stations")):
                for item in objects(station.get("items")):
                    labels = [flags.get(key, key) for key, value in item.items() if value is True]
                    labels += [label for label in (item.get("allergens") or "").split(",")]
                    # A flag that is neither true nor false may be an allergen, like a label that cannot be read.
                    labels += [[key] for key in FLAGS if not isinstance(item.get(key), bool)]
                    dishes.append(Dish(item.get("name"), station.get("name"), [item.get("description")], labels, PENN))
            menus.add(place, date(menu.get("date")), dishes, menu.get("service"), kind(menu.get("service")),
                      *span(local(menu.get("start_time")), local(menu.get("end_time"))))


def slug(text):
    text = text.lower()
    for letter, plain in zip("äöüßàáèéìíòóùúâêîôûç", "a o u ss a a e e i i o o u u a e i o u c".split()):
        text = text.replace(letter, plain)
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", text)).strip("-")


def openmensa(pages, addresses, menus, zone):
    def local(element):
        return element.tag.rpartition("}")[2]

    def children(element, name):
        return [child for child in element if local(child) == name]
    names = []  # of the canteens of a metafeed, whose feeds are the further pages
    for number, root in enumerate(pages):
        for canteen in children(root, "canteen"):
            name = names[number - 1] if 0 < number <= len(names) else None
            for title in children(canteen, "name"):
                name = slug(line(title.text or "") or "")
            if number == 0 and children(canteen, "feed") and not children(canteen, "day"):
                names.append(name)
            for day in children(canteen, "day"):
                dishes = []
                for group in day:
                    meals = children(group, "meal") if local(group) == "category" else [group] if local(group) == "meal" else []
                    for meal in meals:
                        prices, seen = [], set()
                        for row in children(meal, "price"):
                            role = {"other": "guest"}.get(row.get("role"), row.get("role"))
                            if role in ("student", "employee", "guest", "pupil") and role not in seen:
                                prices += price(role, row.text, "EUR")
                                seen.add(role)
                        titles = children(meal, "name")
                        dishes.append(Dish("".join(titles[0].itertext()) if titles else None, group.get("name") if group is not meal else None,
                                           ["".join(note.itertext()) for note in children(meal, "note")], prices=prices, stated=False))
                menus.add(name, date(day.get("date")), dishes)


def crous(pages, addresses, menus, zone):
    for root in pages:
        for restaurant in root.iter("resto"):
            for day in restaurant.iter("menu"):
                text = "".join(day.itertext())
                if "&lt;" in text:
                    text = html.unescape(text)
                text = re.sub(r"<!--.*?(-->|$)", " ", text, flags=re.DOTALL)
                meal, section, dishes = None, None, collections.OrderedDict()
                for tag, content in re.findall(r"<(h2|h4|li)\b[^>]*>(.*?)(?=</\1>|<h2\b|<h4\b|<li\b|$)", text, re.DOTALL | re.I):
                    content = line(content)
                    if tag.lower() == "h2":
                        meal, section = content, None
                    elif tag.lower() == "h4":
                        section = content
                    elif content and content.lower() not in ("menu non communiqué", "ferme", "fermee") and not re.search(
                            r"\b(fermée?s?|fermeture)\b|^(restaurant )?fermee?( le (midi|soir))?$", content.lower()):
                        dishes.setdefault(meal, []).append(Dish(content, section, stated=False))
                kinds = {"matin": "breakfast", "petit déjeuner": "breakfast", "midi": "lunch", "soir": "dinner"}
                for name, rows in dishes.items():
                    menus.add(restaurant.get("id"), date(day.get("date")), rows, name, kinds.get((name or "").lower(), "other"))


DRESDEN = {"A": "gluten", "A1": "gluten: wheat", "A2": "gluten: rye", "A3": "gluten: barley", "A4": "gluten: oats", "A5": "gluten: spelt",
           "A6": "gluten: kamut", "B": "crustaceans", "C": "egg", "D": "fish", "E": "peanut", "F": "soy", "G": "milk", "H": "nuts",
           "H1": "nuts: almonds", "H2": "nuts: hazelnuts", "H3": "nuts: walnuts", "I": "celery", "J": "mustard", "K": "sesame", "L": "sulphites",
           "M": "lupin", "N": "molluscs"}


def dresden(pages, addresses, menus, zone):
    diets = {"vegan": "vegan", "vegetarisch": "vegetarian"}
    for number, (document, address) in enumerate(zip(pages, addresses)):
        dishes = []
        for row in objects(document):
            notes, codes = many(row.get("notes")), {}
            for note in filter(None, map(line, notes)):
                if note.startswith("Menü ") and note.split()[-1] in diets:
                    codes[note] = diets[note.split()[-1]]
                if (letter := re.search(r"\((\w\d?)\)$", note)) and letter[1].upper() in DRESDEN:
                    codes[note] = DRESDEN[letter[1].upper()]
            costs = row.get("prices") if isinstance(row.get("prices"), dict) else {}
            dishes.append(Dish(row.get("name"), row.get("category"), labels=notes, codes=codes, stated=False,
                               prices=price("student", costs.get("Studierende"), "EUR") + price("employee", costs.get("Bedienstete"), "EUR")))
        menus.add(re.search(r"/canteens/(\d+)/", address)[1], menus.received and menus.received + dt.timedelta(days=number), dishes)


def codes_of(text):
    return [part for part in (text or "").split(",") if part.strip()]


def three(text):
    """The prices of students, staff and guests in one text."""
    parts = (text or "").split("/")
    return [row for role, part in zip(("student", "employee", "guest"), parts) for row in price(role, part, "EUR")] if len(parts) == 3 else []


FINNISH = {"G": "gluten-free", "L": "lactose-free", "M": "label", "VL": "label"}


def compass(pages, addresses, menus, zone):
    for document, address in zip(pages, addresses):
        for day in document["MenusForDays"]:
            times = re.fullmatch(r"(\d+)\.(\d\d) [-–] (\d+)\.(\d\d)", day.get("LunchTime") or "")
            opens, closes = (int(times[1]) * 60 + int(times[2]), int(times[3]) * 60 + int(times[4])) if times else (None, None)
            if opens is not None and closes <= opens:
                opens = closes = None
            dishes = []
            for group in objects(day.get("SetMenus")):
                for text in group.get("Components") or []:
                    text = None if isinstance(text, dict) else line(text)
                    parts = re.fullmatch(r"(.*?)\s*\(([^()]*)\)", text or "")
                    dishes.append(Dish(parts[1] if parts else text, group.get("Name"), labels=codes_of(parts and parts[2]),
                                       codes=FINNISH | {"Veg": "vegan", "*": "label"}, prices=three(group.get("Price")), stated=False))
            menus.add(re.search(r"costNumber=(\w+)", address)[1], date(day["Date"][:10]), dishes, None, "lunch", opens, closes)


def sodexo(pages, addresses, menus, zone):
    for number, (document, address) in enumerate(zip(pages, addresses)):
        courses = document.get("courses")
        rows = [courses[key] for key in sorted(courses, key=int)] if isinstance(courses, dict) else courses if isinstance(courses, list) else []
        dishes = []
        for row in rows:
            if isinstance(row, dict):
                text = {key: value for key, value in row.items() if isinstance(value, str)}
                notes = [text.get(key) for key in ("title_en", "desc_fi", "desc_en")]
                dishes.append(Dish(text.get("title_fi") or text.get("title_en"), row.get("category"), notes, codes_of(text.get("properties")), FINNISH,
                                   three(text.get("price")), stated=False))
        menus.add(re.search(r"/daily_json/(\w+)", address)[1], menus.received and menus.received + dt.timedelta(days=number), dishes, None, "lunch")


def kanttiinit(pages, addresses, menus, zone):
    codes = {"V": "vegetarian", "VV": "vegan", "G": "gluten-free", "L": "lactose-free"}
    for document, address in zip(pages, addresses):
        for days in document.values():
            for day, rows in days.items():
                dishes = [Dish(row.get("title"), labels=many(row.get("properties")), codes=codes, stated=False) for row in objects(rows)]
                menus.add(re.search(r"restaurants=(\d+)", address)[1], date(day), dishes)


DINE = {"Vegan": "vegan", "Vegetarian": "vegetarian", "Halal": "halal", "Kosher": "kosher", "Egg": "egg", "Eggs": "egg", "Fish": "fish",
        "Milk": "milk", "Peanut": "peanut", "Peanuts": "peanut", "Sesame": "sesame", "Shellfish": "crustaceans, label", "Soy": "soy",
        "Tree Nut": "nuts", "Tree Nuts": "nuts", "Wheat": "gluten: wheat"}


def dine_on_campus(pages, addresses, menus, zone):
    for document, address in zip(pages, addresses):
        if document.get("closed") is True or document.get("closedOnDate") is True:
            continue
        menu = document.get("menu") or {}
        meal = menu.get("periods") or menu.get("period") or document.get("period")
        dishes = [Dish(item.get("name"), meal.get("name") if group.get("name") is None else group["name"], [item.get("desc")], [row.get("name") for row in objects(item.get("filters"))],
                       DINE, stated=False) for group in objects(meal.get("categories")) for item in objects(group.get("items"))]
        if is_public(meal.get("name")):
            menus.add(re.search(r"/locations?/(\w+)", address)[1], date(menu.get("date") or document.get("date")), dishes, meal.get("name"), kind(meal.get("name")))


READERS = {"compass-finland": compass, "sodexo-finland": sodexo, "kanttiinit": kanttiinit, "dine-on-campus-menus": dine_on_campus,
           "studentenwerk-dresden": dresden,
           "eateries": eateries, "tum-eat-api-menus": tum, "ghent-resto-menus": ghent, "nutrislice-menus": nutrislice, "unicafe": unicafe,
           "purdue": purdue, "penn-menus": penn, "openmensa": openmensa, "crous": crous}


# --- Comparing --------------------------------------------------------------------------------------------------------

def read(folder, adapter, received, zone, address):
    """The menus of the replies in a folder."""
    files = [file for file in folder.iterdir() if not file.name.endswith(".meta.json") and file.suffix in (".json", ".xml")]
    files.sort(key=lambda file: (file.name.split(".")[0], len(file.name), file.name))
    pages, addresses = [], []
    for file in files:
        meta_file = file.with_name(file.name.removesuffix(file.suffix) + ".meta.json")
        meta = json.loads(meta_file.read_text()) if meta_file.exists() else {}
        if meta.get("status", 200) != 200:
            continue
        data = file.read_bytes()
        try:
            pages.append(ET.fromstring(data) if data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<") else json.loads(data.decode("utf-8-sig")))
        except (ET.ParseError, ValueError):
            continue
        addresses.append(meta.get("address", address))
        if "time" in meta:
            received = dt.datetime.fromisoformat(meta["time"]).astimezone(zone).date()
    menus = Menus(received)
    READERS[adapter](pages, addresses, menus, zone)
    return menus.dishes


def minutes(text):
    return int(text[:-3]) * 60 + int(text[-2:]) if text else None


def listed(entries, feed):
    """The menus of a feed in a catalog, in the form of `Menus.dishes`; places by their record in the feed."""
    found = collections.OrderedDict()
    for entry in entries:
        if entry["kind"] != "menu" or entry["sources"][0]["feed"] != feed:
            continue
        meal, record = entry["meal"], entry["sources"][0]["record"]
        place = re.fullmatch(rf"menu-(.+?)-{entry['date']}-.+", record)[1]
        rows = found.setdefault((place, entry["date"], meal.get("name"), meal["kind"], minutes(meal.get("from")), minutes(meal.get("to"))), [])
        for section in entry["sections"]:
            for dish in section["dishes"]:
                prices = tuple((price.get("role"), decimal.Decimal(price["amount"]).normalize(), price["currency"],
                                (price["per"]["amount"], price["per"]["unit"]) if "per" in price else None,
                                decimal.Decimal(price["base"]).normalize() if "base" in price else None) for price in dish.get("prices", []))
                rows.append((section.get("name"), dish["name"], tuple(dish.get("notes", [])), tuple(sorted(dish.get("diets", []))),
                             tuple(sorted(((a["code"], a.get("detail")) for a in dish.get("allergens", [])), key=str)),
                             dish["allergensStated"], tuple(dish.get("labels", [])), prices))
    return found


def compare(name, expected, got):
    """Prints the differences, and returns their number and that of the dishes."""
    differences, count = [], 0
    for key in list(expected) + [key for key in got if key not in expected]:
        wanted = [dish.key() for dish in expected.get(key, [])]
        rows = got.get(key, [])
        count += len(wanted)
        if len(wanted) != len(rows):
            differences.append(f"{key}: expected {len(wanted)} dishes, found {len(rows)}: {[row[1] for row in wanted]}, {[row[1] for row in rows]}")
        else:
            differences += [f"{key}: expected {one}, found {other}" for one, other in zip(wanted, rows) if one != other]
    for difference in differences:
        print(f"{name}: {difference}")
    return len(differences), count


def check(program, name, folder, at, feeds, config=None):
    """Checks the feeds of a recording."""
    with tempfile.TemporaryDirectory() as work:
        catalog = pathlib.Path(work) / "catalog.json"
        options = ["--config", str(config)] if config else []
        for campus in sorted({feed.split("/")[0] for feed, *_ in feeds}):
            options += ["--campus", campus]
        result = subprocess.run([program, "--replay", str(folder), *options, "--at", at, "-q", "-o", str(catalog)], capture_output=True, text=True)
        if result.returncode not in (0, 3, 4):
            print(f"{name}: exit {result.returncode}: {result.stderr.strip()[:300]}")
            return 1, 0
        entries = json.loads(catalog.read_text())["entries"] if catalog.exists() else []
        reports = {feed["id"]: feed for feed in json.loads(catalog.read_text())["feeds"]} if catalog.exists() else {}
    total, dishes = 0, 0
    for feed, adapter, zone, address in feeds:
        if reports.get(feed, {}).get("reason"):
            continue  # the reply is refused as a whole
        received = dt.datetime.fromisoformat(at).astimezone(zone).date()
        differences, count = compare(f"{name} {feed}", read(folder / feed, adapter, received, zone, address), listed(entries, feed))
        total, dishes = total + differences, dishes + count
    return total, dishes


def feeds_of(registry):
    """The id, adapter, zone and first address of each feed of menus."""
    def first(feed):
        values = next(iter(feed.get("addresses", {}).values()), "")
        value = values[0] if isinstance(values, list) else values
        return value["url"] if isinstance(value, dict) else value
    zones = {campus["id"]: zoneinfo.ZoneInfo(campus.get("timeZone", "UTC")) for campus in registry.get("campuses", [])}
    return [(feed["id"], feed["adapter"], zones.get(feed["id"].split("/")[0], dt.timezone.utc), first(feed)) for feed in registry.get("feeds", [])
            if feed.get("adapter") in READERS]


# The recordings of platforms: their folder, adapter, request, address and the files, with the day on which they were made.
RECORDINGS = [
    ("ghent-resto/docs-2-5", "ghent-resto-menus", "menus", "https://a.example/menu/nl/overview.json", ["overview.json"], "2024-01-24"),
    ("ghent-resto/overview-2017", "ghent-resto-menus", "menus", "https://a.example/menu/nl/overview.json", ["overview.json"], "2017-11-14"),
    ("nutrislice/notre-dame-2026-09", "nutrislice-menus", "menus", "https://a.example/menu/api/weeks/school/north/menu-type/dinner/{year}/{month}/{day}/",
     ["week.json"], "2026-09-24"),
    ("purdue/hillenbrand-2026-09", "purdue", "menus", "https://a.example/locations/Hillenbrand/{month}-{day}-{year}", ["menu.json", "unpublished.json"], "2026-09-11"),
    ("tum-eat-api/garching-week-2024-31", "tum-eat-api-menus", "menus", "https://a.example/eat-api/mensa-garching/{weekyear}/{week}.json", ["31.json"], "2024-07-29"),
    ("tum-eat-api/ipp-week-2019-22", "tum-eat-api-menus", "menus", "https://a.example/eat-api/ipp-bistro/{weekyear}/{week}.json", ["22.json"], "2019-05-27"),
    ("crous/ru-lumiere-2024", "crous", "menus", "https://a.example/menu.xml", ["menu.xml"], "2024-12-20"),
    ("compass-fi/reaktori-2018-09", "compass-finland", "menus", "https://a.example/menuapi/feed/json?costNumber=0812&language=en", ["Index.json"], "2018-09-15"),
    ("openmensa-api-v2/dresden-meals-2024-11", "studentenwerk-dresden", "meals", "https://a.example/canteens/6/days/{date}/meals", ["meals.json"], "2024-11-25"),
    ("sodexo-fi/galaksi-2020-03", "sodexo-finland", "menus", "https://a.example/daily_json/152/{date}", ["daily.json"], "2020-03-12"),
    ("sodexo-fi/jamk-dynamo-day-2017-03", "sodexo-finland", "menus", "https://a.example/daily_json/5865/{date}", ["daily.json"], "2017-03-30"),
    *(("dineoncampus/menu-shapes-2024-2026", "dine-on-campus-menus", "menus", "https://a.example/locations/5b33ae29/menu?date={date}", [file], day)
      for file, day in (("v1-open.json", "2024-10-16"), ("v4-flat.json", "2026-08-02"), ("v4-nested.json", "2026-08-04"))),
    *((f"openmensa/{name}", "openmensa", "canteens", "https://cvzi.github.io/mensa/meta/canteen.xml", ["meta.xml", "feed.xml"], "2026-08-20") for name in (
        "bolzano-menu-2026-08", "graz-menu-2026-08", "hamburg-empty-2026-08", "kuenzelsau-closed-2026-08", "ludwigsburg-menu-2026-08",
        "neubrandenburg-menu-2026-08", "ulm-menu-2026-08")),
]


def main(program, *folders):
    total, dishes, cases = 0, 0, 0
    built_in = {"campuses": [], "feeds": []}
    for file in sorted((ROOT / "Campuses").rglob("*.json")):
        for key, values in json.loads(file.read_text()).items():
            if key in built_in:
                built_in[key] += values
    recordings = [(path.parent.name, path.parent, json.loads(path.read_text())["at"]) for path in sorted((ROOT / "Fixtures").glob("*/case.json"))]
    for name, folder, at in recordings + [("sample", ROOT / "Fixtures/sample", "2026-11-21T17:00:00Z")]:
        config = folder / "registry.json"
        registry = json.loads(config.read_text()) if config.exists() else built_in
        feeds = [feed for feed in feeds_of(registry) if (folder / feed[0]).is_dir()]
        if feeds:
            differences, count = check(program, name, folder, at, feeds, config if config.exists() else None)
            total, dishes, cases = total + differences, dishes + count, cases + 1
    for folder in map(pathlib.Path, folders):
        for path, adapter, request, address, files, day in RECORDINGS:
            found = [file for pattern in files for file in sorted((folder / "platforms" / path).glob(pattern))]
            if not found:
                continue
            with tempfile.TemporaryDirectory() as work:
                replies = pathlib.Path(work) / "a/menus"
                replies.mkdir(parents=True)
                for number, file in enumerate(found, 1):
                    base = request if number == 1 else f"{request}.{number}"
                    shutil.copy(file, replies / f"{base}{file.suffix}")
                    (replies / f"{base}.meta.json").write_text(json.dumps({"status": 200, "time": f"{day}T10:00:00Z"}))
                registry = {"campuses": [{"id": "a", "name": "A", "timeZone": "Europe/Berlin"}],
                            "feeds": [{"id": "a/menus", "adapter": adapter, "addresses": {request: address}}]}
                (pathlib.Path(work) / "registry.json").write_text(json.dumps(registry))
                differences, count = check(program, path, pathlib.Path(work), f"{day}T10:00:00Z", feeds_of(registry), pathlib.Path(work) / "registry.json")
                total, dishes, cases = total + differences, dishes + count, cases + 1
    print(f"{dishes} dishes in {cases} recordings agree" if not total else f"{total} differences")
    return 1 if total or not dishes else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
