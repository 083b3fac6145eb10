// Keeps the last pages, their files and the catalog, and answers with them when the server cannot be reached.

const FILES = [/* files */];
const KEPT = "campus-places";
// How long a stored page waits for the one of the server, in milliseconds.
const PATIENCE = 4000;
const START = ["/", "/manifest.webmanifest", "/api/v1/catalog", ...FILES];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(KEPT).then((cache) => cache.addAll(START.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(forgetOldFiles().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(fromCacheFirst(request, url));
  else if (url.pathname === "/" || url.pathname.startsWith("/places/") || url.pathname === "/api/v1/catalog"
    || url.pathname === "/manifest.webmanifest") event.respondWith(fromServerFirst(request, url));
});

// Files have their hash in the name, so that a stored one is right. Those of Leaflet do not; they are asked for first.
async function fromCacheFirst(request, url) {
  if (url.pathname.startsWith("/assets/leaflet/")) return fromServerFirst(request, url);
  const cache = await caches.open(KEPT);
  return await cache.match(url.pathname, { ignoreVary: true }) ?? fromServerFirst(request, url);
}

async function fromServerFirst(request, url) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(url.pathname, { ignoreVary: true });
  const fresh = fetch(request).then(async (response) => {
    // Each filter would be a page of its own: only those without are stored. If there is no room to store it, it is shown all the same.
    if (response.status === 200 && !url.search) await cache.put(url.pathname, response.clone()).catch(() => {});
    return response;
  });
  if (!kept && request.mode !== "navigate") return fresh;
  if (!kept) return fresh.catch(notStored);
  try {
    return await Promise.race([fresh, new Promise((_, giveUp) => setTimeout(giveUp, PATIENCE))]);
  } catch {
    const headers = new Headers(kept.headers);
    headers.set("x-offline", "1");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

function notStored() {
  const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not stored</title>
<link rel="stylesheet" href="${FILES[0]}">
</head>
<body>
<main class="text">
<h1>This page is not stored</h1>
<p>The server cannot be reached, and this page was not opened before. The list of places is there without a connection.</p>
<p><a href="/">All places</a></p>
</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  };
  return new Response(page, { status: 503, headers });
}

async function forgetOldFiles() {
  const cache = await caches.open(KEPT);
  const requests = await cache.keys();
  const old = requests.filter(({ url }) => {
    const path = new URL(url).pathname;
    return path.startsWith("/assets/") && !path.startsWith("/assets/leaflet/") && !FILES.includes(path);
  });
  await Promise.all(old.map((request) => cache.delete(request)));
}
