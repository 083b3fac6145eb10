"""Random hours, the same for the same seed. Times are concentrated around clock changes."""
import datetime as dt, random

from hours_oracle import DAY, WEEK, Clock, day_of, text_of

# Half hours, offsets beyond half a day, days skipped, changes at midnight, of half an hour and of two hours, negative summer
# time, changes of the rules themselves; and some plain ones.
ZONES = """
America/St_Johns Australia/Lord_Howe Pacific/Kiritimati Pacific/Apia Africa/Casablanca Antarctica/Troll Europe/Dublin
Asia/Kathmandu Pacific/Chatham America/Havana Africa/Cairo Asia/Beirut America/Santiago America/Asuncion Asia/Gaza
Atlantic/Azores America/Scoresbysund America/Nuuk America/New_York Europe/London Asia/Tehran Pacific/Marquesas Pacific/Easter
Australia/Eucla Africa/El_Aaiun Asia/Amman Europe/Chisinau America/Miquelon Pacific/Norfolk Asia/Jerusalem Africa/Juba
America/Mexico_City Pacific/Fiji Europe/Volgograd Asia/Qostanay America/Whitehorse Antarctica/Casey UTC
""".split()

LABELS = ["Breakfast", "Lunch", "Dinner", "Café"]
USUAL = [0, 6 * 60, 7 * 60, 450, 8 * 60, 9 * 60, 11 * 60, 720, 14 * 60, 17 * 60, 18 * 60, 20 * 60, 22 * 60, 23 * 60, 1439]


def clock_text(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


class Maker:
    """Generates hours around a day and the local times of day that are critical."""

    def __init__(self, seed, zone, day, odd):
        self.random = random.Random(seed)
        self.zone, self.day, self.odd = zone, day, odd

    def time(self):
        kind = self.random.random()
        if kind < 0.5 and self.odd:
            return (self.random.choice(self.odd) + self.random.choice([-90, -60, -45, -30, -15, -1, 0, 0, 0, 1, 10, 15, 30, 45, 60, 90])) % DAY
        if kind < 0.9:
            return self.random.choice(USUAL)
        return self.random.randrange(DAY)

    def service(self):
        opens = self.time()
        closes = self.time()
        kind = self.random.random()
        if kind < 0.08:
            closes = opens + DAY
        elif closes <= opens:
            closes += DAY
        label = [self.random.choice(LABELS)] if self.random.random() < 0.25 else []
        return [clock_text(opens), clock_text(closes)] + label

    def plan(self, unknown=0.08):
        kind = self.random.random()
        if kind < unknown:
            return "unknown"
        if kind < unknown + 0.06:
            return [["00:00", "24:00"]]
        services = [self.service() for _ in range(self.random.choice([0, 1, 1, 1, 2, 2, 3]))]
        if len(services) > 1 and self.random.random() < 0.3:
            # One begins where the other ends.
            services[0][1] = services[1][0] if services[1][0] > services[0][0] else services[0][1]
        return services

    def week(self):
        kind = self.random.random()
        if kind < 0.35:
            plan = self.plan(0.02)
            return {day: plan for day in WEEK}
        if kind < 0.45:
            return self.around_the_clock()
        # Closed weekdays are left out, or listed without services.
        return {day: plan for day in WEEK if (plan := self.plan()) or self.random.random() < 0.2}

    def around_the_clock(self):
        """Every day one service after another, touching or overlapping, never closed on an ordinary day."""
        edge = self.time()
        overlap = self.random.choice([0, 0, 1, 30, 70])
        if overlap == 0:
            return {day: [[clock_text(edge), clock_text(edge + DAY)]] for day in WEEK}
        later = min(max(edge, 1), DAY - 1 - overlap)
        return {day: [["00:00", clock_text(later + overlap)], [clock_text(later), "24:00"]] for day in WEEK}

    def date(self, near=9, far=500):
        reach = near if self.random.random() < 0.8 else far
        return self.day + self.random.randint(-reach, reach)

    def bounds(self):
        first, last = sorted([self.date(), self.date()])
        kind = self.random.random()
        if kind < 0.7:
            return {"from": text_of(first), "to": text_of(last)}
        return {"from": text_of(first)} if kind < 0.85 else {"to": text_of(last)}

    def rule(self):
        return {"always": True} if self.random.random() < 0.12 else {"week": self.week()}

    def dates(self):
        days = sorted({self.date(near=4, far=40) for _ in range(self.random.randint(1, 5))})
        return {"days": {text_of(day): self.plan(0.15) for day in days}}

    def hours(self):
        layers = []
        kind = self.random.random()
        if kind < 0.02:
            return {"zone": self.zone, "layers": []}
        if kind < 0.75:
            layers.append({"level": "weekly", **self.rule()})
        if kind > 0.6 and kind < 0.9:
            layers.append({"level": "weekly", **self.bounds(), **self.rule()})
        if self.random.random() < 0.3:
            layers.append({"level": "term", **self.bounds(), **self.rule()})
        if self.random.random() < 0.15:
            layers.append({"level": "holiday", **self.bounds(), **self.rule()})
        if kind > 0.9 or self.random.random() < 0.4:
            layers.append({"level": "special", **self.dates()})
        if self.random.random() < 0.1:
            layers.append({"level": "manual", **self.bounds(), **self.rule()})
        if self.random.random() < 0.1:
            layers.append({"level": "manual", **self.dates()})
        return {"zone": self.zone, "layers": layers}


def questions(seed, zones, cases, quiet, before=34, after=34):
    """Questions around each change of offset from 2020 to 2035, and on days on which clocks stay: {"hours", "from", "to"}."""
    first, last = day_of("2020-01-01") * DAY, day_of("2036-01-01") * DAY
    for name in zones:
        clock = Clock(name)
        for (_, old), (minute, new) in zip(clock.changes, clock.changes[1:]):
            if not first <= minute < last:
                continue
            odd = [(minute + offset) % DAY for offset in (old, new)]
            for case in range(cases):
                maker = Maker(f"{seed} {name} {minute} {case}", name, (minute + old) // DAY, odd)
                yield question(maker, minute - before * 60, minute + after * 60)
        for case in range(quiet):
            pick = random.Random(f"{seed} {name} quiet {case}")
            minute = pick.randrange(first, last)
            maker = Maker(f"{seed} {name} quiet {case}", name, minute // DAY, [120])
            yield question(maker, minute, minute + 2 * DAY)


def question(maker, begin, end):
    hours = maker.hours()
    asked = {"hours": hours, "from": begin * 60, "to": end * 60}
    if maker.random.random() < 0.1:
        # Not only at whole minutes, and not always starting at one.
        asked["from"] += maker.random.randrange(60)
        asked["step"] = 37
    return asked
