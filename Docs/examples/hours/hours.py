"""Whether a place is open, from the "hours" of a catalog: the state, when it ends, the next opening, and the same in words.

    Hours(place["hours"]).status(datetime.datetime.now(datetime.timezone.utc))["sentence"]    # "Open until 22:00"

A place without "hours" is unknown. Instants have a zone; those of the answers are in UTC. A zone that Python does not know is an error.

Python 3.11 or later, with zone data of the system or of the package tzdata. Times in sentences are on the 24-hour clock.
"""
import datetime as dt, zoneinfo

DAY, MINUTE, UTC = dt.timedelta(days=1), dt.timedelta(minutes=1), dt.timezone.utc
WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"]
WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


class Hours:
    def __init__(self, hours):
        self.zone, self.layers = zoneinfo.ZoneInfo(hours["zone"]), hours["layers"]
        dates = [date for layer in self.layers for date in [*layer.get("days", {}), layer.get("from"), layer.get("to")]]
        # Between these days, all weeks are the same. The year 9999 stands for ever.
        self.edges = sorted(dt.date.fromisoformat(date) for date in dates if date and date < "9999")

    def layer(self, day):
        """The layer that decides a service day: the last one that covers it."""
        date = day.isoformat()
        for layer in reversed(self.layers):
            if date in layer.get("days", {}) or ("days" not in layer and layer.get("from", date) <= date <= layer.get("to", date)):
                return layer

    def plan(self, day):
        """The services of a service day, [opens, closes] or [opens, closes, label]; None if they are unknown."""
        layer = self.layer(day)
        if layer is None:
            return None
        if layer.get("always"):
            return [["00:00", "24:00"]]
        services = layer["days"][day.isoformat()] if "days" in layer else layer["week"].get(WEEK[day.weekday()], [])
        return None if services == "unknown" else services

    def instant(self, day, time):
        """A local time of a service day, which may be after 24:00. In a gap it moves forward; of two equal times, it is the first."""
        wall = dt.datetime.combine(day, dt.time()) + dt.timedelta(hours=int(time[:2]), minutes=int(time[3:]))
        return wall.replace(tzinfo=self.zone, fold=0).astimezone(UTC)

    def date(self, instant):
        return instant.astimezone(self.zone).date()

    def start(self, day):
        """The instant at which a local date begins; later than midnight if clocks skip it."""
        start = self.instant(day, "00:00")
        while self.date(start - MINUTE) == day:
            start -= MINUTE
        return start

    def spans(self, first, last):
        """The openings of some service days as (start, end): services that touch or overlap are one. One that a clock change leaves no
        time is dropped."""
        days = [first + n * DAY for n in range((last - first).days + 1)]
        services = [(self.instant(day, service[0]), self.instant(day, service[1])) for day in days for service in self.plan(day) or []]
        spans = []
        for start, end in sorted(span for span in services if span[0] < span[1]):
            if spans and start <= spans[-1][1]:
                spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
            else:
                spans.append((start, end))
        return spans

    def state(self, instant, spans):
        if any(start <= instant < end for start, end in spans):
            return "open"
        return "unknown" if self.plan(self.date(instant)) is None else "closed"

    def change(self, now):
        """The state at an instant; when it ends, None if never; and the state that follows."""
        day, length, state = self.date(now), 3, None
        while True:
            last = day + length * DAY
            spans, begin, end = self.spans(day - 3 * DAY, last + 3 * DAY), max(now, self.start(day)), self.start(last)
            state = state or self.state(now, spans)
            moments = {moment for span in spans for moment in span} | {self.start(day + n * DAY) for n in range(1, length + 1)}
            for moment in sorted(moments):
                if begin < moment <= end and (after := self.state(moment, spans)) != state:
                    return state, moment, after
            if length == 400 and not any(day < edge <= last for edge in self.edges):
                # A year, with all its clock changes: nothing changes before the next edge.
                later = [edge for edge in self.edges if edge > last]
                if not later:
                    return state, None, None
                last = max(last, later[0] - 3 * DAY)
            day, length = last, 16 if length == 3 else 400

    def because(self, day):
        """Why a day is unknown: the nearest known days before and after it."""
        edges = self.edges or [day]
        before = next((d for n in range(1, abs((day - edges[0]).days) + 10) if self.plan(d := day - n * DAY) is not None), None)
        after = next((d for n in range(1, abs((day - edges[-1]).days) + 10) if self.plan(d := day + n * DAY) is not None), None)
        if self.layer(day) is not None or (before and after):
            return "hours.gap", day
        return ("hours.after", before) if before else ("hours.before", after) if after else ("hours.none", None)

    def status(self, now):
        state, until, after = self.change(now)
        because, day = self.because(self.date(now)) if state == "unknown" else (None, None)
        opens = until if state == "closed" and after == "open" else None
        answer = {"state": state, "until": until, "opens": opens, "because": because}
        return {**answer, "sentence": self.sentence(now, state, until, opens, because, day)}

    def sentence(self, now, state, until, opens, because, day):
        today = self.date(now)
        if state == "unknown":
            words = {"hours.none": "", "hours.after": ": the feed has hours only until ", "hours.before": ": the feed has hours only from "}
            words["hours.gap"] = " today" if day == today else " on "
            return "Hours unknown" + words[because] + (written(day, today) if day and day != today else "")
        if state == "open":
            if until is None:
                return "Open around the clock"
            if until - now <= 30 * MINUTE:
                left = (until - now) // MINUTE
                return f"Closes in {left} min" if left else "Closes in less than a minute"
            end = until.astimezone(self.zone)
            if (end.hour, end.minute) == (0, 0):  # midnight ends the day before
                return " ".join(filter(None, ["Open until", name(end.date() - DAY, today), "midnight"]))
            night = end.date() == today + DAY and (end.hour, end.minute) <= (6, 0)
            return " ".join(filter(None, ["Open until", "" if night else name(end.date(), today), f"{end:%H:%M}"]))
        if opens is None:
            if until is None:
                return "Closed, no opening scheduled"
            last = self.date(until) - DAY
            return "Closed for today, hours unknown after that" if last == today else f"Closed, hours unknown after {written(last, today)}"
        if opens - now <= 30 * MINUTE:
            return f"Opens in {-((now - opens) // MINUTE)} min"
        start = opens.astimezone(self.zone)
        if (start.hour, start.minute) == (0, 0):  # midnight begins its day
            return "Opens at midnight" if start.date() == today + DAY else f"Opens {name(start.date(), today)} from midnight"
        return " ".join(filter(None, ["Opens", name(start.date(), today), f"{start:%H:%M}"]))


def name(day, today):
    """A day after today: "", "tomorrow", "Fri" or "Fri 27 Nov"."""
    ahead = (day - today).days
    return "" if ahead == 0 else "tomorrow" if ahead == 1 else WEEKDAYS[day.weekday()] if 2 <= ahead <= 6 else written(day, today)


def written(day, today):
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}" + (f" {day.year}" if day.year != today.year else "")
