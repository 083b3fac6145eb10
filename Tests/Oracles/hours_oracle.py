"""The meaning of layered hours, minute by minute: an independent implementation of the rules, with Python's own zoneinfo.

Rules: the last layer that covers a service day decides it; a day that none covers is unknown. A service belongs to the day
it began. A local time in a gap moves forward by the gap; one that occurs twice means the first; a service that therefore ends
at or before its start is dropped. A minute inside a service is open; otherwise it is unknown if its local date is an unknown
day; otherwise closed.

The state of each minute of UTC is stored as a byte, one of b"ouc". All answers are read from these bytes.
"""
import datetime as dt, re, zoneinfo

DAY = 1440
WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]
EPOCH = dt.date(1970, 1, 1)
START = dt.datetime(1970, 1, 1)
OPEN, CLOSED, UNKNOWN = ord("o"), ord("c"), ord("u")
WORDS = {OPEN: "open", CLOSED: "closed", UNKNOWN: "unknown"}
RUNS = re.compile(rb"o+|c+|u+")
FOREVER = "9999-12-31"
# How far to search for an end after the last day with a stated change: two years.
PATIENCE = 820


def day_of(text):
    return (dt.date.fromisoformat(text) - EPOCH).days


def text_of(day):
    return (EPOCH + dt.timedelta(days=day)).isoformat()


class Clock:
    """One zone. `changes` are the minutes of UTC at which its offset changes, with the offset from then on, in minutes."""
    known = {}
    first, last = day_of("2016-01-01") * DAY, day_of("2046-01-01") * DAY

    def __new__(cls, name):
        if name not in cls.known:
            clock = super().__new__(cls)
            clock.zone = zoneinfo.ZoneInfo(name)
            clock.name = name
            clock.moments = {}
            clock.changes = list(clock.find())
            cls.known[name] = clock
        return cls.known[name]

    def offset(self, minute):
        seconds = dt.datetime.fromtimestamp(minute * 60, self.zone).utcoffset().total_seconds()
        assert seconds % 60 == 0, f"{self.name} has an offset of {seconds} s"
        return int(seconds) // 60

    def find(self):
        before = self.offset(self.first)
        yield self.first, before
        for start in range(self.first, self.last, 360):
            # No zone changes its offset twice in six hours.
            if self.offset(start + 360) == before:
                continue
            for minute in range(start + 1, start + 361):
                offset = self.offset(minute)
                if offset != before:
                    yield minute, offset
                before = offset

    def stretches(self, begin, end):
        """(from, to, offset) for each stretch of one offset between two minutes."""
        assert self.first <= begin and end <= self.last, "outside of the examined years"
        for index, (start, offset) in enumerate(self.changes):
            stop = self.changes[index + 1][0] if index + 1 < len(self.changes) else self.last
            if start < end and stop > begin:
                yield max(start, begin), min(stop, end), offset

    def dates(self, begin, end):
        """(from, to, day) for each stretch of minutes with one local date."""
        for start, stop, offset in self.stretches(begin, end):
            minute = start
            while minute < stop:
                day = (minute + offset) // DAY
                until = min(stop, (day + 1) * DAY - offset)
                yield minute, until, day
                minute = until

    def moment(self, wall):
        """The minute of UTC at which clocks show `wall`. fold=0 is the first of two, and in a gap the offset before it."""
        if wall not in self.moments:
            local = (START + dt.timedelta(minutes=wall)).replace(tzinfo=self.zone, fold=0)
            self.moments[wall] = int(local.timestamp()) // 60
        return self.moments[wall]


class Hours:
    def __init__(self, hours):
        self.clock = Clock(hours["zone"])
        self.layers = hours["layers"]
        self.plans = {}
        edges = set()
        for layer in self.layers:
            edges |= {day_of(layer[key]) for key in ("from", "to") if key in layer}
            edges |= {day_of(date) for date in layer.get("days", {})}
        self.edges = sorted(edges)

    def plan(self, day):
        """The services of a day, [(opens, closes, label)]; None: unknown."""
        if day not in self.plans:
            self.plans[day] = self.find(day)
        return self.plans[day]

    def find(self, day):
        date = text_of(day)
        for layer in reversed(self.layers):
            if not (layer.get("from", "0000") <= date <= layer.get("to", "9999-99")):
                continue
            if "days" in layer:
                if date not in layer["days"]:
                    continue
                said = layer["days"][date]
            elif "always" in layer:
                said = [["00:00", "24:00"]]
            else:
                said = layer["week"].get(WEEK[(day + 3) % 7], [])
            # A duplicate service counts once.
            return None if said == "unknown" else list(dict.fromkeys(self.service(*service) for service in said))
        return None

    def is_covered(self, day):
        date = text_of(day)
        return any(
            date in layer["days"] if "days" in layer else layer.get("from", "0000") <= date <= layer.get("to", "9999-99")
            for layer in self.layers)

    @staticmethod
    def service(opens, closes, label=None):
        minutes = [int(text[:-3]) * 60 + int(text[-2:]) for text in (opens, closes)]
        return minutes[0], minutes[1], label

    def services(self, begin, end):
        """The services that happen between two minutes of UTC: (start, end, day, label)."""
        for day in range(begin // DAY - 4, end // DAY + 4):
            for opens, closes, label in self.plan(day) or []:
                start, stop = self.clock.moment(day * DAY + opens), self.clock.moment(day * DAY + closes)
                if start < stop and start < end and stop > begin:
                    yield start, stop, day, label

    def paint(self, begin, end):
        minutes = bytearray(end - begin)
        for start, stop, day in self.clock.dates(begin, end):
            minutes[start - begin:stop - begin] = (b"u" if self.plan(day) is None else b"c") * (stop - start)
        for start, stop, _, _ in self.services(begin, end):
            start, stop = max(start, begin), min(stop, end)
            minutes[start - begin:stop - begin] = b"o" * (stop - start)
        return bytes(minutes)

    def painted_runs(self, begin, end):
        """(start, end, state) of the runs that touch the minutes; the end is None if there is none in sight. One more run follows."""
        limit = min(max([end // DAY] + self.edges) * DAY + PATIENCE * DAY, self.clock.last - 10 * DAY)
        for ahead in (12 * DAY, 60 * DAY, 400 * DAY, limit - end):
            stop = min(end + ahead, limit)
            runs = [(begin + m.start(), begin + m.end(), m.group()[0]) for m in RUNS.finditer(self.paint(begin, stop))]
            following = [run for run in runs if run[0] >= end]
            # The run after the last one that counts must have begun, so that both its start and its kind are known.
            if following or stop == limit:
                break
        if not following:
            runs[-1] = (runs[-1][0], None, runs[-1][2])
        return runs

    def because(self, day):
        """Why a day is unknown: the known days before and after it."""
        if self.is_covered(day):
            return f"hours.gap {text_of(day)}"
        edges = self.edges or [day]
        before = next((d for d in range(day - 1, min(edges[0], day) - 10, -1) if self.plan(d) is not None), None)
        after = next((d for d in range(day + 1, max(edges[-1], day) + 10) if self.plan(d) is not None), None)
        if before is None and after is None:
            return "hours.none"
        if after is None:
            return f"hours.after {text_of(before)}"
        if before is None:
            return f"hours.before {text_of(after)}"
        return f"hours.gap {text_of(day)}"

    def known_through(self, day):
        if self.plan(day) is None:
            return None
        for later in range(day + 1, max(self.edges + [day]) + 10):
            if self.plan(later) is None:
                return text_of(later - 1)
        return FOREVER

    def answer(self, begin, end, step=60):
        """The answer to a question from `begin` to `end` (seconds), asked each `step` seconds, in the form of HoursProbe."""
        first, last = begin // 60, -(-end // 60)
        runs = self.painted_runs(first, last)
        told = {}

        def tell(start, stop, answer):
            # The first requested moment within these minutes.
            asked = begin + max(0, -(-(start * 60 - begin) // step)) * step
            if asked < min(end, stop * 60):
                told[asked] = answer

        for index, (start, stop, state) in enumerate(runs):
            if start >= last:
                break
            until = None if stop is None else stop * 60
            reach = last if stop is None else min(stop, last)
            if state == UNKNOWN:
                for since, till, day in self.clock.dates(start, reach):
                    tell(since, till, ["unknown", until, None, self.because(day)])
            elif state == OPEN:
                tell(start, reach, ["open", until])
            else:
                opens = until if until is not None and runs[index + 1][2] == OPEN else None
                tell(start, reach, ["closed", until] + ([opens] if opens else []))
        answers = []
        for asked in sorted(told):
            answer = told[asked]
            while answer[-1] is None:
                answer = answer[:-1]
            if not answers or answers[-1][1:] != answer:
                answers.append([asked] + answer)

        spans = [[start * 60, stop * 60, text_of(day)] + ([label] if label is not None else [])
                 for start, stop, day, label in self.services(first, last)]
        times = [[max(start * 60, begin), min(stop * 60 if stop else end, end)] for start, stop, state in runs if state == OPEN and start < last]
        result = {"runs": answers, "spans": sorted(spans, key=span_order), "times": times,
                  "seconds": sum(stop - start for start, stop in times)}
        known = self.known_through((first + self.offset(first)) // DAY)
        if known:
            result["known"] = known
        return result

    def offset(self, minute):
        return next(offset for _, _, offset in self.clock.stretches(minute, minute + 1))


def span_order(span):
    """Spans are sorted by start and end; the order of equal ones is undefined."""
    return span[0], span[1], span[2], span[3] if len(span) > 3 else ""
