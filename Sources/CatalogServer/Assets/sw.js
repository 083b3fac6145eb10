// Keeps one version of the catalog (the lists of campuses, the places and weeks that were opened, and the data), and answers with it when the server cannot be reached.
// Files have their hash in the name, or rarely change; they are kept apart, whatever the version.

const FILES = [/* files */];
// The moment for which the server answers, in seconds since 1970, if it is fixed.
const MOMENT = /* moment */;
// The words by language; those of the page that was asked for last.
const LANGUAGES = /* words */;
let WORDS = LANGUAGES.en;
// The clock that the site chose for all campuses, "12" or "24"; empty for that of each campus's country.
const CLOCK = "/* clock */";
// The path below which the site is; empty for the root of its host.
const BASE = "/* base */";
const OTHERS = "campus-files";
const VERSIONS = `campus-places${BASE}-`;
// How long a stored document waits for the one of the server, in milliseconds.
const PATIENCE = 4000;
// How much older than a page the stored catalog may be before it is renewed, in milliseconds: what it says about now becomes old.
const RENEWAL = 3600000;
// The choice of a campus, and the lists of campuses.
const LIST = new RegExp(`^${BASE}/(?!healthz$|metrics$|readyz$|week$)[a-z0-9-]*$`);
// The week of all campuses, and of one.
const WEEK = new RegExp(`^${BASE}/([a-z0-9-]+/)?week$`);
const CATALOG = `${BASE}/api/v1/catalog`;
// The parameters that choose the clock, the units and the language of a page. All others are filters.
const STYLE = ["clock", "units", "lang"];
// For how long a stored catalog says what is open, in milliseconds.
const LIFETIME = 7 * 86400000;

self.addEventListener("install", (event) => event.waitUntil(install().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(forgetOldFiles().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") WORDS = LANGUAGES[languageOf(search)];
  if (pathname.startsWith(`${BASE}/assets/`) || pathname.endsWith("/manifest.webmanifest")) event.respondWith(file(request, pathname));
  else if (LIST.test(pathname) || pathname === CATALOG || WEEK.test(pathname) || pathname.startsWith(`${BASE}/places/`)) {
    const fresh = fetch(request);
    event.waitUntil(fresh.then((response) => keep(pathname, search, response.clone())).catch(() => {}));
    event.respondWith(answer(request, pathname, search, fresh));
  } else if (request.mode === "navigate") event.respondWith(fetch(request).catch(notStored));
});

// MARK: - Files

async function install() {
  const cache = await caches.open(OTHERS);
  await cache.addAll([`${BASE}/manifest.webmanifest`, ...FILES].map((path) => new Request(path, { cache: "reload" })));
  await renew();
}

/// A stored file with its hash in the name is right. Others, such as those of the map, are asked for first.
async function file(request, path) {
  const cache = await caches.open(OTHERS);
  const kept = await cache.match(path, { ignoreVary: true });
  if (kept && FILES.includes(path)) return kept;
  const fresh = fetch(request).then(async (response) => {
    if (response.status === 200) await cache.put(path, response.clone()).catch(() => {});
    return response;
  });
  return kept ? Promise.race([fresh, later()]).catch(() => kept) : fresh;
}

async function forgetOldFiles() {
  const cache = await caches.open(OTHERS);
  const requests = await cache.keys();
  const old = requests.map(({ url }) => new URL(url).pathname)
    .filter((path) => path.startsWith(`${BASE}/assets/`) && !path.startsWith(`${BASE}/assets/leaflet/`) && !FILES.includes(path));
  await Promise.all(old.map((path) => cache.delete(path)));
}

const later = () => new Promise((_, giveUp) => setTimeout(giveUp, PATIENCE));

// MARK: - Versions

/// The names of the caches of versions, the oldest first. There are two only while a new one is stored.
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(VERSIONS));

const isData = (path) => path === CATALOG;

/// Whether a response is a document of the type that is stored under its path.
function isDocument(path, { status, headers }) {
  return status === 200 && headers.has("catalog-version")
    && (headers.get("content-type") ?? "").startsWith(isData(path) ? "application/json" : "text/html");
}

/// The part of a query that chooses the style of a page, in one form for each choice: "?clock=24&units=km"; empty if it chooses none.
function styleQuery(search) {
  const all = new URLSearchParams(search);
  const style = new URLSearchParams(STYLE.filter((name) => all.get(name)).map((name) => [name, all.get(name)]));
  return style.size ? `?${style}` : "";
}

const hasFilters = (search) => [...new URLSearchParams(search).keys()].some((name) => !STYLE.includes(name));

/// Returns the stored document of a path, if possible in the style of a query; undefined if there is none.
async function stored(path, search = "") {
  const [cacheName] = await versions();
  if (!cacheName) return undefined;
  const options = { cacheName, ignoreVary: true };
  return await caches.match(path + styleQuery(search), options) ?? caches.match(path, { ...options, ignoreSearch: true });
}

/// Stores a page that was opened. If it is of another version, or much newer, the list and the catalog are renewed with it.
async function keep(path, search, response) {
  const version = response.headers.get("catalog-version");
  if (!version) return;
  const isCurrent = async () => (await versions()).join() === VERSIONS + version;
  if (!await isCurrent()) await renew();
  // Without a newer catalog, the page still belongs to the stored one.
  else if (await isMuchNewer(response)) await renew().catch(() => {});
  // Each filter would be a separate page, so only pages without filters are stored.
  if (hasFilters(search) || isData(path) || !isDocument(path, response) || !await isCurrent()) return;
  await (await caches.open(VERSIONS + version)).put(path + styleQuery(search), response);
}

/// Whether a response is much newer than the stored catalog.
async function isMuchNewer(response) {
  const [newer, older] = [response, await stored(CATALOG)].map((document) => Date.parse(document?.headers.get("date")));
  return newer - older > RENEWAL;
}

let renewal = null;

/// Stores the lists and the catalog of the server's version, and forgets those before.
function renew() {
  renewal ??= lists().then(storeVersion).finally(() => { renewal = null; });
  return renewal;
}

/// The paths of the start, of the stored lists, and of those that are open, in their styles.
async function lists() {
  const [cacheName] = await versions();
  const requests = cacheName ? await (await caches.open(cacheName)).keys() : [];
  const clients = await self.clients.matchAll({ includeUncontrolled: true });
  const paths = [...requests, ...clients].map(({ url }) => new URL(url)).filter(({ pathname }) => LIST.test(pathname))
    .map(({ pathname, search }) => pathname + styleQuery(search));
  return [...new Set([`${BASE}/`, ...paths])];
}

async function storeVersion(lists) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const paths = [...lists, CATALOG];
    const answers = await Promise.all(paths.map((path) => fetch(path, {
      cache: "no-cache", headers: { accept: isData(path) ? "application/json" : "text/html" },
    })));
    // A campus may have gone.
    const documents = paths.map((path, index) => ({ path, answer: answers[index] })).filter(({ answer }) => answer.status !== 404);
    if (!documents.every(({ path, answer }) => isDocument(path, answer))) break;
    const [version, ...others] = documents.map(({ answer }) => answer.headers.get("catalog-version"));
    // The server has got another version in between.
    if (others.some((other) => other !== version)) continue;
    const name = VERSIONS + version;
    const before = await versions();
    const cache = await caches.open(name);
    try {
      await Promise.all(documents.map(({ path, answer }) => cache.put(path, answer)));
    } catch (error) {
      // There is no room for two versions.
      if (!before.includes(name)) await caches.delete(name);
      throw error;
    }
    await Promise.all(before.filter((old) => old !== name).map((old) => caches.delete(old)));
    return;
  }
  throw new Error("The catalog cannot be stored.");
}

// MARK: - Answers

/// Returns the server's response, or the stored document, or a page about what is not stored.
async function answer(request, path, search, fresh) {
  const isPage = !isData(path);
  try {
    return await Promise.race([fresh, later()]);
  } catch {
    const kept = isPage || !search ? await stored(path, search) : undefined;
    if (kept) return new Response(kept.body, { status: kept.status, headers: { ...Object.fromEntries(kept.headers), "x-offline": "1" } });
    const place = isPage ? await placePage(path, search).catch(() => null) : null;
    return place ?? (isPage ? fresh.catch(notStored) : fresh);
  }
}

/// The language that was chosen, otherwise the first of the browser's that the words exist in.
function languageOf(search) {
  const tags = [new URLSearchParams(search).get("lang"), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return tags.find((tag) => Object.hasOwn(LANGUAGES, tag ?? "")) ?? "en";
}

const language = () => Object.keys(LANGUAGES).find((tag) => LANGUAGES[tag] === WORDS);

/// Returns a text of the table, with values for the names in braces.
const phrase = (key, values) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

const escaped = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/// A page without a script.
function page(title, body, status) {
  const text = `<!DOCTYPE html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${FILES[0]}">
</head>
<body>
<main class="text">
<h1 dir="auto">${escaped(title)}</h1>
${body}
<p><a href="${BASE}/">${escaped(WORDS["all-places"])}</a></p>
</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8", "x-offline": "1",
    "content-security-policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  };
  return new Response(text, { status, headers });
}

const notStored = () => page(WORDS["offline-page"], `<p>${escaped(WORDS["offline-page-help"])}</p>`, 503);

/// Returns the page of a place that was not opened, from the stored catalog; null if the catalog does not have it.
async function placePage(path, search) {
  const catalog = await stored(CATALOG);
  if (!catalog) return null;
  const id = path.slice(BASE.length).split("/").slice(2).map(decodeURIComponent).join("/").replace(/\/~(~*\.{1,2})$/, "/$1");
  const { campuses, entries } = await catalog.json();
  const places = entries.filter(({ kind }) => kind === "place");
  const place = places.find((entry) => entry.id === id) ?? places.find(({ aliases = [] }) => aliases.includes(id));
  if (!place) return null;
  const { name, hours, location: { building, address } = {}, notice } = place;
  const readAt = new Date(catalog.headers.get("date"));
  const now = MOMENT === null ? new Date() : new Date(MOMENT * 1000);
  const isTooOld = MOMENT === null && now - readAt > LIFETIME;
  const where = [building, address].filter((text, index, all) => text && all.indexOf(text) === index);
  const { country } = campuses.find((campus) => campus.id === place.id.split("/")[0]) ?? {};
  const style = styleOf(country, new URLSearchParams(search).get("clock") || CLOCK);
  const time = readAt.toLocaleString(style.locale, { dateStyle: "medium", timeStyle: "short", hourCycle: style.isTwelve ? "h12" : "h23" });
  const texts = [
    `<p class="state">${escaped(isTooOld || !hours ? WORDS["hours-unknown"] : stateText(hours, now))}</p>`,
    ...(notice ? [`<p class="notice" dir="auto">${escaped(notice)}</p>`] : []),
    ...where.map((text) => `<p dir="auto">${escaped(text)}</p>`),
    hours ? weekTable(hours, now, style) : `<p class="note">${escaped(WORDS["no-hours"])}</p>`,
    `<p class="note">${escaped(phrase("offline-place", { time }))}</p>`,
  ];
  return page(name ?? id, texts.join("\n"), 200);
}

// MARK: - Hours

/// The date and the minute on the clock of a zone.
function local(date, zone) {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
  });
  const part = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return { date: `${part.year}-${part.month}-${part.day}`, minute: minutes(`${part.hour}:${part.minute}`) };
}

const minutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/// A date some days after another one, as YYYY-MM-DD.
const dateAfter = (date, days) => new Date(Date.parse(date) + days * 86400000).toISOString().slice(0, 10);

const WEEKDAYS = ["su", "mo", "tu", "we", "th", "fr", "sa"];

/// Returns the services of a date; null if they are unknown. The last layer that covers the date decides.
function services({ layers }, date) {
  const layer = layers.findLast(({ from = date, to = date, days }) => from <= date && date <= to && (!days || date in days));
  if (!layer) return null;
  if (layer.always) return [["00:00", "24:00"]];
  const plan = layer.days ? layer.days[date] : layer.week[WEEKDAYS[new Date(date).getUTCDay()]] ?? [];
  return plan === "unknown" ? null : plan;
}

function stateText(hours, now) {
  const { date, minute } = local(now, hours.zone);
  const today = services(hours, date);
  const night = services(hours, dateAfter(date, -1)) ?? [];
  const isOpen = (plan, time) => plan.some(([opens, closes]) => minutes(opens) <= time && time < minutes(closes));
  if (isOpen(today ?? [], minute) || isOpen(night, minute + 1440)) return WORDS["open-now"];
  return today ? WORDS["closed-now"] : WORDS["hours-unknown"];
}

/// How text is written in a country: "6 PM" and "Nov 21", or "18:00" and "21 Nov".
///
/// clock: the clock that was chosen, "12" or "24"; empty for that of the country.
function styleOf(country, clock) {
  const locale = /^[A-Z]{2}$/.test(country ?? "") ? `${language()}-${country}` : language() === "en" ? "en-GB" : language();
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return { locale, isTwelve: clock ? clock === "12" : hour12 };
}

/// The times of an opening: "11:00–14:00" or "11 AM–2 PM", "07:30–10:15" or "7:30–10:15 AM", "17:00–midnight".
function timesText(opens, closes, { isTwelve }) {
  if (opens === 0 && closes === 1440) return WORDS["open-all-day"];
  const pad = (number) => String(number).padStart(2, "0");
  const text = (time) => {
    const minute = time % 1440;
    const [hour, rest] = [Math.floor(minute / 60), minute % 60];
    if (minute === 0) return WORDS["midnight"];
    if (!isTwelve) return `${pad(hour)}:${pad(rest)}`;
    return minute === 720 ? WORDS["noon"] : `${(hour + 11) % 12 + 1}${rest ? `:${pad(rest)}` : ""} ${WORDS[hour < 12 ? "am" : "pm"]}`;
  };
  const sharesHalf = isTwelve && Math.floor(opens / 720) === Math.floor(closes / 720) && opens % 720 !== 0;
  return `${sharesHalf ? text(opens).split(" ")[0] : text(opens)}–${text(closes)}`;
}

function weekTable(hours, now, style) {
  const { date: today } = local(now, hours.zone);
  const rows = [0, 1, 2, 3, 4, 5, 6].map((days) => {
    const date = dateAfter(today, days);
    const name = new Date(date).toLocaleDateString(style.locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
    const plan = services(hours, date);
    const times = plan?.map(([opens, closes, label]) => `<li>${escaped(timesText(minutes(opens), minutes(closes), style))}${label ? ` <small dir="auto">${escaped(label)}</small>` : ""}</li>`);
    const cell = !plan ? escaped(WORDS["hours-unknown-day"]) : times.length === 0 ? escaped(WORDS["closed-day"]) : `<ul>${times.join("")}</ul>`;
    return `<tr><th scope="row">${escaped(name)}</th><td>${cell}</td></tr>`;
  });
  const zone = escaped(phrase("zone-time", { city: hours.zone.split("/").at(-1).replaceAll("_", " ") }));
  return `<table class="week"><caption>${escaped(WORDS["hours-of-week"])} <small>${zone}</small></caption>
<thead><tr><th scope="col">${escaped(WORDS["day"])}</th><th scope="col">${escaped(WORDS["hours"])}</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}
