// Checks hours.mjs against test vectors: node check.mjs Fixtures/hours-vectors.ndjson
import { readFileSync } from "node:fs";
import { Hours } from "./hours.mjs";

let moments = 0, wrong = 0;
const time = (instant) => (instant === undefined ? undefined : new Date(instant).toISOString().replace(".000Z", "Z"));
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const vector = JSON.parse(line), hours = new Hours(vector.hours);
  for (const wanted of vector.moments) {
    const { state, until, opens, because, sentence } = hours.status(Date.parse(wanted.at));
    const got = { at: wanted.at, state, until: time(until), opens: time(opens), because, sentence };
    moments += 1;
    if (["state", "until", "opens", "because", "sentence"].some((key) => got[key] !== wanted[key])) {
      wrong += 1;
      console.log(`${JSON.stringify(vector.hours)}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
    }
  }
}
console.log(`${moments} moments, ${wrong} wrong`);
process.exit(wrong || !moments ? 1 : 0);
