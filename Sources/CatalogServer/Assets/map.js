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
    this.map.on("zoomend", () => this.drawRings());
    if (section.dataset.tiles) L.tileLayer(section.dataset.tiles, { maxZoom: 19 }).addTo(this.map);
    this.layers = L.layerGroup().addTo(this.map);
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
    this.layers.clearLayers();
    for (const row of rows) {
      const { position } = data.places[row.dataset.id];
      const campus = row.dataset.id.split("/")[0];
      byCampus.set(campus, [...byCampus.get(campus) ?? [], position]);
      this.layers.addLayer(this.marker(row, position));
    }
    const views = [...byCampus].map(([campus, positions]) => ({ name: data.campuses[campus]?.[2] ?? campus, positions }));
    const from = (near ?? "").split(",").map(Number);
    const show = ({ positions }) => this.show(positions, from.length === 2 && from.every(Number.isFinite) ? from : null);
    this.picker.replaceChildren(...(views.length > 1 ? views.map((view) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: view.name });
      button.addEventListener("click", () => show(view));
      return button;
    }) : []));
    if (views.length) show(views.toSorted((a, b) => b.positions.length - a.positions.length)[0]);
  }

  /// Shows the middle of these positions, without the few that are far away.
  show(positions, from) {
    const { L } = window;
    const middle = [0, 1].map((axis) => positions.map((position) => position[axis]).toSorted((a, b) => a - b)[positions.length >> 1]);
    const centre = L.latLng(middle);
    const bounds = L.latLngBounds(positions.filter((position) => centre.distanceTo(position) < 3000));
    if (from && centre.distanceTo(from) < 5000) bounds.extend(from);
    this.centre = from ? L.latLng(from) : centre;
    this.map.fitBounds(bounds.pad(0.15), { maxZoom: 17, animate: false });
    this.drawRings();
  }

  marker(row, position) {
    const { L } = window;
    const name = row.querySelector(".name");
    const sentence = row.querySelector(".sentence").textContent;
    const title = `${name.textContent}: ${sentence}`;
    const marker = L.marker(position, {
      icon: L.divIcon({ className: `pin ${row.dataset.state}`, iconSize: [24, 24] }), title, alt: title, keyboard: true,
    });
    marker.on("add", () => {
      marker.getElement()?.setAttribute("role", "button");
      marker.getElement()?.setAttribute("aria-label", title);
    });
    const popup = document.createElement("div");
    popup.append(name.cloneNode(true), Object.assign(document.createElement("p"), { textContent: sentence }));
    return marker.bindPopup(popup);
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
