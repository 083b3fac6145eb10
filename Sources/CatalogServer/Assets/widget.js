// <campus-hours place="penn/dining/593"></campus-hours> shows whether a place is open, and until when, in pages of any site.

// The words for unknown places and for places of which nothing could be read, by language.
const WORDS = {/* words */};
const style = new CSSStyleSheet();
style.replaceSync(`
b { display: inline-block; padding: .2em; margin-inline-end: .4em; border: .13em solid; border-radius: 1em; color: var(--campus-hours-closed, light-dark(#b42318, #f97066)) }
[part=open] b { background: currentColor; color: var(--campus-hours-open, light-dark(#1a7f37, #4ac26b)) }
[part=unknown] b { color: inherit }`);

// The lists of elements with the same language and clock, by their question. One request is for all elements of a list.
const lists = {};

class List {
  shown = new Set();
  known = {};

  plan(due = this.due) {
    this.due = due;
    clearTimeout(this.timer);
    if (this.shown.size && !document.hidden) this.timer = setTimeout(() => this.load(), due - Date.now());
  }

  async load() {
    const now = Date.now();
    // Only the last request counts.
    const run = this.run = {};
    const ids = new Set([...this.shown].map(({ place }) => encodeURIComponent(place)));
    let known, seconds = 60;
    try {
      // A stored answer may be old already.
      const answer = await fetch(new URL(`api/v1/entries?ids=${[...ids]}&${this.query}`, import.meta.url), { cache: "no-cache" });
      const { entries } = await answer.json();
      known = entries && {};
      for (const { id, aliases = [], status } of entries) for (const name of [id, ...aliases]) known[name] = status;
      // The server knows when the next sentence changes.
      seconds = Math.max(seconds, /\d+|$/.exec(answer.headers.get("cache-control")));
    } catch {}
    if (run !== this.run) return;
    if (known) [this.known, this.readAt] = [known, now];
    for (const element of this.shown) element.paint(!known);
    this.plan(now + seconds * 1e3);
  }
}

customElements.define("campus-hours", class extends HTMLElement {
  static observedAttributes = ["place", "lang", "clock"];

  connectedCallback() {
    this.disconnectedCallback();
    this.place = this.getAttribute("place");
    const language = this.closest("[lang]")?.lang.slice(0, 2);
    this.language = [language, navigator.language.slice(0, 2), "en"].find((name) => WORDS[name]);
    const query = `limit=500&fields=status,aliases&lang=${WORDS[language] ? language : ""}&clock=${this.getAttribute("clock") ?? ""}`;
    this.list = lists[query] ??= new List();
    this.list.query = query;
    this.list.shown.add(this);
    this.list.plan(0);
  }

  attributeChangedCallback() { if (this.list) this.connectedCallback(); }

  disconnectedCallback() {
    this.list?.shown.delete(this);
    this.list = null;
  }

  paint(isOld) {
    const { known, readAt } = this.list;
    const status = known[this.place];
    const box = document.createElement("span");
    box.part = !status || isOld && Date.parse(status.until) < Date.now() ? "unknown" : status.state;
    box.append(document.createElement("b"), status?.sentence ?? WORDS[this.language][+isOld]);
    const minutes = Math.round((readAt - Date.now()) / 6e4);
    if (status && isOld) box.append(` (${new Intl.RelativeTimeFormat(this.language).format(minutes, "minute")})`);
    if (!this.shadowRoot) this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
    this.shadowRoot.replaceChildren(box);
  }
});

document.addEventListener("visibilitychange", () => {
  for (const list of Object.values(lists)) list.plan();
});
