// Opens the campus that was chosen before. It runs before anything is shown.
try {
  const campus = JSON.parse(localStorage.getItem("campus"));
  if (typeof campus === "string" && /^[a-z0-9-]+$/.test(campus)) location.replace(new URL(`../${campus}`, document.currentScript.src));
} catch {
  // Nothing was chosen, or this browser stores nothing.
}
