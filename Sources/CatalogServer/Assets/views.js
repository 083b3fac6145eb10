// Two views of the places on a narrow screen: the list and the map. On a wide one, both are there (map.css).

const WORDS = window.words;
const main = document.querySelector("main.list");
const section = main?.querySelector(".map");

const views = {
  names: ["list", "map"],
  /// Where the list was when the map was chosen.
  scrolled: 0,

  start() {
    // Over the page, so that nothing moves when it is added.
    const group = Object.assign(document.createElement("div"), { className: "views" });
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", WORDS["view"]);
    this.buttons = this.names.map((name) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name === "map" ? WORDS["map"] : WORDS["list"] });
      button.dataset.view = name;
      button.addEventListener("click", () => this.choose(name));
      return button;
    });
    group.append(...this.buttons);
    main.querySelector(".results").before(group);
    addEventListener("popstate", () => this.show());
    this.show();
  },

  /// The map is an entry of the browser's history, so that going back leads to the list.
  choose(name) {
    if (name === main.dataset.view) return;
    if (name === "map") {
      this.scrolled = scrollY;
      history.pushState({ isMap: true }, "", "#map");
      this.show();
    } else if (history.state?.isMap) {
      history.back();
    } else {
      history.replaceState(null, "", location.pathname + location.search);
      this.show();
    }
  },

  /// Shows the view of the address. Filters that are chosen in the map leave it there, but not in the address.
  show() {
    const view = location.hash === "#map" ? "map" : "list";
    const isChanged = main.dataset.view !== view;
    main.dataset.view = view;
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    if (!isChanged) return;
    main.dispatchEvent(new Event("view"));
    if (view === "list" && this.scrolled > 0) requestAnimationFrame(() => scrollTo(0, this.scrolled));
    if (view === "map") section.scrollIntoView({ block: "start" });
  },
};

if (section) views.start();
