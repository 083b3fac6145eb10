// Adds to the page what needs a script: sentences that follow the clock, filters without reloading, favourites, the position, and use
// without a connection. Without it, the page is complete.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/// What this browser remembers; nothing if it must not store anything.
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
const loadedAt = Date.now();
let dataAt = loadedAt;

function readData() {
  const script = $("#data");
  return script ? JSON.parse(script.textContent) : null;
}

/// The moment that the page is about, in seconds: the real one, that of a recording which goes on, or a chosen one.
function now() {
  if (data.clock === "real") return Date.now() / 1000;
  return data.clock === "runs" ? data.now + (Date.now() - dataAt) / 1000 : data.now;
}

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

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const pad = (number) => String(number).padStart(2, "0");
const clock = (minute) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;

function dateText(day, today) {
  const date = new Date(day * 86400000);
  const text = `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  return date.getUTCFullYear() === today.year ? text : `${text} ${date.getUTCFullYear()}`;
}

function dayText(day, today) {
  const days = day - today.day;
  if (days === 0) return "";
  if (days === 1) return "tomorrow ";
  return days > 1 && days < 7 ? `${weekdays[new Date(day * 86400000).getUTCDay()]} ` : `${dateText(day, today)} `;
}

function timeText(seconds, zone, today, isEnd) {
  const { day, minute } = local(seconds, zone);
  const days = day - today.day;
  if (isEnd && days === 1 && minute <= 360) return minute === 0 ? "midnight" : clock(minute);
  if (isEnd && minute === 0 && days > 1) return `${dayText(day - 1, today)}24:00`;
  return dayText(day, today) + clock(minute);
}

/// Returns the state and the sentence of a place at a moment.
function status(place, moment) {
  const zone = data.zones[place.zone];
  let index = place.changes.length - 1;
  while (index > 0 && place.changes[index][0] > moment) index -= 1;
  const [, state, sentence] = place.changes[index];
  const next = place.changes[index + 1];
  // The last change only ends the one before it, unless it lasts forever.
  const isBeyond = moment > data.end || (!next && index > 0 && place.changes[index][0] >= data.end);
  if (isBeyond) return { state: "unknown", sentence: "Hours unknown: this page is too old" };
  if (state === "unknown" || zone === undefined) return { state: "unknown", sentence: sentence ?? "Hours unknown" };
  const today = local(moment, zone);
  if (state === "open") {
    if (!next) return { state, sentence: "Open around the clock" };
    const left = Math.ceil(next[0] - moment - (moment % 1 > 0 ? 1 : 0));
    if (left < 60) return { state, sentence: "Closes in less than a minute", isSoon: true };
    if (left <= 1800) return { state, sentence: `Closes in ${Math.floor(left / 60)} min`, isSoon: true };
    return { state, sentence: `Open until ${timeText(next[0], zone, today, true)}` };
  }
  if (next?.[1] === "open") {
    const left = next[0] - Math.floor(moment);
    if (left <= 1800) return { state, sentence: `Opens in ${Math.floor((left + 59) / 60)} min` };
    return { state, sentence: `Opens ${timeText(next[0], zone, today, false)}` };
  }
  if (!next) return { state, sentence: "Closed, no opening scheduled" };
  const last = local(next[0], zone).day - 1;
  return {
    state,
    sentence: last === today.day ? "Closed for today, hours unknown after that" : `Closed, hours unknown after ${dateText(last, today)}`,
  };
}

function update() {
  if (!data) return;
  const moment = now();
  for (const row of $$(".place[data-id]")) {
    const place = data.places[row.dataset.id];
    if (!place) continue;
    const { state, sentence, isSoon } = status(place, moment);
    const text = $(".sentence", row);
    if (text.textContent !== sentence) {
      text.textContent = sentence;
      $(".then", row)?.remove();
    }
    row.dataset.state = state;
    row.toggleAttribute("data-soon", Boolean(isSoon));
  }
  for (const count of $$("[data-count=open]")) {
    const root = count.closest(".group") ?? $("#results");
    const open = String($$(".place[data-state=open]", root).length);
    if (count.textContent !== open) count.textContent = open;
  }
}

// MARK: - Filters without reloading

const form = $("#filters");
let request = null;

function address() {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) parameters.append(name, value.trim());
  const query = parameters.toString();
  return query ? `/?${query}` : "/";
}

async function show(target, { keepsAddress = false } = {}) {
  request?.abort();
  const { signal } = request = new AbortController();
  try {
    const response = await fetch(target, { signal, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (signal.aborted || !$("#results", page)) return;
    const isOffline = response.headers.get("x-offline") === "1";
    const restore = rememberPlace();
    for (const selector of [".headline", "#results", "aside", ".moment"]) {
      const [old, fresh] = [$(selector), $(selector, page)];
      if (old && fresh) old.replaceWith(document.adoptNode(fresh));
    }
    // What can be chosen depends on the question.
    for (const selector of ["#building", "#sort"]) {
      const [old, fresh] = [$(selector), $(selector, page)];
      if (!old || !fresh || old === document.activeElement) continue;
      const chosen = fresh.value;
      old.replaceChildren(...fresh.children);
      old.value = chosen;
    }
    if (!keepsAddress) history.replaceState(null, "", target);
    document.title = page.title;
    paintForm();
    [data, dataAt] = [readData(), Date.now()];
    decorate();
    restore();
    if (isOffline) filterHere(new URL(target, location.href).searchParams);
    reportConnection(!isOffline);
    $("#announcement").textContent = $("#answer")?.textContent ?? $(".problem")?.textContent ?? "";
    drawMap();
  } catch (error) {
    if (error.name !== "AbortError") {
      filterHere(new URL(target, location.href).searchParams);
      reportConnection(false);
    }
  }
}

/// Remembers where the reader is; returns what brings the focus back to the same row, and unfolds the same alerts.
function rememberPlace() {
  const id = document.activeElement?.closest("#results .place")?.dataset.id;
  const selector = document.activeElement?.matches(".star") ? ".star" : ".name";
  const unfolded = new Set($$(".alert[open] > summary").map((summary) => summary.textContent));
  return () => {
    if (id) $(`#results .place[data-id="${CSS.escape(id)}"] ${selector}`)?.focus({ preventScroll: true });
    for (const summary of $$(".alert > summary")) if (unfolded.has(summary.textContent)) summary.parentElement.open = true;
  };
}

/// Filters the stored page, which has all places, as well as that is possible without the server.
function filterHere(parameters) {
  const words = (parameters.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of $$("#results .place")) {
    const text = ` ${row.textContent.toLowerCase()}`;
    const fits = words.every((word) => text.includes(word))
      && (!parameters.get("category") || row.dataset.category === parameters.get("category"))
      && (!parameters.get("campus") || row.dataset.id.startsWith(`${parameters.get("campus")}/`))
      && (!parameters.get("building") || text.includes(parameters.get("building").toLowerCase()))
      && (parameters.get("open") !== "now" || row.dataset.state === "open");
    row.hidden = !fits;
    shown += fits ? 1 : 0;
  }
  const answer = $("#answer");
  const open = $$("#results .place[data-state=open]").length;
  const places = shown === 1 ? "place" : "places";
  if (answer && parameters.get("open") === "now") answer.textContent = `${shown} ${places} open`;
  else if (answer) answer.textContent = [...parameters].length ? `${shown} ${places}` : `${open} of ${shown} ${places} open`;
  hideEmptyGroups();
}

function hideEmptyGroups() {
  for (const group of $$(".group")) group.hidden = !$(".place:not([hidden], .other)", group);
  document.documentElement.classList.toggle("favourites", favourites.isOnly);
  $("#no-favourites")?.remove();
  if (!favourites.isOnly || !$("#results") || $("#results .place:not([hidden], .other)")) return;
  $("#results").prepend(element("p", { id: "no-favourites", className: "note", textContent: "None of your favourites is here. A star adds one." }));
}

function useFilters() {
  if (!form) return;
  let timer = 0;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(address());
  });
  form.addEventListener("change", () => show(address()));
  $("#q").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => show(address()), 150);
  });
  // Filters apply at once: the button is only needed without a script.
  document.documentElement.classList.add("live");
  // Where there is room, all filters are shown.
  const wide = matchMedia("(min-width: 64rem)");
  const options = $(".options");
  const unfold = () => { options.open = wide.matches || options.open; };
  wide.addEventListener("change", unfold);
  unfold();
  useFavouritesFilter();
  useNearMe();
  $(".buttons", form).append($(".clear", form) ?? element("a", { className: "clear", href: "/", textContent: "Clear" }));
  form.append(element("p", { id: "announcement", className: "announcement", role: "status" }));
  paintForm();
}

/// Shows in the form whether there are filters to clear, and whether a position is one of them.
function paintForm() {
  if (!form) return;
  $(".clear", form).hidden = location.search === "";
  $("#near-me")?.setAttribute("aria-pressed", String($("#near").value !== ""));
}

// MARK: - Favourites

const favourites = {
  ids: new Set(memory.get("favourites", [])),
  isOnly: memory.get("favourites-only", false) === true,

  has(id) { return this.ids.has(id) || (data?.places[id]?.aliases ?? []).some((alias) => this.ids.has(alias)); },

  toggle(id) {
    const isFavourite = this.has(id);
    // A place that was renamed is stored by its new id.
    for (const alias of [id, ...data?.places[id]?.aliases ?? []]) this.ids.delete(alias);
    if (!isFavourite) this.ids.add(id);
    memory.set("favourites", [...this.ids]);
  },
};

function addStars() {
  for (const row of $$(".place[data-id]")) {
    const { id } = row.dataset;
    const name = $(".name, h1", row);
    const star = element("button", { type: "button", className: "star" }, element("span", { textContent: "★", ariaHidden: "true" }));
    star.setAttribute("aria-label", `Favourite: ${name.textContent}`);
    const paint = () => {
      star.setAttribute("aria-pressed", String(favourites.has(id)));
      row.classList.toggle("other", favourites.isOnly && !favourites.has(id) && row.tagName === "LI");
    };
    star.addEventListener("click", () => {
      favourites.toggle(id);
      paint();
      hideEmptyGroups();
    });
    paint();
    row.prepend(star);
  }
  hideEmptyGroups();
}

function useFavouritesFilter() {
  const button = element("button", { type: "button", id: "only-favourites", textContent: "★ Favourites" });
  const paint = () => button.setAttribute("aria-pressed", String(favourites.isOnly));
  button.addEventListener("click", () => {
    favourites.isOnly = !favourites.isOnly;
    memory.set("favourites-only", favourites.isOnly);
    for (const row of $$("li.place")) row.classList.toggle("other", favourites.isOnly && !favourites.has(row.dataset.id));
    hideEmptyGroups();
    paint();
  });
  paint();
  $(".buttons", form).append(button);
}

// MARK: - The position

function useNearMe() {
  if (!navigator.geolocation) return;
  const button = element("button", { type: "button", id: "near-me", textContent: "Near me" });
  button.addEventListener("click", () => {
    $("#announcement").classList.remove("shown");
    if ($("#near").value) {
      $("#near").value = "";
      show(address());
      return;
    }
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      button.disabled = false;
      // Four decimals are about ten metres: enough for an order, and no more is sent.
      $("#near").value = `${coords.latitude.toFixed(4)},${coords.longitude.toFixed(4)}`;
      show(address());
    }, ({ message }) => {
      button.disabled = false;
      $("#announcement").textContent = `Your position is not available. ${message}`;
      $("#announcement").classList.add("shown");
    }, { maximumAge: 60000, timeout: 15000 });
  });
  $(".buttons", form).append(button);
}

// MARK: - The connection

function reportConnection(isOnline) {
  const note = $("#offline");
  note.hidden = isOnline;
  if (isOnline) return;
  const moment = $(".moment")?.textContent.match(/as of .*/)?.[0] ?? "as of an earlier time";
  note.textContent = `Offline: ${moment}. What is open follows the clock.`;
}

async function checkConnection() {
  try {
    reportConnection((await fetch("/healthz", { cache: "no-store" })).ok);
  } catch {
    reportConnection(false);
  }
}

function useConnection() {
  addEventListener("online", checkConnection);
  addEventListener("offline", () => reportConnection(false));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
  checkConnection();
}

// MARK: - Quote or picture

/// Lets people see other quotes, or pictures of places, which are on other servers: they are only requested on a click.
function useFigure() {
  const figure = $("#quote");
  if (!figure) return;
  const { quotes, pictures } = JSON.parse($("#more").textContent);
  const kinds = {
    quote: { items: quotes, draw: drawQuote, next: "Another quote", other: "Show a picture", at: 0 },
    picture: { items: pictures, draw: drawPicture, next: "Another picture", other: "Show a quote", at: 0 },
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
      ...(isWeb ? [" · ", element("a", { href: source, rel: "noreferrer", textContent: "source" })] : [])),
  ];
}

function drawPicture({ picture, name, page }) {
  return [drawImage(picture, name), element("figcaption", {}, element("a", { href: page, textContent: name, dir: "auto" }))];
}

function drawImage(picture, name) {
  const image = element("img", { alt: name, referrerPolicy: "no-referrer", decoding: "async", src: picture });
  image.addEventListener("error", () => image.replaceWith(element("p", { className: "note", textContent: "The picture cannot be loaded." })));
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

// MARK: - The map

let map = null;

async function drawMap() {
  const section = $(".map");
  if (!section || !data) return;
  const rows = $$("#results .place").filter((row) => data.places[row.dataset.id]?.position);
  try {
    map ??= (await import(section.dataset.module)).openMap(section);
    (await map).draw(rows, data, $("#near")?.value);
  } catch {
    section.hidden = true;
  }
}

// MARK: - Start

/// Adds to rows what the server does not write.
function decorate() {
  addStars();
  update();
}

useFilters();
decorate();
useFigure();
usePicture();
useConnection();
if ($(".map")) {
  // The list comes first: the map is loaded when there is time for it.
  (window.requestIdleCallback ?? setTimeout)(drawMap);
}
setInterval(update, 10000);
setInterval(() => {
  if (form && data?.clock === "real" && document.visibilityState === "visible") show(location.pathname + location.search, { keepsAddress: true });
}, 300000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") update();
});
