// Keeps the last pages, their files and the catalog, and answers with them when the server cannot be reached.

const FILES = [/* files */];
const KEPT = "campus-places";
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
  try {
    const response = await fetch(request);
    // Each filter would be a page of its own: only those without are stored.
    if (response.status === 200 && !url.search) await cache.put(url.pathname, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(url.pathname, { ignoreVary: true });
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set("x-offline", "1");
    return new Response(kept.body, { status: kept.status, headers });
  }
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
