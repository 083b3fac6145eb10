"""Compare the history of a simulated year with an independent reading of the replies that made it.

usage: check_history.py FOLDER PAGE PYTHON

FOLDER has replies.ndjson (or .gz) and runs.txt, as Tests/YearOfPolls writes them, and history, the Parquet files of the store. PAGE is
Docs/analyze.md: each of its queries is run by PYTHON, which has DuckDB, and its result compared.
"""
import bisect, collections, datetime as dt, gzip, json, re, statistics, subprocess, sys, unicodedata
from pathlib import Path
from zoneinfo import ZoneInfo

import pandas, polars

DAY = dt.timedelta(days=1)
ZONES = {f"campus-{number}": ZoneInfo(["America/New_York", "America/Los_Angeles", "America/Chicago", "Europe/London"][number % 4]) for number in range(1, 11)}
problems = []


def check(condition, *what):
    if not condition:
        problems.append(" ".join(str(part)[:500] for part in what))


# MARK: the replies

class Hours:
    """The hours of a place in one reply: dates, a week from Monday on, and weeks with a beginning and an end. Those of a day are a frozen set of openings."""

    def __init__(self, dates=None, week=None, ranges=()):
        self.dates, self.week, self.ranges = dates or {}, week, list(ranges)

    def __eq__(self, other):
        return (self.dates, self.week, self.ranges) == (other.dates, other.week, other.ranges)

    def plan(self, day):
        """Returns the openings of a day; None if nothing is stated."""
        if day in self.dates:
            return self.dates[day]
        for first, last, week in self.ranges:
            if first <= day <= last:
                return week[day.weekday()]
        return self.week and self.week[day.weekday()]

    def stated(self, today):
        """Returns the days that are stated by date, from today on."""
        days = {day for day in self.dates if day >= today}
        for first, last, _ in self.ranges:
            days |= {first + number * DAY for number in range((last - first).days + 1) if first + number * DAY >= today}
        return days


PLANS = {}


def plan_of(openings):
    """Returns the set of openings, of which there is one in memory."""
    plan = frozenset(openings)
    return PLANS.setdefault(plan, plan)


def minutes(text):
    hour, minute = text.split(":")[:2]
    return 60 * int(hour) + int(minute)


def opening(opens, closes, label=None):
    return opens, closes + (1440 if closes <= opens else 0), label


def dining(body, zone):
    for venue in json.loads(body):
        dates = {}
        for day in venue["days"]:
            date = dt.date.fromisoformat(day["date"])
            dates[date] = plan_of(
                (minutes(part["starttime"][11:]), minutes(part["endtime"][11:]) + 1440 * (dt.date.fromisoformat(part["endtime"][:10]) - date).days,
                 part["label"] + (": " + " ".join(part["message"].split()) if part["message"] else ""))
                for part in day["dayparts"])
        yield str(venue["id"]), venue["name"], Hours(dates=dates)


def week_of(schedule):
    week = [[] for _ in range(7)]
    for row in schedule["open_times"]:
        week[row["start_day"]].append(opening(minutes(row["start_time"]), minutes(row["end_time"])))
    return [plan_of(day) for day in week]


def facilities(body, zone):
    for facility in json.loads(body):
        def date(text):
            return dt.datetime.fromisoformat(text).astimezone(zone).date()
        ranges = [(date(special["valid_start"]), date(special["valid_end"]), week_of(special)) for special in facility["special_schedules"]]
        yield facility["slug"], facility["facility_name"], Hours(week=week_of(facility["main_schedule"]), ranges=ranges)


def places(body, zone):
    for venue in json.loads(body)["food_venues"]:
        plain = unicodedata.normalize("NFD", f"{venue['name']} {venue['building']}".lower()).encode("ascii", "ignore").decode()
        week = [plan_of(()) if text == "closed" else plan_of([opening(*map(minutes, text.split("-")))]) for text in venue["opening_times"]]
        yield "-".join(re.findall("[a-z0-9]+", plain)), venue["name"], Hours(week=week)


def read(folder):
    """Returns the versions of each feed as (first time, last time, body), and the times at which requests failed."""
    path = folder / "replies.ndjson"
    versions, missed = collections.defaultdict(list), collections.defaultdict(list)
    with open(path, encoding="utf-8") if path.exists() else gzip.open(f"{path}.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            reply = json.loads(line)
            feed = reply["feed"]
            if "missed" in reply:
                missed[feed].append(reply["missed"])
            elif "last" in reply:
                versions[feed][-1][1] = reply["last"]
            else:
                reader = {"dining": dining, "facilities": facilities, "places": places}[feed.split("/")[1]]
                versions[feed].append([reply["at"], None, {record: (name, hours) for record, name, hours in reader(reply["body"], ZONES[feed.split("/")[0]])}])
    return versions, missed


# MARK: the statements

def start_of(day, zone):
    return dt.datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()


def local_day(second, zone):
    return dt.datetime.fromtimestamp(second, zone).date()


def statements(feed, versions, seen, end):
    """Returns, by record and day, the list of (openings, first time, last time, whether in effect).

    Seen has the times at which the feed was read.
    """
    zone = ZONES[feed.split("/")[0]]
    result = {}
    for record in {record for _, _, entries in versions for record in entries}:
        # The hours of the place from one change to the next: [first, last, hours or None, until].
        spans = []
        for first, last, entries in versions:
            hours = entries[record][1] if record in entries else None
            if spans and (spans[-1][2] == hours if hours and spans[-1][2] else hours is spans[-1][2]):
                spans[-1][1] = last
            else:
                if spans:
                    spans[-1][3] = first
                spans.append([first, last, hours, end])
        shown = collections.defaultdict(set)
        for index, (first, last, hours, until) in enumerate(spans):
            if hours is None:
                continue
            today = local_day(first, zone)
            final = local_day(until, zone)
            days = hours.stated(today)
            for number in range((final - today).days + 1):
                day = today + number * DAY
                # A result that is replaced when the day begins is not current on it.
                if day < final or index == len(spans) - 1 or start_of(day, zone) < until:
                    days.add(day)
            for day in days:
                shown[day].add(index)
        for day, wanted in shown.items():
            limit = start_of(day + DAY, zone)
            found = []  # [openings, first, last, indices]
            known = [(index, span) for index, span in enumerate(spans) if span[0] < limit]
            former = None
            for index, (first, last, hours, _) in known:
                plan = hours.plan(day) if hours else None
                if plan is not None and former is not None and found[-1][0] == plan:
                    found[-1][2] = last
                    found[-1][3].add(index)
                elif plan is not None:
                    found.append([plan, first, last, {index}])
                former = plan
            if found and known[-1][0] in found[-1][3]:
                # Still stated when the day ended.
                found[-1][2] = min(found[-1][2], seen[bisect.bisect_left(seen, limit) - 1])
            exists = known[-1][1][2] is not None
            rows = [(plan, first, last, exists and number == len(found) - 1) for number, (plan, first, last, indices) in enumerate(found) if indices & wanted]
            result[f"{feed}/{record}", day] = rows
    return result


# MARK: the tables

def rows_of(hours):
    """Returns the statements that a table of hours has, in the same form."""
    found = collections.defaultdict(dict)
    for row in hours.itertuples(index=False):
        day = row.day if isinstance(row.day, dt.date) and not isinstance(row.day, dt.datetime) else row.day.date()
        midnight = dt.datetime(day.year, day.month, day.day)
        key = (int(row.seen_first.timestamp()), int(row.seen_last.timestamp()), bool(row.in_effect))
        plan = found[row.id, day].setdefault(key, set())
        if row.state == "open":
            opens, closes = ((time.to_pydatetime() - midnight).total_seconds() // 60 for time in (row.opens, row.closes))
            plan.add((int(opens), int(closes), None if row.label is None or row.label != row.label else row.label))
            zone = ZONES[row.campus]
            for at, time in ((row.opens_at, row.opens), (row.closes_at, row.closes)):
                check(at.tz_convert(zone).tz_localize(None) == time, row.id, day, "has another local time than", time, at)
        elif row.state == "unknown":
            plan.add("unknown")
    return {key: sorted((first, last, effect, frozenset(plan)) for (first, last, effect), plan in plans.items()) for key, plans in found.items()}


def compare_hours(found, expected):
    wanted = {key: sorted((first, last, effect, plan) for plan, first, last, effect in rows) for key, rows in expected.items() if rows}
    check(found.keys() == wanted.keys(), len(found.keys() ^ wanted.keys()), "days differ:", sorted(found.keys() ^ wanted.keys())[:5])
    wrong = [key for key in found.keys() & wanted.keys() if not same(found[key], wanted[key])]
    check(not wrong, len(wrong), "days have other statements:", [(key, found[key], wanted[key]) for key in sorted(wrong)[:2]])


def same(found, wanted):
    """Whether statements are the same; a poll with retries takes some seconds."""
    return len(found) == len(wanted) and all(
        abs(one[0] - other[0]) < 60 and abs(one[1] - other[1]) < 60 and one[2:] == other[2:] for one, other in zip(found, wanted))


# MARK: the questions of the page

def closed_earlier(expected, names, polls, missed):
    times = collections.defaultdict(lambda: ([], []))
    for (place, day), rows in expected.items():
        for plan, _, _, effect in rows:
            if effect and plan and dt.date(2025, 11, 22) <= day <= dt.date(2025, 12, 19):
                times[place, day.strftime("%A")][day >= dt.date(2025, 12, 6)].append(max(closes for _, closes, _ in plan))
    medians = {key: tuple(map(statistics.median, both)) for key, both in times.items() if all(both)}
    earlier = [(place, weekday, before, after) for (place, weekday), (before, after) in medians.items() if after < before]
    return sorted(earlier, key=lambda row: (row[3] - row[2], row[0], row[1]))


def changes(expected, names, polls, missed):
    days = collections.defaultdict(list)
    for (place, _), rows in expected.items():
        if rows:
            days[place.rsplit("/", 1)[0]].append(len({first for _, first, _, _ in rows}) > 1)
    return sorted(((feed, len(found), sum(found) / len(found)) for feed, found in days.items()), key=lambda row: (-row[2], row[0]))


def unreliable(expected, names, polls, missed):
    step = polls[1] - polls[0]
    failed = {feed: len({(second - polls[0]) // step for second in missed.get(feed, [])}) for feed in names["feeds"]}
    return sorted(((feed, len(polls), count / len(polls)) for feed, count in failed.items()), key=lambda row: (-row[2], row[0]))


def at_three(expected, names, polls, missed):
    nights = collections.defaultdict(set)
    for (place, day), rows in expected.items():
        for plan, _, _, effect in rows:
            for opens, closes, _ in plan if effect else ():
                nights[place] |= {day + number * DAY for number in (0, 1) if opens <= 180 + 1440 * number < closes}
    return sorted(((place, names["places"][place], len(found)) for place, found in nights.items() if found), key=lambda row: (-row[2], row[0]))


def closing_hours(expected):
    hours = collections.defaultdict(list)
    for (place, day), rows in expected.items():
        for plan, _, _, effect in rows:
            if effect and plan:
                hours[place.split("/")[0], day.strftime("%A")].append(max(closes for _, closes, _ in plan) / 60)
    return {key: statistics.median(found) for key, found in hours.items()}


def is_equal(one, other):
    return abs(one - other) < 1e-9 if isinstance(one, float) or isinstance(other, float) else one == other


def compare_answers(number, found, wanted):
    check(len(found) > 0, "the query", number, "has no rows, so it proves nothing")
    check(len(found) == len(wanted), "the query", number, "has", len(found), "rows, not", len(wanted))
    for one, other in zip(found, wanted):
        if not all(map(is_equal, one, other)):
            return check(False, "the query", number, "has the row", one, "instead of", other)


RUN_QUERIES = """
import datetime as dt, duckdb, json, sys
database = duckdb.connect()
database.execute("SET TimeZone = 'UTC'")
answers = []
for statement in json.load(sys.stdin):
    found = database.execute(statement)
    answers.append(found.fetchall() if found.description and not statement.startswith("CREATE") else None)
tables = {name: (database.execute(f"SELECT count(*) FROM {name}").fetchone()[0], {row[0]: row[1] for row in database.execute(f"DESCRIBE {name}").fetchall()}) for name in ("hours", "versions", "runs")}
json.dump({"answers": answers, "tables": tables}, sys.stdout, default=str)
"""


def main(folder, page, duckdb):
    versions, missed = read(folder)
    polls = [int(dt.datetime.fromisoformat(line.split()[0]).timestamp()) for line in (folder / "runs.txt").read_text().splitlines()]
    expected = {}
    for feed in versions:
        failed = {polls[bisect.bisect_right(polls, second) - 1] for second in missed[feed]}
        expected |= statements(feed, versions[feed], [poll for poll in polls if poll not in failed], polls[-1])
    names = {"feeds": sorted(versions), "places": {f"{feed}/{record}": name for feed, found in versions.items() for _, _, entries in found for record, (name, _) in entries.items()}}

    # Three programs read the same tables.
    hours = pandas.read_parquet(folder / "history/hours")
    compare_hours(rows_of(hours), expected)
    text = page.read_text(encoding="utf-8")
    blocks = [sql.strip() for block in re.findall(r"```sql\n(.*?)```", text, re.S) for sql in block.split(";") if sql.strip()]
    done = subprocess.run([duckdb, "-B", "-c", RUN_QUERIES], input=json.dumps(blocks), capture_output=True, text=True, cwd=folder)
    if done.returncode:
        sys.exit(done.stderr)
    document = json.loads(done.stdout)
    tables = document["tables"]
    types = tables["hours"][1]
    for names_of_type, kind in ((("day",), "DATE"), (("opens", "closes"), "TIMESTAMP"), (("seen_first", "seen_last", "opens_at", "closes_at"), "TIMESTAMP WITH TIME ZONE"),
                                (("in_effect",), "BOOLEAN"), (("run",), "BIGINT"), (("id", "campus", "month", "label"), "VARCHAR")):
        for name in names_of_type:
            check(types.get(name) == kind, "DuckDB reads", name, "as", types.get(name))
    check(tables["runs"][0] == len(polls) * len(versions), "runs has", tables["runs"][0], "rows")
    check(tables["versions"][0] == len(names["places"]), "versions has", tables["versions"][0], "rows, not", len(names["places"]))
    frame = polars.read_parquet(folder / "history/hours/**/*.parquet", hive_partitioning=True)
    check(frame.height == len(hours) == tables["hours"][0], "rows:", frame.height, len(hours), tables["hours"][0])
    check(frame.schema["day"] == polars.Date and frame.schema["in_effect"] == polars.Boolean, "Polars reads", frame.schema)
    check(frame["opens"].max() == hours.opens.max().to_pydatetime(), "Polars has another last opening")
    check(sorted(frame["campus"].unique()) == sorted(set(hours.campus)) == sorted(ZONES), "campuses:", sorted(set(hours.campus)))

    answers = [answer for answer in document["answers"] if answer is not None]
    questions = [closed_earlier, changes, unreliable, at_three]
    check(len(answers) == len(questions), "the page has", len(answers), "questions, and this check knows", len(questions))
    for number, (found, question) in enumerate(zip(answers, questions), 1):
        compare_answers(number, [tuple(row) for row in found], question(expected, names, polls, missed))

    code, = re.findall(r"```python\n(.*?)```", text, re.S)
    values = {"history": folder}
    exec(code.replace('"history/', f'"{folder}/history/').replace("print(", "str("), values)
    table = values["table"]
    wanted = closing_hours(expected)
    check(set(wanted) == {(campus, weekday) for weekday in table for campus in table.index}, "the table of pandas has other rows")
    for (campus, weekday), hour in wanted.items():
        check(abs(table.loc[campus, weekday] - hour) < 1e-9, "pandas:", campus, weekday, table.loc[campus, weekday], "instead of", hour)
    if problems:
        print(*problems[:20], sep="\n")
        sys.exit(f"{len(problems)} differences")
    print(f"{len(expected)} days of {len(names['places'])} places are as the replies say, and {len(answers) + 1} answers of {page.name} as computed from them")


main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]), str(Path(sys.argv[3]).absolute()))
