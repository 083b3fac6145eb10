// The map: the places of the list as points, on a plain background with distance rings, or on tiles if the server has an address of some.

const library = "/assets/leaflet/leaflet";

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
  section.hidden = false;
  return new PlacesMap(section);
}

class PlacesMap {
  constructor(section) {
    const { L } = window;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.map = L.map(section.querySelector("#map"), {
      attributionControl: false, scrollWheelZoom: false, zoomAnimation: !isStill, fadeAnimation: !isStill, markerZoomAnimation: !isStill,
    });
    L.control.scale({ maxWidth: 140 }).addTo(this.map);
    this.places = [];
    this.map.on("zoomend", () => {
      this.drawPins();
      this.drawRings();
    });
    if (section.dataset.tiles) L.tileLayer(section.dataset.tiles, { maxZoom: 19 }).addTo(this.map);
    this.layers = L.layerGroup().addTo(this.map);
    this.map.getContainer().addEventListener("keydown", (event) => this.useKey(event));
    this.rings = L.layerGroup().addTo(this.map);
    this.picker = document.createElement("p");
    this.picker.className = "campuses";
    section.querySelector("#map").before(this.picker);
  }

  /// Shows the places of rows. Those of other campuses are too far away to be on one map: buttons choose one.
  ///
  /// near: the position that distances are measured from, as "latitude,longitude"; empty for the middle of a campus.
  draw(rows, data, near) {
    const byCampus = new Map();
    this.places = rows.map((row) => {
      const { id } = row.dataset;
      return { id, row, campus: id.split("/")[0], position: data.places[id].position };
    });
    for (const { campus, position } of this.places) {
      byCampus.set(campus, [...byCampus.get(campus) ?? [], position]);
    }
    const views = [...byCampus].map(([campus, positions]) => ({ campus, name: data.campuses[campus]?.[2] ?? campus, positions }));
    const from = (near ?? "").split(",").map(Number);
    const show = (view) => {
      this.campus = view.campus;
      for (const button of this.picker.children) button.setAttribute("aria-pressed", String(button.dataset.campus === view.campus));
      this.show(view.positions, from.length === 2 && from.every(Number.isFinite) ? from : null);
    };
    // Nobody who looks at the map should lose the place because the time has gone on.
    const shown = JSON.stringify([near, views]);
    if (this.shown === shown) {
      this.drawPins();
      return;
    }
    this.shown = shown;
    this.picker.replaceChildren(...(views.length > 1 ? views.map((view) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: view.name });
      button.dataset.campus = view.campus;
      button.addEventListener("click", () => show(view));
      return button;
    }) : []));
    const best = views.find(({ campus }) => campus === this.campus) ?? views.toSorted((a, b) => b.positions.length - a.positions.length)[0];
    if (best) show(best);
    else this.layers.clearLayers();
  }

  /// Shows the middle of these positions, without the few that are far away.
  show(positions, from) {
    const { L } = window;
    const middle = [0, 1].map((axis) => positions.map((position) => position[axis]).toSorted((a, b) => a - b)[positions.length >> 1]);
    const centre = L.latLng(middle);
    this.middle = centre;
    const bounds = L.latLngBounds(positions.filter((position) => this.isNear(position)));
    if (from && centre.distanceTo(from) < 5000) bounds.extend(from);
    this.centre = from ? L.latLng(from) : centre;
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
    const open = this.opened;
    const { activeElement } = document;
    const isInPopup = activeElement?.closest(".leaflet-popup") !== null;
    this.layers.clearLayers();
    for (const { places } of groups) {
      const marker = this.marker(places).addTo(this.layers);
      const has = (id) => id && places.some((place) => place.id === id);
      if (has(open)) marker.openPopup();
      if (has(open) && isInPopup) this.enterPopup();
      if (has(activeElement?.dataset.pin)) marker.getElement().focus({ preventScroll: true });
    }
  }

  /// A pin is a button: Enter and space show its places, and Escape leads back to it.
  useKey(event) {
    if (event.key === " " && event.target.dataset.pin) {
      event.preventDefault();
      event.target.click();
    }
    if (event.key === "Escape" && this.opened) {
      const pin = this.map.getContainer().querySelector(`[data-pin="${CSS.escape(this.opened)}"]`);
      this.map.closePopup();
      pin?.focus();
    }
  }

  enterPopup() { this.map.getContainer().querySelector(".leaflet-popup .name")?.focus({ preventScroll: true }); }

  /// Returns the pin of one or several places. It looks open if any of them is, and lists all of them.
  marker(places) {
    const { L } = window;
    const rows = places.map(({ row }) => row);
    const states = rows.map((row) => row.dataset.state);
    const state = ["open", "closed"].find((state) => states.includes(state)) ?? "unknown";
    const lines = rows.map((row) => ({ name: row.querySelector(".name"), sentence: row.querySelector(".sentence").textContent }));
    const list = lines.map(({ name, sentence }) => `${name.textContent}: ${sentence}`).join("; ");
    const title = lines.length > 1 ? `${lines.length} places. ${list}` : list;
    const marker = L.marker(places[0].position, {
      icon: L.divIcon({
        className: `pin ${state}${lines.length > 1 ? " several" : ""}`, iconSize: [24, 24], html: lines.length > 1 ? `${lines.length}` : "",
      }),
      title, alt: title, keyboard: true,
    });
    marker.on("add", () => {
      const pin = marker.getElement();
      pin.dataset.pin = places[0].id;
      pin.setAttribute("role", "button");
      pin.setAttribute("aria-label", title);
    });
    const popup = document.createElement("div");
    for (const { name, sentence } of lines) {
      popup.append(name.cloneNode(true), Object.assign(document.createElement("p"), { textContent: sentence }));
    }
    marker.on("popupopen", () => {
      this.opened = places[0].id;
      if (document.activeElement === marker.getElement()) this.enterPopup();
    });
    marker.on("popupclose", () => { this.opened = null; });
    return marker.bindPopup(popup, { maxHeight: 220 });
  }

  /// Draws three rings with round distances that are easy to tell apart at this zoom.
  drawRings() {
    const { L } = window;
    if (!this.centre) return;
    const edge = this.map.unproject(this.map.project(this.centre).add([90, 0]));
    const least = this.centre.distanceTo(edge);
    const unit = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 2.5, 5, 10].map((factor) => factor * unit).find((distance) => distance >= least);
    this.rings.clearLayers();
    for (const radius of [step, 2 * step, 3 * step]) {
      this.rings.addLayer(L.circle(this.centre, { radius, interactive: false, className: "ring", fill: false, weight: 1 }));
      const north = L.latLng(this.centre.lat + radius / 111195, this.centre.lng);
      const text = radius < 1000 ? `${radius} m` : `${radius / 1000} km`;
      this.rings.addLayer(L.marker(north, {
        icon: L.divIcon({ className: "ring-label", html: text, iconSize: [48, 16] }), interactive: false, keyboard: false,
      }));
    }
  }
}
