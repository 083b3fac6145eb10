"""Checks hours.py against test vectors: python3 check.py Fixtures/hours-vectors.ndjson"""
import datetime as dt, json, sys

from hours import Hours

moments = wrong = 0
for line in open(sys.argv[1], encoding="utf-8"):
    vector = json.loads(line)
    hours = Hours(vector["hours"])
    for wanted in vector["moments"]:
        status = hours.status(dt.datetime.fromisoformat(wanted["at"]))
        got = {key: f"{value:%Y-%m-%dT%H:%M:%SZ}" if isinstance(value, dt.datetime) else value for key, value in status.items() if value}
        moments += 1
        if {"at": wanted["at"], **got} != wanted:
            wrong += 1
            print(f"{json.dumps(vector['hours'])}: expected {wanted}, got {got}")
print(f"{moments} moments, {wrong} wrong")
sys.exit(wrong > 0 or moments == 0)
