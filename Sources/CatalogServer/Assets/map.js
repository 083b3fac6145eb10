// The map: the places of the list as points, on a plain background with distance rings, or on tiles if the server has an address of some.

import { directionsTo } from "/* directions.js */";

const WORDS = window.words;
const library = new URL("leaflet/leaflet", import.meta.url).href;

/// How many campuses have buttons.
const mostButtons = 6;

/// Loads the library and makes the map in a section.
export async function openMap(section) {
  await Promise.all([
    new Promise((done, failed) => document.head.append(Object.assign(document.createElement("link"), {
      rel: "stylesheet", href: `${library}.css`, onload: done, onerror: failed,
    }))),
    new Promise((done, failed) => document.head.append(Object.assign(document.createElement("script"), {
      src: `${library}.min.js`, onload: done, onerror: failed,
    }))),
  ]);
  return new PlacesMap(section);
}

/// Moves the focus to a link in the list of a pin, or else to the first one.
function enter(popup, address) {
  const links = [...popup.querySelectorAll(".name")];
  (links.find((link) => link.getAttribute("href") === address) ?? links[0]).focus({ preventScroll: true });
}

class PlacesMap {
  constructor(section) {
    const { L } = window;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Popups always fade, at once if there should be no motion (page.css): while one does, it still has the focus, which can be brought back.
    this.map = L.map(section.querySelector("#map"), {
      attributionControl: false, scrollWheelZoom: false, zoomAnimation: !isStill, markerZoomAnimation: !isStill,
    });
    [this.places, this.pins, this.rows] = [[], [], new Map()];
    // The first view is drawn when it is chosen.
    this.map.whenReady(() => this.map.on("zoomend", () => {
      this.drawPins();
      this.drawRings();
    }));
    if (section.dataset.tiles) this.addTiles(section.dataset);
    this.layers = L.layerGroup().addTo(this.map);
    this.map.getContainer().addEventListener("keydown", (event) => this.useKey(event));
    this.rings = L.layerGroup().addTo(this.map);
    // A hidden map has no size, so that it cannot show its places.
    new ResizeObserver(() => this.fit()).observe(this.map.getContainer());
    this.picker = document.createElement("p");
    this.picker.className = "campuses";
    this.picker.addEventListener("change", ({ target }) => this.choose(target.value));
    section.querySelector("#map").before(this.picker);
    const legend = Object.assign(document.createElement("p"), { className: "legend" });
    for (const [mark, word] of [["✓", WORDS["legend-open"]], ["–", WORDS["legend-closed"]], ["?", WORDS["legend-unknown"]]]) {
      const part = document.createElement("span");
      part.append(Object.assign(document.createElement("b"), { textContent: mark }), ` ${word}`);
      legend.append(part);
    }
    section.querySelector("#map").after(legend);
  }

  get hasSize() { return this.map.getContainer().clientHeight > 0; }

  /// Shows the places when the map gets a size for the first time.
  fit() {
    if (!this.hasSize) return;
    this.map.invalidateSize();
    if (this.campus && !this.isFitted) this.choose(this.campus);
  }

  /// Adds tiles with their credit. Servers of tiles want to know which site asks; nothing else that the page requests tells.
  addTiles({ tiles, attribution }) {
    const { L } = window;
    const Tiles = L.TileLayer.extend({
      createTile(...parameters) {
        return Object.assign(L.TileLayer.prototype.createTile.apply(this, parameters), { referrerPolicy: "strict-origin-when-cross-origin" });
      },
    });
    const credit = Object.assign(document.createElement("span"), { textContent: attribution });
    L.control.attribution({ prefix: false }).addTo(this.map);
    new Tiles(tiles, { maxZoom: 19, attribution: credit.outerHTML }).addTo(this.map);
  }

  /// Shows the places of rows. Those of other campuses are too far away to be on one map: buttons, or a menu, choose one.
  ///
  /// near: the position that distances are measured from, as "latitude,longitude"; empty for the middle of a campus.
  draw(rows, data, near) {
    // The section may have been hidden while the window got another size.
    this.map.invalidateSize();
    this.places = rows.map(({ dataset: { id } }) => ({ id, campus: id.split("/")[0], position: data.places[id].position }));
    this.rows = new Map(rows.map((row) => [row.dataset.id, row]));
    // The map must not lose its place when the order of the list changes with the time.
    const shown = JSON.stringify([near, this.places.toSorted((a, b) => (a.id < b.id ? -1 : 1))]);
    if (this.shown === shown) {
      for (const pin of this.pins) this.write(pin);
      return;
    }
    this.shown = shown;
    const from = (near ?? "").split(",").map(Number);
    this.from = from.length === 2 && from.every(Number.isFinite) ? from : null;
    const campuses = [...new Set(this.places.map(({ campus }) => campus))].toSorted();
    this.styles = data.styles;
    this.drawPicker(campuses, data);
    const count = (campus) => this.places.filter((place) => place.campus === campus).length;
    this.choose(campuses.includes(this.campus) ? this.campus : campuses.toSorted((a, b) => count(b) - count(a))[0]);
  }

  /// Draws a button for each campus, if there are several, or a menu if there are many.
  drawPicker(campuses, data) {
    if (this.picker.dataset.campuses === campuses.join()) return;
    this.picker.dataset.campuses = campuses.join();
    const names = new Map(campuses.map((campus) => [campus, data.campuses[campus] ?? campus]));
    if (campuses.length > mostButtons) {
      const menu = Object.assign(document.createElement("select"), { ariaLabel: WORDS["which-campus"] });
      menu.append(...campuses.toSorted((a, b) => names.get(a).localeCompare(names.get(b))).map((campus) => new Option(names.get(campus), campus)));
      this.picker.replaceChildren(menu);
      return;
    }
    this.picker.replaceChildren(...(campuses.length > 1 ? campuses.map((campus) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: names.get(campus) });
      button.dataset.campus = campus;
      button.addEventListener("click", () => this.choose(campus));
      return button;
    }) : []));
  }

  choose(campus) {
    this.campus = campus;
    for (const part of this.picker.children) {
      if (part.matches("select")) part.value = campus;
      else part.setAttribute("aria-pressed", String(part.dataset.campus === campus));
    }
    this.useUnits(this.styles[campus]?.units ?? "km");
    this.show(this.places.filter((place) => place.campus === campus).map(({ position }) => position), this.from);
  }

  /// Shows the scale in the units of the page.
  useUnits(units) {
    if (this.units === units) return;
    this.units = units;
    this.scale?.remove();
    this.scale = window.L.control.scale({ maxWidth: 140, metric: units === "km", imperial: units === "mi" }).addTo(this.map);
  }

  /// Shows the middle of these positions, without the few that are far away.
  show(positions, from) {
    const { L } = window;
    const middle = [0, 1].map((axis) => positions.map((position) => position[axis]).toSorted((a, b) => a - b)[positions.length >> 1]);
    const center = L.latLng(middle);
    this.middle = center;
    const bounds = L.latLngBounds(positions.filter((position) => this.isNear(position)));
    if (from && center.distanceTo(from) < 5000) bounds.extend(from);
    this.center = from ? L.latLng(from) : center;
    this.isFitted = this.hasSize;
    // Not under the buttons in the corner.
    this.map.fitBounds(bounds.pad(0.1), { maxZoom: 17, animate: false, paddingTopLeft: [56, 24], paddingBottomRight: [24, 24] });
    this.drawPins();
    this.drawRings();
  }

  /// Whether a position is on the map when a campus is shown.
  isNear(position) { return this.middle.distanceTo(position) < 3000; }

  /// Draws a pin for each place of the campus and for others that are near: pins far away would only be in the way of the keyboard. Places so
  /// close to one another that a finger cannot tell them apart share a pin.
  drawPins() {
    const groups = [];
    for (const place of this.places.filter(({ campus, position }) => campus === this.campus || this.isNear(position))) {
      const point = this.map.project(place.position);
      const group = groups.find((group) => Math.abs(group.point.x - point.x) < 28 && Math.abs(group.point.y - point.y) < 28);
      if (group) group.places.push(place);
      else groups.push({ point, places: [place] });
    }
    // Unfolded parts stay unfolded, and the focus stays.
    const { opened } = this;
    const { activeElement } = document;
    const link = activeElement?.closest(".leaflet-popup") && activeElement.getAttribute("href");
    this.layers.clearLayers();
    this.pins = groups.map(({ places }) => this.addPin(places));
    for (const { marker, places, popup } of this.pins) {
      const has = (id) => id && places.some((place) => place.id === id);
      if (has(opened)) marker.openPopup();
      if (has(opened) && link) enter(popup, link);
      if (has(activeElement?.dataset.pin)) marker.getElement().focus({ preventScroll: true });
    }
  }

  /// Adds the pin of one or several places, which lists all of them.
  addPin(places) {
    const { L } = window;
    const isSeveral = places.length > 1;
    const marker = L.marker(places[0].position, {
      icon: L.divIcon({ className: `pin${isSeveral ? " several" : ""}`, iconSize: [24, 24], html: isSeveral ? `${places.length}` : "" }),
    });
    const popup = document.createElement("div");
    popup.append(...places.map((place) => this.makeCard(place)));
    marker.bindPopup(popup, { maxHeight: 260, minWidth: 220 }).addTo(this.layers);
    const element = marker.getElement();
    element.dataset.pin = places[0].id;
    element.setAttribute("role", "button");
    marker.on("popupopen", () => {
      this.opened = places[0].id;
      if (document.activeElement === element) enter(popup);
    });
    marker.on("popupclose", (event) => {
      this.opened = null;
      if (event.popup.getElement().contains(document.activeElement)) element.focus({ preventScroll: true });
    });
    const pin = { marker, places, popup };
    this.write(pin);
    return pin;
  }

  /// Makes the card of a place: its name, state, distance, star and directions.
  makeCard({ id, position }) {
    const row = this.rows.get(id);
    const name = row.querySelector(".name").cloneNode(true);
    const make = (tag, className, properties = {}) => Object.assign(document.createElement(tag), { className, ...properties });
    const card = make("div", "card");
    card.append(name, make("p", "said"), make("p", "where", { dir: "auto", textContent: row.querySelector(".where")?.textContent ?? "" }));
    const star = row.querySelector(".star");
    if (star) {
      const button = make("button", "favorite", { type: "button" });
      button.setAttribute("aria-label", star.getAttribute("aria-label"));
      button.addEventListener("click", () => {
        this.rows.get(id).querySelector(".star").click();
        this.writeStar(card, id);
      });
      card.append(button);
    }
    card.append(make("a", "way", { href: directionsTo(position, name.textContent), rel: "noreferrer", textContent: WORDS["directions"] }));
    return card;
  }

  writeStar(card, id) {
    const pressed = this.rows.get(id).querySelector(".star")?.getAttribute("aria-pressed") ?? "false";
    const button = card.querySelector(".favorite");
    if (!button) return;
    button.setAttribute("aria-pressed", pressed);
    button.textContent = pressed === "true" ? "★" : "☆";
  }

  /// Writes the rows' texts about the places of a pin. It looks open if any of them is.
  write({ marker, places, popup }) {
    const rows = places.map(({ id }) => this.rows.get(id));
    const sentences = rows.map((row) => row.querySelector(".sentence").textContent);
    const states = rows.map((row) => row.dataset.state);
    for (const [index, card] of popup.querySelectorAll(".card").entries()) {
      card.querySelector(".said").textContent = sentences[index];
      card.dataset.state = states[index];
      this.writeStar(card, places[index].id);
    }
    const shown = ["open", "closed"].find((state) => states.includes(state)) ?? "unknown";
    const element = marker.getElement();
    for (const state of ["open", "closed", "unknown"]) element.classList.toggle(state, state === shown);
    const list = rows.map((row, index) => `${row.querySelector(".name").textContent}: ${sentences[index]}`).join("; ");
    element.title = rows.length > 1 ? `${rows.length} places. ${list}` : list;
    element.setAttribute("aria-label", element.title);
  }

  /// A pin is a button: Enter and space show its places, and Escape hides them.
  useKey(event) {
    if (event.key === " " && event.target.dataset.pin) {
      event.preventDefault();
      event.target.click();
    }
    if (event.key === "Escape") this.map.closePopup();
  }

  /// Draws three rings with round distances that are easy to tell apart at this zoom.
  drawRings() {
    const { L } = window;
    if (!this.center) return;
    const edge = this.map.unproject(this.map.project(this.center).add([90, 0]));
    const meters = this.center.distanceTo(edge);
    // The length of the unit in meters, and its name.
    const [length, name] = this.units === "km" ? [1, "m"] : meters < 300 ? [0.3048, "ft"] : [1609.344, "mi"];
    const least = meters / length;
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((distance) => distance >= least);
    this.rings.clearLayers();
    if (this.from) {
      const here = L.divIcon({ className: "here", iconSize: [16, 16] });
      this.rings.addLayer(L.marker(this.from, { icon: here, interactive: false, keyboard: false, title: WORDS["you-are-here"] }));
    }
    for (const distance of [step, 2 * step, 3 * step]) {
      const radius = distance * length;
      this.rings.addLayer(L.circle(this.center, { radius, interactive: false, className: "ring", fill: false, weight: 1 }));
      const north = L.latLng(this.center.lat + radius / 111195, this.center.lng);
      const text = name === "m" && distance >= 1000 ? `${distance / 1000} km` : `${Number(distance.toPrecision(3))} ${name}`;
      this.rings.addLayer(L.marker(north, {
        icon: L.divIcon({ className: "ring-label", html: text, iconSize: [48, 16] }), interactive: false, keyboard: false, zIndexOffset: -1000,
      }));
    }
  }
}
