// Whether a place is open, from the "hours" of a catalog: the state, when it ends, the next opening, and the same in words.
//
//     import { Hours } from "./hours.mjs";
//     new Hours(place.hours).status(Date.now()).sentence          // "Open until 22:00"
//
// For Node 18 and browsers since 2022, which refuse zones that they do not know. Instants are milliseconds, days are numbered since 1970.

const MINUTE = 60_000, DAY = 1440 * MINUTE, WEEK = "mo tu we th fr sa su".split(" ");
const text = (day) => new Date(day * DAY).toISOString().slice(0, 10);

export class Hours {
  constructor({ zone, layers }) {
    // Swedish dates and times are almost ISO 8601: "2026-11-21 12:00:00".
    this.format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    [this.layers, this.walls] = [layers, new Map()];
    // Between these days, all weeks are the same. The year 9999 stands for ever.
    const dates = layers.flatMap((layer) => [...Object.keys(layer.days ?? {}), layer.from, layer.to]);
    this.edges = dates.filter((date) => date && date < "9999").map((date) => Date.parse(date) / DAY).sort((a, b) => a - b);
  }

  // The layer that decides a service day: the last one that covers it.
  layer(day) {
    const date = text(day);
    return this.layers.findLast((layer) => (layer.days ? date in layer.days : (layer.from ?? date) <= date && date <= (layer.to ?? date)));
  }

  // The services of a service day, [opens, closes] or [opens, closes, label]; null if they are unknown.
  plan(day) {
    const layer = this.layer(day);
    if (!layer) return null;
    if (layer.always) return [["00:00", "24:00"]];
    const services = layer.days ? layer.days[text(day)] : layer.week[WEEK[(day + 3) % 7]] ?? [];
    return services === "unknown" ? null : services;
  }

  // What local clocks show at an instant, as milliseconds since 1970-01-01T00:00 on them.
  wall(instant) {
    const minute = Math.floor(instant / MINUTE) * MINUTE;
    if (this.walls.size > 5000) this.walls.clear();
    if (!this.walls.has(minute)) this.walls.set(minute, Date.parse(`${this.format.format(minute).replace(" ", "T")}Z`));
    return this.walls.get(minute) + instant - minute;
  }

  // The instant of a local time of a service day, which may be after 24:00. In a gap it moves forward; of two equal times, it is the first.
  instant(day, time) {
    const wall = day * DAY + (60 * time.slice(0, 2) + +time.slice(3)) * MINUTE;
    const [before, after] = [wall - DAY, wall + DAY].map((near) => wall - (this.wall(near) - near));
    return this.wall(before) !== wall && this.wall(after) === wall ? after : before;
  }

  day(instant) { return Math.floor(this.wall(instant) / DAY); }
  // The instant at which a local date begins; later than midnight if clocks skip it.
  start(day) {
    for (let start = this.instant(day, "00:00"); ; start -= MINUTE) if (this.day(start - MINUTE) !== day) return start;
  }

  // The openings of some service days as [start, end]: services that touch or overlap are one. One without time left is dropped.
  spans(first, last) {
    const services = [], spans = [];
    for (let day = first; day <= last; day++) {
      for (const [opens, closes] of this.plan(day) ?? []) services.push([this.instant(day, opens), this.instant(day, closes)]);
    }
    for (const [start, end] of services.filter(([start, end]) => start < end).sort((a, b) => a[0] - b[0])) {
      if (spans.length && start <= spans.at(-1)[1]) spans.at(-1)[1] = Math.max(end, spans.at(-1)[1]);
      else spans.push([start, end]);
    }
    return spans;
  }

  state(instant, spans) {
    if (spans.some(([start, end]) => start <= instant && instant < end)) return "open";
    return this.plan(this.day(instant)) ? "closed" : "unknown";
  }

  // The state at an instant; when it ends, undefined if never; and the state that follows.
  change(now) {
    for (let day = this.day(now), length = 3, state; ; length = length === 3 ? 16 : 400) {
      let last = day + length;
      const spans = this.spans(day - 3, last + 3), begin = Math.max(now, this.start(day)), end = this.start(last), moments = spans.flat();
      state ??= this.state(now, spans);
      for (let next = day; next++ < last;) moments.push(this.start(next));
      for (const moment of moments.filter((moment) => begin < moment && moment <= end).sort((a, b) => a - b)) {
        const after = this.state(moment, spans);
        if (after !== state) return [state, moment, after];
      }
      if (length === 400 && !this.edges.some((edge) => day < edge && edge <= last)) {
        // A year, with all its clock changes: nothing changes before the next edge.
        const edge = this.edges.find((edge) => edge > last);
        if (edge === undefined) return [state];
        last = Math.max(last, edge - 3);
      }
      day = last;
    }
  }

  // Why a day is unknown: the nearest known days before and after it.
  because(day) {
    const first = Math.min(day, this.edges[0] ?? day) - 9, last = Math.max(day, this.edges.at(-1) ?? day) + 9;
    let before = day - 1, after = day + 1;
    for (; before >= first && !this.plan(before); before--);
    for (; after <= last && !this.plan(after); after++);
    if (this.layer(day) || (before >= first && after <= last)) return ["hours.gap", day];
    return before >= first ? ["hours.after", before] : after <= last ? ["hours.before", after] : ["hours.none"];
  }

  // The answer at a date, an instant in milliseconds, or a text in RFC 3339; now without one.
  status(at = Date.now()) {
    const now = +new Date(at), [state, until, after] = this.change(now);
    const [because, day] = state === "unknown" ? this.because(this.day(now)) : [];
    const opens = state === "closed" && after === "open" ? until : undefined;
    return { state, until, opens, because, sentence: this.sentence(now, state, until, opens, because, day) };
  }

  sentence(now, state, until, opens, because, day) {
    const today = this.day(now), words = (...parts) => parts.filter(Boolean).join(" ");
    const clock = (instant) => new Date(this.wall(instant)).toISOString().slice(11, 16);
    if (state === "unknown") {
      if (because === "hours.none") return "Hours unknown";
      if (because === "hours.gap") return day === today ? "Hours unknown today" : `Hours unknown on ${written(day, today)}`;
      return `Hours unknown: the feed has hours only ${because === "hours.after" ? "until" : "from"} ${written(day, today)}`;
    }
    if (state === "open") {
      if (until === undefined) return "Open around the clock";
      const left = Math.floor((until - now) / MINUTE), end = this.day(until), time = clock(until);
      if (until - now <= 30 * MINUTE) return left ? `Closes in ${left} min` : "Closes in less than a minute";
      if (time === "00:00") return words("Open until", name(end - 1, today), "midnight"); // midnight ends the day before
      return words("Open until", end === today + 1 && time <= "06:00" ? "" : name(end, today), time);
    }
    if (opens === undefined) {
      if (until === undefined) return "Closed, no opening scheduled";
      const last = this.day(until) - 1;
      return last === today ? "Closed for today, hours unknown after that" : `Closed, hours unknown after ${written(last, today)}`;
    }
    if (opens - now <= 30 * MINUTE) return `Opens in ${Math.ceil((opens - now) / MINUTE)} min`;
    const start = this.day(opens), time = clock(opens);
    if (time !== "00:00") return words("Opens", name(start, today), time);
    return start === today + 1 ? "Opens at midnight" : `Opens ${name(start, today)} from midnight`; // midnight begins its day
  }
}

// "Fri 27 Nov", with the year if it is another one.
function written(day, today) {
  const [[weekday, date, month, year], [, , , thisYear]] = [day, today].map((day) => new Date(day * DAY).toUTCString().split(" "));
  return `${weekday.slice(0, 3)} ${+date} ${month}${year === thisYear ? "" : ` ${year}`}`;
}

// A day from today on: "", "tomorrow", "Fri" or "Fri 27 Nov".
function name(day, today) {
  return day === today ? "" : day === today + 1 ? "tomorrow" : day < today + 7 ? written(day, today).slice(0, 3) : written(day, today);
}
