// Keeps the screen of a lobby current: its clock each second, the rest each minute, in as large a type as fits. Without the server, what is shown stays, with its time.

const WORDS = window.words;
/// How many times as large as usual the type may be.
const sizes = [1.8, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1];

/// Makes the type as large as all places allow. Those that do not fit even in the usual size are hidden and counted. A phone scrolls.
function fit() {
  const main = document.querySelector("main.kiosk");
  if (!main) return;
  const lists = [...main.querySelectorAll("ul")].map((list) => ({ rows: [...list.children], more: list.nextElementSibling }))
    .filter(({ rows }) => rows.length > 0);
  const setSize = (size) => document.documentElement.style.setProperty("--size", size);
  const show = (list, count) => {
    list.count = count;
    list.rows.forEach((row, index) => { row.hidden = index >= count; });
    const rest = Number(list.more.dataset.rest) + list.rows.length - count;
    list.more.hidden = rest === 0;
    list.more.textContent = WORDS["and-more"].replace("{count}", rest);
  };
  const fits = () => main.getBoundingClientRect().bottom + scrollY <= innerHeight;
  setSize(1);
  for (const list of lists) show(list, list.rows.length);
  if (matchMedia("(max-width: 30rem)").matches) return;
  for (const size of sizes) {
    setSize(size);
    if (fits()) return;
  }
  while (!fits()) {
    const bottom = ({ more, rows, count }) => (more.hidden ? rows[count - 1] : more).getBoundingClientRect().bottom;
    const [open, next] = lists;
    const isBeside = next && next.rows[0].getBoundingClientRect().top < bottom(open);
    // Beside each other, the longer list gets shorter; below each other, half as many places that open next are left.
    const list = !next || (isBeside ? bottom(open) >= bottom(next) : next.count <= Math.max(2, open.count / 2)) ? open : next;
    if (list.count < 2) return;
    show(list, list.count - 1);
  }
}

function showTime() {
  const clock = document.querySelector(".clock[data-zone]");
  const zone = clock?.dataset.zone;
  if (!zone || clock.classList.contains("old")) return;
  const time = clock.querySelector("time");
  const isTwelve = /[AP]M/.test(time.textContent);
  time.textContent = new Date().toLocaleTimeString(isTwelve ? "en-US" : "en-GB", { timeZone: zone, hour: "numeric", minute: "2-digit" });
}

async function refresh() {
  const clock = document.querySelector(".clock");
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("main.kiosk");
    if (!response.ok || !fresh) throw new Error("not the page");
    document.querySelector("main.kiosk").replaceWith(document.adoptNode(fresh));
    fit();
  } catch {
    // The time that the list is from.
    clock.classList.add("old");
  }
  showTime();
}

fit();
addEventListener("resize", fit);
showTime();
setInterval(showTime, 1000);
setInterval(refresh, 60000);
