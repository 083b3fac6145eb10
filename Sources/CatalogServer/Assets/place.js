// Adds the parts of a place's page that need a script: the mark of the time and the map program of this system.

import { directionsTo } from "/* directions.js */";

const article = document.querySelector("article.place");
const { zones, places, isLive } = JSON.parse(document.querySelector("#data").textContent);

// MARK: - The time

/// The date and the minute on the clock of a zone.
function local(zone) {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
  });
  const part = Object.fromEntries(format.formatToParts(Date.now()).map(({ type, value }) => [type, value]));
  return { day: Date.UTC(part.year, part.month - 1, part.day) / 86400000, minute: Number(part.hour) * 60 + Number(part.minute) };
}

/// Moves the mark of the bar to the current time. When the day of the bar is over, the bar and the name of the day are hidden.
function moveMark() {
  const bar = document.querySelector(".day-bar");
  const mark = bar?.querySelector(".now");
  const zone = zones[places[article.dataset.id]?.zone];
  if (!mark || zone === undefined) return;
  const { day, minute } = local(zone);
  const since = (day - Date.parse(bar.dataset.date) / 86400000) * 1440 + minute;
  const end = Number(bar.dataset.end);
  mark.toggleAttribute("hidden", since < 0);
  for (const part of [bar, document.querySelector("article > .day-name")]) part?.toggleAttribute("hidden", since > end);
  for (const name of ["x1", "x2"]) mark.setAttribute(name, `${Math.min(100, Math.max(0, since / end * 100)).toFixed(2)}%`);
}

if (isLive) {
  moveMark();
  setInterval(moveMark, 15000);
  document.addEventListener("visibilitychange", moveMark);
}

// MARK: - Directions

const way = document.querySelector(".directions");
if (way) Object.assign(way, { href: directionsTo(way.dataset.position.split(","), article.querySelector("h1").textContent), rel: "noreferrer" });
