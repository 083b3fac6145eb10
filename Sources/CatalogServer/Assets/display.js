// Shows times and distances as they were chosen before, which the address says. It runs before anything is shown.
try {
  const chosen = JSON.parse(localStorage.getItem("display")) ?? {};
  const address = new URL(location);
  for (const [name, values] of [["clock", ["12", "24"]], ["units", ["km", "mi"]], ["lang", [/* languages */]]]) {
    if (values.includes(chosen[name]) && !address.searchParams.has(name)) address.searchParams.set(name, chosen[name]);
  }
  if (address.search !== location.search) {
    // Nothing is shown in between.
    document.documentElement.hidden = true;
    location.replace(address);
  }
} catch {
  // Nothing was chosen, or this browser stores nothing.
}
