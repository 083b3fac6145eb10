// Adds the parts of the page that need a script: sentences that follow the clock, filters without reloading, favorites, the position, and use
// without a connection. Without it, the page is complete.

/// The path below which the site is; empty for the root of its host.
const base = new URL("..", import.meta.url).pathname.slice(0, -1);

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/// The words of the page in its language, by key.
const WORDS = window.words;

/// Returns a text of the table, with values for the names in braces. With a count, it has a form for one and for others.
function phrase(key, values = {}) {
  const plural = values.count === 0 ? WORDS["form-of-zero"] : values.count === 1 ? "one" : "other";
  const form = "count" in values ? `${key}.${plural}` : key;
  return (WORDS[form] ?? form).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/// The memory of this browser; nothing if it must not store anything.
const memory = {
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // The choice lasts as long as the page.
    }
  },
};

// MARK: - The clock

let data = readData();
/// When the page was made by the server. A stored page may be old.
let dataAt = data?.isLive ? Math.min(Date.now(), data.now * 1000) : Date.now();

function readData() {
  const script = $("#data");
  if (!script) return null;
  const data = JSON.parse(script.textContent);
  for (const [id, place] of Object.entries(data.places)) place.style = data.styles[id.split("/")[0]] ?? { clock: "24", units: "km" };
  return data;
}

/// The moment that the page is about, in seconds: now, or the one that was chosen or recorded.
const now = () => (data.isLive ? Date.now() / 1000 : data.now);

/// Whether the page no longer knows the open places.
const isTooOld = () => data.isLive && now() > data.end;

// MARK: - Sentences, as the server writes them

const formats = new Map();

/// The date (days since 1970, weekday, day, month, year) and minute on the clock of a zone.
function local(seconds, zone) {
  if (!formats.has(zone)) {
    formats.set(zone, new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, hourCycle: "h23", weekday: "short", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
    }));
  }
  const part = Object.fromEntries(formats.get(zone).formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const day = Date.UTC(part.year, part.month - 1, part.day) / 86400000;
  return { day, year: Number(part.year), minute: Number(part.hour) * 60 + Number(part.minute) };
}

const weekdays = WORDS["weekdays"].split(" ");
const months = WORDS["months"].split(" ");
const pad = (number) => String(number).padStart(2, "0");

/// A time of day in digits: "18:00" or "6 PM".
function digits(minute, style) {
  const hour = Math.floor(minute / 60);
  if (style.clock === "24") return `${pad(hour)}:${pad(minute % 60)}`;
  return `${(hour + 11) % 12 + 1}${minute % 60 ? `:${pad(minute % 60)}` : ""} ${WORDS[hour < 12 ? "am" : "pm"]}`;
}

const clock = (minute, style) => minute === 720 && style.clock === "12" ? WORDS["noon"] : digits(minute, style);
/// A day before more words. A date with commas has another after it.
const beforeMore = (day) => (day.includes(",") ? `${day},` : day);
const joined = (day, time) => day ? phrase("time-after-day", { day: beforeMore(day), time }) : time;

/// The instant of a date and a minute on the clock of a zone, in seconds.
function instant(day, minute, zone) {
  let moment = day * 86400 + minute * 60;
  // The second time for the hour that an offset may have changed by in between.
  for (let pass = 0; pass < 2; pass += 1) {
    const found = local(moment, zone);
    moment += ((day - found.day) * 1440 + minute - found.minute) * 60;
  }
  return moment;
}

function dateText(day, today) {
  const date = new Date(day * 86400000);
  const [weekday, number, month, year] = [weekdays[date.getUTCDay()], date.getUTCDate(), months[date.getUTCMonth()], date.getUTCFullYear()];
  const [inYear, ofWeek, ofMonth] = today.style.isMonthFirst
    ? ["month-day-year", "weekday-month-day", "month-day"] : ["day-year", "weekday-day", "day-month"];
  const text = phrase(ofWeek, { weekday, day: phrase(ofMonth, { day: number === 1 ? WORDS["first-of-month"] : number, month }) });
  return year === today.year ? text : phrase(inYear, { day: text, year });
}

function dayText(day, today) {
  const days = day - today.day;
  const weekday = weekdays[new Date(day * 86400000).getUTCDay()];
  if (days === 0) return today.isChosen ? weekday : "";
  if (today.isChosen) return dateText(day, today);
  if (days === 1) return WORDS["next-day"];
  return days > 1 && days < 7 ? weekday : dateText(day, today);
}

/// A sentence about when a place closes. A midnight ends its day.
function closingSentence(seconds, zone, today) {
  const { day, minute } = local(seconds, zone);
  if (minute === 0) {
    const name = beforeMore(dayText(day - 1, today));
    return name ? phrase("open-until-day-midnight", { day: name }) : WORDS["open-until-midnight"];
  }
  const isNight = day - today.day === 1 && minute <= 360;
  const night = today.isChosen ? weekdays[new Date(day * 86400000).getUTCDay()] : "";
  const [name, time] = [beforeMore(isNight ? night : dayText(day, today)), clock(minute, today.style)];
  return name ? phrase("open-until-day", { day: name, time }) : phrase("open-until", { time });
}

/// A sentence about an opening. A midnight begins its day.
function openingSentence(seconds, zone, today) {
  const { day, minute } = local(seconds, zone);
  if (minute === 0 && !today.isChosen && day - today.day === 1) return WORDS["opens-at-midnight"];
  const [name, time] = [beforeMore(dayText(day, today)), minute === 0 ? WORDS["midnight"] : clock(minute, today.style)];
  if (!name) return phrase("opens", { time });
  return minute === 0 ? phrase("opens-day-midnight", { day: name }) : phrase("opens-day", { day: name, time });
}

function distanceText(meters, { units }) {
  if (units === "km" && meters < 999.5) return `${Math.round(meters)} m`;
  if (units === "mi" && meters < 0.095 * 1609.344) return `${Math.round(meters / 3.048) * 10} ft`;
  const distance = meters / (units === "km" ? 1000 : 1609.344);
  const tenths = Math.round(distance * 10);
  return `${tenths < 100 ? (tenths / 10).toFixed(1).replace(".", WORDS["decimal-point"]) : Math.round(distance)} ${units}`;
}

/// Returns the state and the sentence of a place at a moment. If it was chosen, each time has its weekday, and other days are dates.
function status(place, moment, isChosen) {
  const zone = data.zones[place.zone];
  let index = place.changes.length - 1;
  while (index > 0 && place.changes[index][0] > moment) index -= 1;
  const [, state, sentence] = place.changes[index];
  const next = place.changes[index + 1];
  // The last change only ends the one before it, unless it lasts forever.
  const isBeyond = moment > data.end || (!next && index > 0 && place.changes[index][0] >= data.end);
  if (isBeyond) return { state: "unknown", sentence: WORDS["hours-unknown-old"] };
  if (zone === undefined) return { state: "unknown", sentence: sentence ?? WORDS["hours-unknown"] };
  const today = { ...local(moment, zone), isChosen, style: place.style };
  if (state === "unknown") {
    const isToday = isChosen && sentence === WORDS["hours-unknown-today"];
    return { state, sentence: isToday ? phrase("hours-unknown-on", { date: dateText(today.day, today) }) : sentence ?? WORDS["hours-unknown"] };
  }
  if (state === "open") {
    if (!next) return { state, sentence: WORDS["open-always"] };
    const left = Math.ceil(next[0] - moment - (moment % 1 > 0 ? 1 : 0));
    if (left < 60) return { state, sentence: WORDS["closes-soon"], isSoon: true };
    if (left <= 1800) return { state, sentence: phrase("closes-in", { minutes: Math.floor(left / 60) }), isSoon: true };
    return { state, sentence: closingSentence(next[0], zone, today) };
  }
  if (next?.[1] === "open") {
    const left = next[0] - Math.floor(moment);
    if (left <= 1800) return { state, sentence: phrase("opens-in", { minutes: Math.floor((left + 59) / 60) }) };
    return { state, sentence: openingSentence(next[0], zone, today) };
  }
  if (!next) return { state, sentence: WORDS["closed-for-good"] };
  const last = local(next[0], zone).day - 1;
  return {
    state,
    sentence: last === today.day && !isChosen ? WORDS["closed-today"] : phrase("closed-after", { date: dateText(last, today) }),
  };
}

/// Brings the page up to date with the clock and with the choices in this browser.
function update() {
  if (data) {
    writeSentences();
    markToday();
    arrange();
  }
  drawChangedMap();
}

function writeSentences() {
  // Otherwise, the server's stay right.
  if (!data.isLive && !ownFilter) return;
  for (const row of $$(".place[data-id]")) {
    const place = data.places[row.dataset.id];
    if (!place) continue;
    const chosen = ownFilter?.moment(place) ?? null;
    const { state, sentence, isSoon } = status(place, chosen ?? now(), chosen !== null);
    row.dataset.before ??= row.dataset.state;
    const text = $(".sentence", row);
    if (text.textContent !== sentence) {
      text.textContent = sentence;
      $(".then", row)?.remove();
    }
    row.dataset.state = state;
    row.toggleAttribute("data-soon", Boolean(isSoon));
  }
}

/// Marks the row of today in the week of a place.
function markToday() {
  const place = data.places[$("article.place")?.dataset.id];
  const zone = data.zones[place?.zone];
  if (!data.isLive || zone === undefined) return;
  const today = local(now(), zone).day;
  for (const time of $$(".week:not(.later) th time, .menu-day h3 time")) {
    const date = new Date(time.dateTime);
    const isToday = date.getTime() === today * 86400000;
    const row = time.closest("tr, .menu-day");
    row.classList.toggle("today", isToday);
    const isTomorrow = date.getTime() === (today + 1) * 86400000;
    write($(".day", row), isToday ? phrase("today") : isTomorrow ? phrase("tomorrow") : weekdays[date.getUTCDay()]);
  }
}

const rows = () => $$("#results .place");
const isShown = (row) => !row.hidden;
const isOpen = (row) => row.dataset.state === "open";

/// Hides places that do not match the filters, or no longer match the state.
function hideRows() {
  for (const row of rows()) {
    const isFavorite = !favorites.isOnly || favorites.has(row.dataset.id);
    row.hidden = !isFavorite || !(ownFilter?.accepts(row) ?? true) || (data.state && row.dataset.state !== data.state);
  }
}

/// Hides places that do not belong to the list, puts the others where they belong, and counts them.
function arrange() {
  hideRows();
  if (rows().some(isMisplaced)) sortRows();
  showParts();
  $("#no-favorites")?.remove();
  if (favorites.isOnly && $("#results") && !rows().some(isShown)) {
    $("#results").prepend(element("p", { id: "no-favorites", className: "note", textContent: phrase("no-favorites-help") }));
  }
  writeAnswer();
}

/// Whether a place has another state than the part of the list that it is in.
function isMisplaced(row) {
  const part = row.closest("[data-part]")?.dataset.part;
  return part !== undefined
    && ((part === "open") !== isOpen(row) || (row.closest(".group").dataset.group === "unknown") !== (row.dataset.state === "unknown"));
}

/// The next change of a place: its time and the state that begins; undefined if there is none.
function nextChange({ dataset: { id } }) {
  const place = data.places[id];
  const moment = ownFilter?.moment(place) ?? now();
  return place?.changes.find(([at]) => at > moment);
}

/// When a closed place opens; null for others, and if this is unknown.
function openingTime(row) {
  const [at, state] = nextChange(row) ?? [];
  return row.dataset.state === "closed" && state === "open" ? at : null;
}

/// How many places open next. The server has the same.
const mostNext = 8;

/// Sorts the places as the server does: open ones, the latest to close first; then the next to open; then the rest. Near a position, the nearest
/// comes first.
function sortRows() {
  const restore = rememberPlace();
  const near = OwnFilter.position(new URLSearchParams(location.search).get("near"));
  const order = ["open", "closed", "unknown"];
  const sorted = rows().map((row) => {
    const { state } = row.dataset;
    const next = nextChange(row);
    const opens = openingTime(row);
    const time = state === "open" ? -(next?.[0] ?? Infinity) : opens ?? Infinity;
    const meters = near ? distance(row, near) : NaN;
    // Places without a position come last.
    return { row, state, opens, weight: near ? (meters >= 0 ? meters : Infinity) : time, name: $(".name", row).textContent };
  }).toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)
    || (a.weight === b.weight ? 0 : a.weight < b.weight ? -1 : 1) || a.name.localeCompare(b.name));
  const opening = $("[data-part=next]") ? sorted.filter(({ row, opens }) => opens !== null && isShown(row)).toSorted((a, b) => a.opens - b.opens) : [];
  const first = new Set(opening.slice(0, mostNext).map(({ row }) => row));
  for (const { row, state } of sorted) {
    const isNext = first.has(row);
    const part = state === "open" ? "open" : isNext ? "next" : "rest";
    const group = state === "unknown" ? "unknown" : near ? "other" : row.dataset.group;
    $(`[data-part=${part}] [data-group=${group}] .places`).append(row);
  }
  restore();
}

/// Hides empty parts of the list, and counts the places that are folded.
function showParts() {
  for (const part of $$("[data-part], .group")) part.hidden = !$$(".place", part).some(isShown);
  const rest = $("[data-part=rest]");
  if (!rest) return;
  if (favorites.isOnly || $$("[data-part]:not([hidden])").every((part) => part === rest)) rest.open = true;
  // The server counts those of other pages of the list, too.
  if (!isWhole()) return;
  const shown = $$(".place", rest).filter(isShown);
  const [closed, unknown] = ["closed", "unknown"].map((state) => shown.filter(({ dataset }) => dataset.state === state).length);
  write($("h2", rest), [closed && phrase("closed", { count: closed }), unknown && phrase("unknown", { count: unknown })].filter(Boolean).join(" · "));
}

/// Whether the list has no other pages.
const isWhole = () => rows().length >= data.total || isOwnList();

/// Whether the places that are shown are chosen here, and not by the server, which counts all pages of its list, in all states.
const isOwnList = () => ownFilter !== null || favorites.isOnly;

/// How many more of some places are open than when the server wrote them.
const openedSince = (rows) => rows.filter(isOpen).length - rows.filter(({ dataset }) => (dataset.before ?? dataset.state) === "open").length;

function write(part, text) {
  if (part && part.textContent !== String(text)) part.textContent = text;
}

/// Writes the answer: how many places are open.
function writeAnswer() {
  const heading = $("#answer");
  const [answer] = heading?.children ?? [];
  if (!answer) return;
  const all = rows();
  const shown = all.filter(isShown);
  heading.toggleAttribute("data-own", isOwnList());
  const count = $("[data-count=open]", answer);
  if (isTooOld()) write(answer, phrase("unknown-open"));
  // About an empty list, the server knows more.
  else if (isWhole() && (all.length > 0 || isOwnList())) write(answer, ownAnswer(shown));
  else if (count) {
    count.dataset.server ??= count.textContent;
    write(count, Number(count.dataset.server) + openedSince(all));
  }
  writeNext(shown);
}

/// Writes which place opens next: the server's, or one of a list that is chosen here.
function writeNext(shown) {
  const next = $("#next-opening");
  if (!next) return;
  $("#own-next")?.remove();
  const isWanted = !isTooOld() && !shown.some(isOpen);
  next.hidden = isOwnList() || (data.isLive && !isWanted);
  if (isOwnList() && isWanted) {
    const [first] = shown.filter((row) => openingTime(row) !== null).toSorted((a, b) => openingTime(a) - openingTime(b));
    if (first) next.before(ownNext(first));
  }
  if (!data.isLive || isOwnList()) return;
  const sentence = $(`.place[data-id="${CSS.escape(next.dataset.id)}"] .sentence`)?.textContent;
  if (sentence) write($(".opens", next), sentence[0].toLowerCase() + sentence.slice(1));
}

function ownNext(row) {
  const sentence = $(".sentence", row).textContent;
  const values = { "{name}": element("bdi", { textContent: $(".name", row).textContent }), "{opens}": sentence[0].toLowerCase() + sentence.slice(1) };
  return element("span", { id: "own-next" }, ...WORDS["next"].split(/(\{\w+\})/).map((part) => values[part] ?? part));
}

/// Whether the list has only places that stay open for as long as was asked.
function stays() {
  const parameters = new URLSearchParams(location.search);
  return ownFilter ? ownFilter.stays : ["until", "for"].some((name) => parameters.get(name));
}

function ownAnswer(shown) {
  const state = data.state ?? ownFilter?.state;
  const [count, open] = [shown.length, shown.filter(isOpen).length];
  const nothing = stays() ? "nothing-stays" : state === "open" ? "nothing-open" : "no-matches";
  if (count === 0) return phrase(favorites.isOnly ? "no-favorites" : nothing);
  if (favorites.isOnly) return phrase("favorites-open", { count, open });
  if (stays()) return phrase("staying-open", { count });
  if (state === "open") return phrase("open-places", { count });
  if (state) return phrase(state === "closed" ? "closed-places" : "places", { count });
  return open === 0 && shown.some(({ dataset }) => dataset.state === "closed") ? phrase("nothing-open") : phrase("open-of", { count, open });
}

// MARK: - Filters without reloading

const form = $("#filters");
let request = null;

/// Fulfilled when nothing is pressed that an answer replaces: in between, it would swallow the click.
let released = Promise.resolve();
addEventListener("pointerdown", ({ target }) => {
  if (!target.closest("#results, .headline, aside")) return;
  released = new Promise((done) => {
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      done();
    };
    // A click comes after the release; on touch screens, a little later.
    for (const [name, delay] of [["click", 0], ["pointercancel", 0], ["contextmenu", 0], ["pointerup", 100]]) {
      addEventListener(name, () => setTimeout(end, delay), { signal: ends.signal });
    }
    setTimeout(end, 2000);
  });
});

function announceAnswer() {
  $("#announcement").classList.remove("shown");
  $("#announcement").textContent = $("#answer").innerText;
}

/// The parameters that choose how texts are written. They are no filters.
const STYLE = ["clock", "units", "lang"];

/// The address of the list without filters.
const listPath = form?.getAttribute("action");

const withQuery = (parameters) => (parameters.size ? `${listPath}?${parameters}` : listPath);

/// The choices in the form, as parameters of the address.
function parameters() {
  const found = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value.trim() && name !== "date" && name !== "time") found.append(name, value.trim());
  }
  return found;
}

/// The address for the choices in the form.
const address = () => withQuery(parameters());

/// Puts a time into parameters of the address; nothing for now. A list of open places is then about open places at that time.
function setTime(found, time) {
  const isOpenOnly = found.has("open");
  found.delete("open");
  found.delete("at");
  if (isOpenOnly) found.set("open", time || "now");
  else if (time) found.set("at", time);
  // During a night or a day, no place can be asked to stay open.
  if (isPeriod(time)) STAY.forEach((other) => found.delete(other));
}

/// The text that chooses the time in parameters of the address; empty for now.
const chosenTime = (found) => found.get("at") || (found.get("open") === "now" ? "" : found.get("open") ?? "");

/// Whether a text chooses a night or a day, without a time.
const isPeriod = (time) => /^(\d{4}-\d\d-\d\d|(?!now|noon|midnight)[a-z]+)$/i.test(time);

/// The fields that need a time of day.
const STAY = ["until", "for"];

/// Whether a chip is on. The server has the same rules.
function isChipOn({ name, value }, found) {
  if (name === "open") return found.has("open");
  if (name === "diet") return diets(found).includes(value);
  return name === "at" ? chosenTime(found) === value : found.getAll(name).join() === value;
}

/// The diets that dishes must suit, of which there may be several.
const diets = (found) => found.getAll("diet").join().split(",").filter(Boolean);

/// The address after a tap on a chip.
function chipAddress({ name, value }, found) {
  const changed = new URLSearchParams(found);
  if (name === "at") {
    setTime(changed, value);
  } else if (name === "open") {
    const time = chosenTime(found);
    const isOn = isChipOn({ name, value }, found);
    changed.delete("open");
    changed.delete("at");
    if (!isOn) changed.set("open", time || "now");
    else if (time) changed.set("at", time);
  } else if (name === "diet") {
    const chosen = isChipOn({ name, value }, found) ? diets(found).filter((diet) => diet !== value) : [...diets(found), value];
    if (chosen.length) changed.set(name, chosen.join());
    else changed.delete(name);
  } else if (isChipOn({ name, value }, found)) changed.delete(name);
  else changed.set(name, value);
  return withQuery(changed);
}

const currentAddress = () => location.pathname + location.search;

/// The address that was asked for last, which the browser already has when it goes back; null if there was no answer.
let wantedAddress = currentAddress();

/// Shows the filters of an address in the form. Those without a field are kept there, too.
function fillForm(found) {
  $$("input[type=hidden]", form).forEach((field) => field.remove());
  // Times other than those of a day have no field.
  const isClock = /^\d\d:\d\d$/.test(found.get("until") ?? "");
  for (const name of ["open", "at", "state", "near", "within", "campus", "diet", "without", ...STYLE, ...(isClock ? [] : ["until"])]) {
    for (const value of found.getAll(name).filter(Boolean)) form.append(element("input", { type: "hidden", name, value }));
  }
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden" || ["date", "time"].includes(field.name)) continue;
    const value = field.name === "until" && !isClock ? "" : found.getAll(field.name).filter(Boolean).join();
    // Someone may be writing there.
    if (field === document.activeElement && field.value.trim() === value) continue;
    if (field.options && ![...field.options].some((option) => option.value === value)) field.append(new Option(value, value));
    field.value = value;
  }
  paintForm();
}

/// Scrolls the row of chips to the first one that is on; the page stays where it is.
function revealChip() {
  const chip = form && $(".chip:is([aria-current], [aria-pressed=true])", form);
  if (!chip) return;
  const row = chip.parentElement;
  const [outer, inner] = [row, chip].map((part) => part.getBoundingClientRect());
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  // A part of the chip before it shows that there are more.
  row.scrollBy({ left: inner.left - outer.left - 32, behavior: "instant" });
}

/// Shows the answer to an address.
///
/// entry: the change of the browser's history: "push" adds the address to it, "replace" corrects its last entry, "keep" leaves it.
/// isQuiet: whether the answer is not announced.
async function show(target, { entry = "push", isQuiet = false } = {}) {
  wantedAddress = target;
  request?.abort();
  const { signal } = request = new AbortController();
  const endWait = isQuiet ? () => {} : wait();
  try {
    const response = await fetch(target, { signal, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    await released;
    if (signal.aborted) return;
    if (!$("#results", page)) throw new Error("This is not a page of this site.");
    endWait();
    const restore = rememberPlace();
    for (const selector of [".headline", "#results", "aside", ".moment"]) {
      const [old, fresh] = [$(selector), $(selector, page)];
      if (old && fresh) old.replaceWith(document.adoptNode(fresh));
    }
    if (entry !== "keep") history[entry === "push" && target !== currentAddress() ? "pushState" : "replaceState"](null, "", target);
    document.title = page.title;
    [data, dataAt] = [readData(), Date.now()];
    const isStored = response.headers.get("x-offline") === "1";
    // The choices depend on the question, which a stored page does not know.
    for (const selector of isStored ? [] : ["#building", "#tag"]) {
      const [old, fresh] = [$(selector), $(selector, page)];
      if (!old || !fresh || old === document.activeElement) continue;
      const chosen = fresh.value;
      old.replaceChildren(...fresh.children);
      old.value = chosen;
      old.closest(".field").hidden = fresh.closest(".field").hidden;
    }
    if (!isStored) {
      // There are chips for what the list serves.
      for (const chip of $$("a.chip[data-name=diet]", form)) chip.hidden = $(`a.chip[data-value=${chip.dataset.value}]`, page)?.hidden ?? true;
      // A search may choose the time, too.
      $(".when .value", form).textContent = $(".when .value", page).textContent;
      $(".when", form).toggleAttribute("data-on", $(".when", page).hasAttribute("data-on"));
    }
    for (const field of $$("#q, #date, #time, #until, #for, #price", form)) {
      const fresh = $(`#${field.id}`, page);
      if (["date", "time"].includes(field.id) && field !== document.activeElement) field.value = fresh?.value ?? "";
      for (const name of ["aria-invalid", "aria-describedby"]) {
        if (fresh?.hasAttribute(name)) field.setAttribute(name, fresh.getAttribute(name));
        else field.removeAttribute(name);
      }
    }
    paintForm();
    await useOwnFilter(signal);
    if (signal.aborted) return;
    decorate();
    restore();
    reportConnection(!isStored);
    // A problem announces itself.
    if (!isQuiet && !$(".problem")) announceAnswer();
  } catch (error) {
    if (error.name === "AbortError") return;
    wantedAddress = null;
    reportConnection(false);
    if (!isQuiet) offerRetry(target, entry);
  } finally {
    endWait();
    if (request?.signal === signal) request = null;
  }
}

/// Says that the list is loading, and after a moment shows it; returns a function that ends both.
function wait() {
  const results = $("#results");
  results.setAttribute("aria-busy", "true");
  $("#failure")?.remove();
  const timer = setTimeout(async () => {
    await released;
    if (results.ariaBusy) results.classList.add("waiting");
  }, 300);
  return () => {
    clearTimeout(timer);
    results.classList.remove("waiting");
    results.removeAttribute("aria-busy");
  };
}

/// Says that the list could not be loaded, with a button to try again.
function offerRetry(target, entry) {
  const retry = element("button", { type: "button", textContent: phrase("retry") });
  retry.addEventListener("click", () => show(target, { entry }));
  $("#failure")?.remove();
  $("#results").before(element("p", { id: "failure", className: "problem", role: "alert" }, `${phrase("load-failed")} `, retry));
}

/// Remembers the reader's position; returns a function that brings the focus back to the same row, and unfolds the same alerts.
function rememberPlace() {
  const id = document.activeElement?.closest("#results .place")?.dataset.id;
  const selector = document.activeElement?.matches(".star") ? ".star" : ".name";
  const unfolded = new Set($$(".alert[open] > summary").map((summary) => summary.textContent));
  return () => {
    if (id) $(`#results .place[data-id="${CSS.escape(id)}"] ${selector}`)?.focus({ preventScroll: true });
    for (const summary of $$(".alert > summary")) if (unfolded.has(summary.textContent)) summary.parentElement.open = true;
  };
}

// MARK: - Filters without the server

/// The filters of the address, if the page was made without them: without a connection, the stored page has all places.
let ownFilter = null;

async function useOwnFilter(signal) {
  const parameters = new URLSearchParams(location.search);
  const isWanted = [...OwnFilter.known, ...OwnFilter.serverOnly].some((name) => parameters.get(name));
  const filter = data && !data.isFiltered && form && isWanted ? await OwnFilter.of(parameters) : null;
  if (signal?.aborted) return;
  const hadOwnFilter = ownFilter !== null;
  ownFilter = filter;
  if (ownFilter?.near) showDistances();
  // The form of a stored page has no filters. It shows those that are applied.
  if (!ownFilter && !hadOwnFilter) return;
  for (const name of ownFilter?.ignored ?? []) parameters.delete(name);
  fillForm(parameters);
  $(".when .value", form).textContent = ownFilter?.choice ?? phrase("now");
  write($("#open-title"), phrase(ownFilter?.isThen ? "open-then" : "open-now"));
}

/// Returns the words of a text as the search sees them: without case, accents and apostrophes.
const wordsOf = (text) => text.normalize("NFKD").replace(/[\p{M}'\u2018\u2019\u02bc]/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const folded = (text) => wordsOf(text).join(" ");

class OwnFilter {
  static known = ["q", "campus", "category", "building", "tag", "open", "at", "until", "for", "state", "near", "within"];
  /// Those that only the server applies.
  static serverOnly = ["diet", "without", "price", "role", "sort"];

  static async of(parameters) {
    const filter = new OwnFilter();
    const all = (name) => parameters.getAll(name).flatMap((value) => value.split(",")).filter(Boolean);
    await filter.readSearch(parameters.get("q") ?? "");
    [filter.campuses, filter.categories] = [all("campus"), all("category")];
    filter.buildings = parameters.getAll("building").filter(Boolean).map(folded);
    filter.tags = all("tag").map(folded);
    for (const name of ["at", "open"]) {
      filter[name] = OwnFilter.time(parameters.get(name));
      filter.time = filter[name] ?? filter.time;
      // The page does not know the states before its moment, and after its end.
      const moments = filter[name] ? Object.values(data.places).map((place) => filter.moment(place) ?? data.now) : [];
      if (moments.some((moment) => moment < data.now || moment > data.end)) filter[name] = undefined;
    }
    filter.time = filter.open ?? filter.at ?? null;
    filter.until = OwnFilter.minute(parameters.get("until"));
    filter.for = OwnFilter.seconds(parameters.get("for"));
    filter.state = filter.open || filter.stays || filter.asksForOpen ? "open" : parameters.get("state") || null;
    filter.near = OwnFilter.position(parameters.get("near"));
    filter.within = OwnFilter.meters(parameters.get("within"));
    const unknown = ["open", "at", "until", "for", "near", "within"].filter((name) => filter[name] === undefined);
    filter.ignored = [...OwnFilter.serverOnly, ...unknown].filter((name) => parameters.get(name));
    if (!chosenTime(parameters)) filter.ignored.push(...filter.times);
    if (filter.terms.length || filter.buildings.length || filter.tags.length) await filter.readCatalog();
    return filter;
  }

  /// Reads the words of a search and what they also mean, as the server does: places with one of some categories, or with other words.
  async readSearch(text) {
    const words = wordsOf(text);
    const synonyms = words.length ? await OwnFilter.synonyms() : new Map();
    [this.terms, this.times] = [[], []];
    while (words.length) {
      const count = [3, 2, 1].find((length) => synonyms.has(words.slice(0, length).join(" "))) ?? 1;
      const term = words.splice(0, count);
      const isNegated = synonyms.get(this.terms.at(-1)?.words.join(" "))?.[0] === "not";
      const meaning = isNegated ? [] : synonyms.get(term.join(" ")) ?? [];
      if (meaning[0] === "when") this.times.push(term.join(" "));
      else if (meaning[0] === "open") this.asksForOpen = true;
      else {
        const categories = meaning.filter((part) => part.startsWith("@")).map((part) => part.slice(1));
        const [kind, diet] = meaning;
        if (kind === "not") this.terms.push({ words: term, categories, others: [] });
        else if (kind === "diet") this.terms.push({ words: term, categories, others: [], diet });
        else this.terms.push({ words: term, categories, others: meaning.filter((part) => !part.startsWith("@")) });
      }
    }
  }

  /// Reads the meanings of words and phrases.
  static async synonyms() {
    const synonyms = new Map();
    try {
      const text = await (await fetch(new URL("/* synonyms.txt */", import.meta.url))).text();
      for (const line of text.split("\n").filter((line) => line.includes(":") && !line.startsWith("#"))) {
        const [phrases, meaning] = line.split(":");
        for (const phrase of phrases.split(",")) synonyms.set(folded(phrase), meaning.trim().split(" "));
      }
    } catch {
      // Then words mean only themselves.
    }
    return synonyms;
  }

  /// Reads "now", "18:00", "tomorrow 08:00" or "2026-11-25 18:00"; null for no time, undefined for another one.
  static time(text) {
    if (!text) return null;
    if (text === "now") return { minute: null };
    const [, day, clock] = /^(?:(today|tomorrow|\d{4}-\d\d-\d\d) )?(\d\d:\d\d)$/.exec(text) ?? [];
    const minute = OwnFilter.minute(clock) ?? undefined;
    const date = /\d/.test(day) ? Date.parse(day) / 86400000 : day === "tomorrow" ? 1 : 0;
    return minute === undefined || Number.isNaN(date) ? undefined : { date, minute };
  }

  /// Reads "18:00"; null for no text, undefined for another one.
  static minute(text) {
    if (!text) return null;
    const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
    return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
  }

  /// Reads "90", "45m", "2h" or "1h30m"; null for no text, undefined for another one.
  static seconds(text) {
    if (!text) return null;
    const match = /^(?:(\d+)h)?(?:(\d+)m?)?$/.exec(text);
    return match ? (Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)) * 60 : undefined;
  }

  static position(text) {
    if (!text) return null;
    const numbers = text.split(",").map(Number);
    return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : undefined;
  }

  static meters(text) {
    if (!text) return null;
    const match = /^(\d+(?:\.\d+)?)(m|km|mi)$/.exec(text);
    return match ? Number(match[1]) * { m: 1, km: 1000, mi: 1609.344 }[match[2]] : undefined;
  }

  /// Reads the values that a row does not show from the stored catalog.
  async readCatalog() {
    this.facts = new Map();
    try {
      const { entries, campuses } = await (await fetch(`${base}/api/v1/catalog`)).json();
      const names = new Map(campuses.map(({ id, name }) => [id, name]));
      const menus = new Map();
      for (const menu of entries.filter(({ kind }) => kind === "menu")) menus.set(menu.place, [...(menus.get(menu.place) ?? []), menu]);
      for (const { id, aliases = [], kind, campus, name, location = {}, category, categoryLabel, tags = [], labels = [], description } of entries) {
        if (kind !== "place") continue;
        const { building, abbreviation, address } = location;
        const title = $(`#category option[value="${category}"]`)?.textContent;
        const texts = [name, building, abbreviation, address, category, title, categoryLabel, campus, names.get(campus), ...tags, ...labels].filter(Boolean);
        this.facts.set(id, {
          words: [...texts.flatMap(wordsOf), ...tags.map((tag) => wordsOf(tag).join(""))], described: wordsOf(description ?? ""),
          buildings: [building, abbreviation].filter(Boolean).map(folded), tags: tags.map(folded),
          menus: [id, ...aliases].flatMap((name) => menus.get(name) ?? []),
        });
      }
    } catch {
      // Then the text of the rows has to do.
    }
  }

  /// The moment that is asked about, on the clock of the place; null for now.
  moment(place) {
    const zone = data.zones[place.zone];
    if (!this.isThen || zone === undefined) return null;
    return instant(this.day(zone), this.time.minute, zone);
  }

  /// Whether the filter is about another time than now.
  get isThen() { return (this.time?.minute ?? null) !== null; }

  /// The day that is asked about. Small numbers are counted from today.
  day(zone) { return this.time.date < 2 ? local(now(), zone).day + this.time.date : this.time.date; }

  /// Whether the filter is about places that stay open.
  get stays() { return (this.until ?? this.for ?? null) !== null; }

  /// Whether a place that is open stays open for as long as is asked.
  isLongEnough(place) {
    const zone = data.zones[place?.zone];
    if (zone === undefined) return false;
    const moment = this.moment(place) ?? Math.floor(now() / 60) * 60;
    const end = place.changes.find(([at]) => at > moment)?.[0] ?? Infinity;
    if ((this.until ?? null) === null) return end >= moment + this.for;
    const { day, minute } = local(moment, zone);
    return end >= instant(this.until > minute ? day : day + 1, this.until, zone);
  }

  /// How times are written.
  get style() { return data.styles[listPath.split("/").at(-1)] ?? { clock: "24" }; }

  /// The time that is asked about, in a few words; empty for now.
  get timeText() {
    const [zone] = data.zones;
    if (!this.isThen || zone === undefined) return "";
    const today = { ...local(now(), zone), style: this.style };
    const day = this.day(zone);
    return joined(day === today.day ? "" : dateText(day, today), clock(this.time.minute, this.style));
  }

  /// What is applied of the time and of how long places stay open, in a few words.
  get choice() {
    const isUntil = (this.until ?? null) !== null;
    const until = isUntil && (this.until % 1440 === 0
      ? WORDS["until-midnight"] : phrase("until-clock", { time: clock(this.until, this.style) }));
    const length = !isUntil && this.for && phrase("staying-for", { length: $("#for").selectedOptions[0].text });
    const text = [this.timeText, until, length].filter(Boolean).join(", ") || phrase("now");
    return text[0].toUpperCase() + text.slice(1);
  }

  accepts(row) {
    const { id, category, state } = row.dataset;
    if (this.campuses.length && !this.campuses.includes(id.split("/")[0])) return false;
    if (this.categories.length && !this.categories.includes(category)) return false;
    if (this.state && state !== this.state) return false;
    if (this.stays && !this.isLongEnough(data.places[id])) return false;
    if (this.near && !(distance(row, this.near) <= (this.within ?? nearby))) return false;
    const facts = this.facts?.get(id)
      ?? { words: wordsOf(row.textContent), described: [], buildings: $$("bdi", row).map((part) => folded(part.textContent)), tags: [] };
    if (this.buildings.length && !this.buildings.some((building) => facts.buildings.includes(building))) return false;
    if (this.tags.length && !this.tags.some((tag) => facts.tags.includes(tag))) return false;
    const has = (all, start) => all.some((word) => word.startsWith(start));
    if (this.terms.length && this.serves(facts, data.places[id])) return true;
    return this.terms.every(({ words, categories, others }) => categories.includes(category) || others.some((word) => has(facts.words, word))
      || words.every((word) => has(facts.words, word)) || words.every((word) => has(facts.described, word)));
  }

  /// Whether a place serves a dish on the day, or still from the night before, that has all words of the search in its name, or suits the
  /// diets that they mean. Only the stated ends of meals count.
  serves({ menus = [] }, place) {
    const zone = data.zones[place?.zone];
    if (zone === undefined) return false;
    const { day, minute } = local(this.moment(place) ?? now(), zone);
    const served = menus.filter(({ date, meal }) => {
      const past = day - Date.parse(date) / 86400000;
      const [hours, minutes] = (meal.to ?? "24:00").split(":").map(Number);
      return (past === 0 || past === 1) && 60 * hours + minutes > minute + 1440 * past;
    });
    return served.flatMap(({ sections }) => sections).flatMap(({ dishes }) => dishes).some(({ name, diets = [] }) => this.terms.every(({ words, diet }) => {
      if (diets.includes(diet) || (diet === "vegetarian" && diets.includes("vegan"))) return true;
      return words.every((start) => wordsOf(name).some((word) => word.startsWith(start)));
    }));
  }
}

/// How far away nearby places are, in meters.
const nearby = 5000;

/// The distance of a place in meters; NaN without a position.
function distance(row, near) {
  const position = data.places[row.dataset.id]?.position;
  if (!position) return NaN;
  const [[latitude, longitude], [otherLatitude, otherLongitude]] = [near, position].map((pair) => pair.map((degrees) => degrees * Math.PI / 180));
  const chord = Math.sin((otherLatitude - latitude) / 2) ** 2
    + Math.cos(latitude) * Math.cos(otherLatitude) * Math.sin((otherLongitude - longitude) / 2) ** 2;
  return 2 * 6371008.8 * Math.asin(Math.sqrt(chord));
}

/// Sorts the places by their distance, and writes it.
function showDistances() {
  for (const row of rows()) {
    const meters = distance(row, ownFilter.near);
    if (!(meters >= 0)) continue;
    const length = distanceText(meters, data.places[row.dataset.id].style);
    const walk = phrase("walk", { minutes: Math.max(1, Math.ceil((meters * 1.3) / 80)) });
    const where = $(".where", row) ?? row.appendChild(element("p", { className: "where" }));
    where.prepend(element("span", { className: "distance", textContent: `${walk}, ${length}` }), where.textContent ? " · " : "");
  }
  hideRows();
  sortRows();
}

// MARK: - The form

function useFilters() {
  if (!form) return;
  let timer = 0;
  const search = () => {
    clearTimeout(timer);
    if (address() === wantedAddress) return;
    // A search is one entry of the history, not one for each letter.
    const isLonger = new URLSearchParams(location.search).get("q") && $("#q").value.trim();
    show(address(), { entry: isLonger ? "replace" : "push" });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  // Going through a menu with the arrow keys is one entry of the history, too.
  let last = { field: null, at: 0, from: "" };
  form.addEventListener("change", ({ target, timeStamp: at }) => {
    if (target.id === "q") {
      search();
      return;
    }
    clearTimeout(timer);
    if (target.id === "until") $("input[type=hidden][name=until]", form)?.remove();
    if (["date", "time"].includes(target.id)) {
      const found = parameters();
      setTime(found, ["date", "time"].map((name) => $(`#${name}`).value).filter(Boolean).join(" "));
      fillForm(found);
    }
    const isSame = target === last.field && at - last.at < 2000;
    last = { field: target, at, from: isSame ? last.from : currentAddress() };
    paintForm();
    show(address(), { entry: isSame && currentAddress() !== last.from ? "replace" : "push" });
  });
  $("#q").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 150);
  });
  form.addEventListener("click", (event) => {
    const chip = event.target.closest("a.chip");
    if (!chip || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    clearTimeout(timer);
    const target = chipAddress(chip.dataset, parameters());
    fillForm(new URLSearchParams(target.slice(listPath.length)));
    closeMenu(chip);
    show(target);
  });
  form.addEventListener("keydown", ({ key, target }) => { if (key === "Escape") closeMenu(target); });
  addEventListener("popstate", () => {
    // A link to a part of the page changes nothing else.
    if (currentAddress() === wantedAddress) return;
    clearTimeout(timer);
    fillForm(new URLSearchParams(location.search));
    revealChip();
    show(currentAddress(), { entry: "keep" });
  });
  // Filters apply at once: the button is only needed without a script.
  document.documentElement.classList.add("live");
  useFavoritesFilter();
  useNearMe();
  $(".clear", form).addEventListener("click", () => memory.set("favorites-only", false));
  form.append(element("p", { id: "announcement", className: "announcement", role: "status" }));
  paintForm();
}

/// Closes the menu that an element is in, and brings the focus back to its button.
function closeMenu(part) {
  const menu = part.closest("details[open]");
  if (!menu) return;
  menu.open = false;
  $("summary", menu).focus();
}

/// Shows in the form which filters are on.
function paintForm() {
  if (!form) return;
  const found = parameters();
  for (const chip of $$("a.chip", form)) {
    if (isChipOn(chip.dataset, found)) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    chip.href = chipAddress(chip.dataset, found);
  }
  write($(".chip[data-name=open]", form), phrase(chosenTime(found) ? "open-then" : "open-now"));
  $(".clear", form).hidden = [...found.keys()].every((name) => STYLE.includes(name)) && !favorites.isOnly;
  $(".when", form).toggleAttribute("data-on", chosenTime(found) !== "" || found.has("until") || found.has("for"));
  const hasChip = $$(".chip[data-name=category]", form).some((chip) => chip.ariaCurrent);
  $(".more", form).toggleAttribute("data-on", ["building", "tag", "sort", "price", "role"].some((name) => found.has(name)) || (found.has("category") && !hasChip));
  $("#near-me").setAttribute("aria-pressed", String(found.has("near")));
  // One with a value can be cleared.
  for (const name of STAY) $(`#${name}`, form).disabled = isPeriod(chosenTime(found)) && !$(`#${name}`, form).value;
}

// MARK: - Favorites

const favorites = {
  ids: new Set(),
  isOnly: memory.get("favorites-only", false) === true,

  /// Reads the values that this page or another one has stored.
  read() {
    const stored = memory.get("favorites", [...this.ids]);
    if (Array.isArray(stored)) this.ids = new Set(stored);
  },

  has(id) { return this.ids.has(id) || (data?.places[id]?.aliases ?? []).some((alias) => this.ids.has(alias)); },

  toggle(id) {
    this.read();
    const isFavorite = this.has(id);
    // A place that was renamed is stored by its new id.
    for (const alias of [id, ...data?.places[id]?.aliases ?? []]) this.ids.delete(alias);
    if (!isFavorite) this.ids.add(id);
    memory.set("favorites", [...this.ids]);
  },
};

/// Shows where apps can subscribe to the hours and to the changes of the favorites.
function paintSubscription() {
  const part = $("#subscription");
  if (!part) return;
  part.hidden = !favorites.isOnly || favorites.ids.size === 0;
  // The server takes 500 ids.
  const ids = [...favorites.ids].toSorted().slice(0, 500).map(encodeURIComponent);
  for (const link of $$("a", part)) {
    const address = new URL(`${base}/api/v1/${link.dataset.path}?ids=${ids}`, location.href).href;
    link.href = link.dataset.scheme ? address.replace(/^https?/, link.dataset.scheme) : address;
  }
}

function addStars() {
  for (const row of $$(".place[data-id]")) {
    const { id } = row.dataset;
    const name = $(".name, h1", row);
    const star = element("button", { type: "button", className: "star" }, element("span", { textContent: "★", ariaHidden: "true" }));
    star.setAttribute("aria-label", phrase("favorite", { name: name.textContent }));
    star.addEventListener("click", () => {
      favorites.toggle(id);
      paintStars();
      if (row.hidden) leave(row);
    });
    if (name.matches("h1")) name.after(star);
    else row.append(star);
  }
}

/// Shows which places are favorites.
function paintStars() {
  paintSubscription();
  for (const star of $$(".star")) star.setAttribute("aria-pressed", String(favorites.has(star.closest(".place").dataset.id)));
  update();
}

/// Keeps up with the favorites of other pages of this site, and of this one when a browser shows it again as it was.
function followFavorites() {
  const refresh = () => {
    favorites.read();
    paintStars();
  };
  addEventListener("storage", refresh);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) refresh(); });
}

/// Brings the focus from a row that is no longer shown to the next one.
function leave(row) {
  const all = rows();
  const next = all.slice(all.indexOf(row)).find(isShown) ?? all.findLast(isShown);
  (next ? $(".star", next) : $("#only-favorites")).focus();
  announceAnswer();
}

function useFavoritesFilter() {
  const button = $("#only-favorites");
  const paint = () => button.setAttribute("aria-pressed", String(favorites.isOnly));
  button.addEventListener("click", () => {
    favorites.isOnly = !favorites.isOnly;
    memory.set("favorites-only", favorites.isOnly);
    paint();
    paintSubscription();
    // The button answers at once, even if hundreds of places follow.
    requestAnimationFrame(() => setTimeout(() => {
      paintForm();
      update();
      announceAnswer();
    }));
  });
  paint();
}

// MARK: - The position

/// Asks for the position. Four decimals are about ten meters: enough for an order, and no more is sent.
function askPosition(button, use) {
  const note = $("#announcement");
  if (button.ariaBusy) return;
  note.classList.remove("shown");
  // Without the focus, a disabled button would leave the reader nowhere.
  button.ariaBusy = "true";
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    button.ariaBusy = null;
    use([coords.latitude.toFixed(4), coords.longitude.toFixed(4)]);
  }, ({ code, PERMISSION_DENIED }) => {
    button.ariaBusy = null;
    note.textContent = `${phrase("no-position")} ${phrase(code === PERMISSION_DENIED ? "no-position-denied" : "no-position-help")}`;
    note.classList.add("shown");
  }, { maximumAge: 60000, timeout: 15000 });
}

function useNearMe() {
  const button = $("#near-me");
  button.disabled = !navigator.geolocation;
  button.addEventListener("click", () => {
    const found = parameters();
    const apply = () => {
      fillForm(found);
      show(address());
    };
    if (found.has("near")) {
      found.delete("near");
      found.delete("within");
      apply();
      return;
    }
    askPosition(button, (position) => {
      found.set("near", position.join());
      apply();
    });
  });
}

// MARK: - Sharing

/// Shares the answer of the page with the dialog of the system, or copies it.
function useSharing() {
  document.addEventListener("click", async ({ target }) => {
    if (!target.closest("button.share")) return;
    const note = $(".shared");
    const text = [$("h1").innerText, $("article.place > .state .sentence")?.textContent ?? $(".home").textContent].join(": ");
    const address = new URL(location);
    // The clock, the units and the language concern only the one who reads the page.
    for (const name of STYLE) address.searchParams.delete(name);
    const { href: url } = address;
    note.textContent = "";
    try {
      if (navigator.share) await navigator.share({ title: document.title, text, url });
      else {
        await navigator.clipboard.writeText(`${text}\n${url}`);
        note.textContent = phrase("copied");
      }
    } catch (error) {
      // Closing the dialog is no problem.
      if (error.name !== "AbortError") note.textContent = `${text} ${url}`;
    }
  });
}

// MARK: - The campus

/// Remembers the campus: the one that was chosen, or the first that was opened.
function useCampus() {
  const campus = listPath?.slice(base.length + 1);
  if (campus && campus !== "all" && memory.get("campus", null) === null) memory.set("campus", campus);
  const list = $("#campuses");
  if (!list) return;
  const links = $$("a", list);
  list.addEventListener("click", ({ target }) => {
    const link = target.closest("a");
    if (link) memory.set("campus", link.dataset.campus);
  });
  const note = $("#announcement");
  $("#find").addEventListener("input", ({ target }) => {
    const wanted = wordsOf(target.value);
    for (const link of links) {
      const names = wordsOf(`${$(".name", link).textContent} ${link.dataset.campus}`);
      link.parentElement.hidden = !wanted.every((word) => names.some((name) => name.startsWith(word)));
    }
    note.textContent = links.every((link) => link.parentElement.hidden) ? phrase("no-campus") : "";
  });
  const open = (link) => {
    memory.set("campus", link.dataset.campus);
    location.assign(link.href);
  };
  $(".find").addEventListener("submit", (event) => {
    event.preventDefault();
    const first = links.find((link) => !link.parentElement.hidden);
    if (first && $("#find").value.trim()) open(first);
  });
  const nearest = $("#nearest");
  nearest.disabled = !navigator.geolocation;
  nearest.addEventListener("click", () => askPosition(nearest, ([latitude, longitude]) => {
    const far = ({ dataset }) => {
      const [north, east] = dataset.position.split(",").map(Number);
      return Math.hypot(north - latitude, (east - longitude) * Math.cos(latitude * Math.PI / 180));
    };
    const [first] = links.filter(({ dataset }) => dataset.position).toSorted((a, b) => far(a) - far(b));
    if (first) open(first);
    else note.textContent = phrase("nearest-unknown");
  }));
}

// MARK: - The clock and the units

/// Remembers the clock, the units and the language that are chosen at the end of the page (display.js). Those of the campus are no choice.
function useStyle() {
  $(".display")?.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    const { style: name, value } = link.dataset;
    memory.set("display", { ...memory.get("display", {}), [name]: value || undefined });
    // The list may have other filters by now.
    const address = new URL(location);
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
    link.href = address;
  });
}

// MARK: - The connection

/// The words for filters.
const FIELDS = { open: "time", at: "time", until: "still-open-at", for: "open-for", sort: "order", near: "near-me", within: "distance", diet: "diets", without: "allergens", price: "price-at-most", role: "prices-for" };

/// Shows the moment of the page without a connection, and the filters it cannot apply.
function reportConnection(isOnline) {
  const note = $("#offline");
  if (!note) return;
  note.hidden = isOnline;
  if (isOnline) return;
  const stored = Object.keys(data?.places ?? {}).length;
  const texts = [phrase("offline", { time: $(".clocks")?.textContent ?? phrase("offline-earlier") })];
  if (data?.isLive) texts.push(phrase(isTooOld() ? "offline-old" : "offline-clock"));
  if (ownFilter?.isThen) texts.push(phrase("offline-then", { time: ownFilter.timeText }));
  if (ownFilter?.terms.length && !rows().some(isShown)) texts.push(phrase("offline-search"));
  if (data && form && data.total > stored) texts.push(phrase("offline-part", { stored, total: data.total }));
  if (data?.isLive && !form && new URLSearchParams(location.search).get("at")) texts.push(phrase("not-applied", { names: phrase("time") }));
  if (ownFilter?.ignored.length) {
    const names = ownFilter.ignored.map((name) => (FIELDS[name] ? phrase(FIELDS[name]) : name));
    texts.push(phrase("not-applied", { names: [...new Set(names)].join(", ") }));
  }
  write(note, texts.join(" "));
}

/// Asks the server; when it is there again, the page is made by it again.
async function checkConnection() {
  try {
    const isOnline = (await fetch(`${base}/healthz`, { cache: "no-store" })).ok;
    if (isOnline && form && !request && (ownFilter || !$("#offline")?.hidden || isOld())) return await reload();
    reportConnection(isOnline);
  } catch {
    reportConnection(false);
  }
}

/// A reload because of the time is not worth an interruption.
const reload = () => show(currentAddress(), { entry: "keep", isQuiet: true });

function useConnection() {
  addEventListener("online", checkConnection);
  addEventListener("offline", () => reportConnection(false));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(`${base}/sw.js`).catch(() => {});
  checkConnection();
}

// MARK: - Quote or picture

/// Lets people see other quotes, or pictures of places, which are on other servers: they are only requested on a click.
function useFigure() {
  const figure = $("#quote");
  if (!figure) return;
  const { quotes, pictures } = JSON.parse($("#more").textContent);
  const kinds = {
    quote: { items: quotes, draw: drawQuote, next: phrase("another-quote"), other: phrase("show-picture"), at: 0 },
    picture: { items: pictures, draw: drawPicture, next: phrase("another-picture"), other: phrase("show-quote"), at: 0 },
  };
  let kind = kinds.quote;
  const next = element("button", { type: "button", id: "next" });
  const other = element("button", { type: "button", id: "switch" });
  const content = element("div");
  content.append(...figure.children);
  const buttons = element("p", { className: "buttons" }, next, other);
  const paint = () => {
    [next.textContent, other.textContent] = [kind.next, kind.other];
    next.hidden = kind.items.length < 2;
    other.hidden = pictures.length === 0;
  };
  const change = () => {
    content.replaceChildren(...kind.draw(kind.items[kind.at]));
    paint();
  };
  next.addEventListener("click", () => {
    kind.at = (kind.at + 1) % kind.items.length;
    change();
  });
  other.addEventListener("click", () => {
    kind = kind === kinds.quote ? kinds.picture : kinds.quote;
    change();
  });
  paint();
  content.setAttribute("aria-live", "polite");
  figure.append(content, buttons);
}

function drawQuote({ text, author, source }) {
  const isWeb = /^https?:/i.test(source ?? "");
  return [
    element("blockquote", { dir: "auto" }, element("p", { textContent: text })),
    element("figcaption", {}, element("bdi", { textContent: author }),
      ...(isWeb ? [" · ", element("a", { href: source, rel: "noreferrer", textContent: phrase("source") })] : [])),
  ];
}

function drawPicture({ picture, name, page }) {
  return [drawImage(picture, name), element("figcaption", {}, element("a", { href: page, textContent: name, dir: "auto" }))];
}

function drawImage(picture, name) {
  const image = element("img", { alt: name, referrerPolicy: "no-referrer", decoding: "async", src: picture });
  image.addEventListener("error", () => image.replaceWith(element("p", { className: "note", textContent: phrase("picture-failed") })));
  return image;
}

/// Shows the picture of a place where its link was.
function usePicture() {
  const link = $(".picture a");
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    const box = element("div", { tabIndex: -1, className: "picture" }, drawImage(link.href, link.dataset.name));
    link.parentElement.replaceWith(box);
    box.focus();
  });
}

// MARK: - Prices

/// Shows the prices for those whom this browser remembers; all prices of dishes that have none for them.
function usePrices() {
  const choice = $("#role");
  if (!choice) return;
  const paint = () => {
    for (const prices of $$(".dish .prices")) {
      const own = [...prices.children].filter(({ dataset }) => dataset.role === choice.value);
      for (const price of prices.children) price.hidden = own.length > 0 && "role" in price.dataset && !own.includes(price);
    }
  };
  const role = memory.get("role", "");
  if ([...choice.options].some(({ value }) => value === role)) choice.value = role;
  choice.addEventListener("change", () => {
    memory.set("role", choice.value);
    paint();
  });
  paint();
}

// MARK: - The map

let map = null;
/// Whether it is time for the map: the list comes first.
let isMapTime = false;
let drawn = "";

/// Whether there is room for the map, or it was chosen instead of the list.
const isMapShown = () => matchMedia("(min-width: 64rem)").matches || $("main").dataset.view === "map";

/// Draws the places that are shown.
async function drawMap() {
  const section = $(".map");
  if (!section || !isMapShown()) return;
  isMapTime = true;
  drawn = drawing();
  const placed = () => rows().filter((row) => isShown(row) && data?.places[row.dataset.id]?.position);
  section.hidden = placed().length === 0;
  if (section.hidden) return;
  map ??= import(section.dataset.module).then(({ openMap }) => openMap(section));
  const opened = await map.catch(() => null);
  if (!opened) section.hidden = true;
  // While the library was loading, the list may have changed.
  else if (drawn === drawing()) opened.draw(placed(), data, nearText());
}

/// The content of the map: the places and their sentences, and the position.
const nearText = () => new URLSearchParams(location.search).get("near") ?? "";

const drawing = () => [nearText(), ...rows().filter(isShown).map((row) => row.dataset.id + $(".sentence", row).textContent)].join();

function drawChangedMap() {
  if (isMapTime && drawn !== drawing()) drawMap();
}

// MARK: - Start

/// Adds the parts of rows that the server does not write.
function decorate() {
  addStars();
  paintStars();
}

/// Keeps up with the clock. A page about now is made again after a few minutes, for changes in the feeds.
function follow() {
  if (document.visibilityState !== "visible") return;
  update();
  // The latest choice comes first.
  if (form && isOld() && !request) reload();
}

const slot = (milliseconds) => Math.floor(milliseconds / 300000);
const isOld = () => data?.isLive && slot(dataAt) !== slot(Date.now());

favorites.read();
followFavorites();
useCampus();
useStyle();
useFilters();
await useOwnFilter();
revealChip();
decorate();
useFigure();
usePicture();
usePrices();
useConnection();
useSharing();
if ($(".map")) {
  // The map is loaded when there is time for it.
  (window.requestIdleCallback ?? setTimeout)(drawMap);
  $("main").addEventListener("view", drawMap);
  matchMedia("(min-width: 64rem)").addEventListener("change", drawMap);
}
setInterval(follow, 10000);
document.addEventListener("visibilitychange", follow);
