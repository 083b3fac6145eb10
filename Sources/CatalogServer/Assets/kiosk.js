// Keeps the screen of a lobby current: its clock each second, the rest each minute. Without the server, what is shown stays, with its time.

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
  } catch {
    // The time that the list is from.
    clock.classList.add("old");
  }
  showTime();
}

showTime();
setInterval(showTime, 1000);
setInterval(refresh, 60000);
