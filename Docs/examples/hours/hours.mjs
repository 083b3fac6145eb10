// Whether a place is open, from the "hours" of a catalog: the state, when it ends, the next opening, and the same in words.
//
//     import { Hours } from "./hours.mjs";
//     new Hours(place.hours).status(Date.now()).sentence          // "Open until 22:00"
//
// For browsers and Node 18 or later. Instants are milliseconds, days are numbered since 1970. Sentences have the 24-hour clock.

const MINUTE = 60_000, DAY = 1440 * MINUTE;
const WEEK = ["mo", "tu", "we", "th", "fr", "sa", "su"];
const text = (day) => new Date(day * DAY).toISOString().slice(0, 10);

export class Hours {
  constructor({ zone, layers }) {
    this.layers = layers;
    this.format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
    });
    this.walls = new Map();
    // Between these days, all weeks are the same.
    const dates = layers.flatMap((layer) => [...Object.keys(layer.days ?? {}), layer.from, layer.to].filter(Boolean));
    this.edges = dates.map((date) => Date.parse(date) / DAY).sort((a, b) => a - b);
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
    if (!this.walls.has(instant)) {
      const part = Object.fromEntries(this.format.formatToParts(instant).map(({ type, value }) => [type, +value]));
      this.walls.set(instant, Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second));
    }
    return this.walls.get(instant);
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
    let start = this.instant(day, "00:00");
    while (this.day(start - MINUTE) === day) start -= MINUTE;
    return start;
  }

  // The services of some service days as [start, end]. One that a clock change leaves no time is dropped.
  spans(first, last) {
    const spans = [];
    for (let day = first; day <= last; day++) {
      for (const [opens, closes] of this.plan(day) ?? []) spans.push([this.instant(day, opens), this.instant(day, closes)]);
    }
    return spans.filter(([start, end]) => start < end);
  }

  state(instant, spans) {
    if (spans.some(([start, end]) => start <= instant && instant < end)) return "open";
    return this.plan(this.day(instant)) ? "closed" : "unknown";
  }

  // The state at an instant; when it ends, undefined if never; and the state that follows.
  change(now) {
    const today = this.day(now), edge = Math.max(today, this.edges.at(-1) ?? today);
    // First a few days, then so many that every later week is like the last one, with all clock changes of a year.
    for (const ahead of [3, 16, edge - today + 400]) {
      const spans = this.spans(today - 3, today + ahead + 3), state = this.state(now, spans), moments = spans.flat();
      for (let day = today + 1; day <= today + ahead; day++) moments.push(this.start(day));
      for (const moment of moments.filter((moment) => now < moment).sort((a, b) => a - b)) {
        if (this.day(moment) > today + ahead) break;
        const after = this.state(moment, spans);
        if (after !== state) return [state, moment, after];
      }
      if (ahead === edge - today + 400) return [state];
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

  status(now) {
    const [state, until, after] = this.change(now);
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
      if (left < 30 || until - now === 30 * MINUTE) return left ? `Closes in ${left} min` : "Closes in less than a minute";
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

const format = (day, options) => new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(day * DAY);

function written(day, today) {
  const [year, thisYear] = [day, today].map((day) => new Date(day * DAY).getUTCFullYear());
  const parts = [{ weekday: "short" }, { day: "numeric" }, { month: "short" }].map((options) => format(day, options));
  return [...parts, ...(year === thisYear ? [] : [year])].join(" ");
}

// A day from today on: "", "tomorrow", "Fri" or "Fri 27 Nov".
function name(day, today) {
  return day === today ? "" : day === today + 1 ? "tomorrow" : day < today + 7 ? format(day, { weekday: "short" }) : written(day, today);
}
