# Computes figures anew from requests on standard input, one JSON object a line: day by day and with sets, where
# the program cuts and joins periods. Prints them as JSON.
import json, sys
from collections import Counter, defaultdict
from datetime import date, timedelta

CREATED = ("accepted", "pending", "done")
everything = [json.loads(line) for line in sys.stdin]
period = sys.argv[1:3]
by_person = defaultdict(list)
for one in everything:
    by_person[(one["company"], one["subject"])].append(one)


def versions_of(one, others):
    """All versions of one trip, by following the edits both ways until nothing is new."""
    found = {one["id"]}
    while True:
        more = {o["id"] for o in others if o["supersededBy"] in found}
        more |= {o["supersededBy"] for o in others if o["id"] in found and o["supersededBy"] is not None}
        if more <= found:
            return [o for o in others if o["id"] in found]
        found |= more


def is_history(one, others):
    """Not at the service, and in no sheet any more, or corrected and created from another file."""
    if one["state"] not in ("ready", "rejected", "failed") or one["place"] in ("held", "kept"):
        return False
    asked = json.loads(one["request"])
    for other in others:
        later = other["state"] in CREATED and (other["runId"] or 0) > (one["runId"] or 0)
        then = json.loads(other["request"])
        if later and sum(asked[key] == then[key] for key in ("startDate", "endDate", "destination")) > 1:
            return True
    return one["place"] == "gone"


def quarter(day):
    return "%04d-Q%d" % (day.year, (day.month + 2) // 3)


reasons, trips, hires, scored = Counter(), 0, 0, 0
person_days, per_quarter_trips, per_quarter_hires = set(), Counter(), Counter()
people_in_quarter, people, overall, levels = defaultdict(set), set(), defaultdict(list), Counter()
plain_days, spread, in_force = 0, Counter(), Counter()
for person, requests in by_person.items():
    standing = []
    for one in requests:
        if is_history(one, requests):
            reasons["corrected"] += 1
            continue
        if one["state"] not in CREATED:
            reasons["changed" if one["state"] == "ready" and one["place"] == "held" else one["state"]] += 1
            continue
        existing = [o for o in versions_of(one, requests) if o["state"] in CREATED]
        listed = [o for o in existing if o["place"] == "listed"]
        ids = {o["id"] for o in existing}
        kept = listed or [[o for o in existing if o["supersededBy"] not in ids][-1]]
        if one in kept:
            standing.append(one)
        else:
            reasons["replaced"] += 1
    for one in standing:
        newest = max(o["id"] for o in standing if o["request"] == one["request"])
        asked = json.loads(one["request"])
        first, last = date.fromisoformat(asked["startDate"][:10]), date.fromisoformat(asked["endDate"][:10])
        is_hire = asked["purpose"].startswith("Hire")
        days = [first] if is_hire else [first + timedelta(n) for n in range((last - first).days + 1)]
        if period:
            days = [day for day in days if period[0] <= day.isoformat() <= period[1]]
        latest = one.get("latest")
        decision = json.loads(latest["request"])["status"] if latest else ""
        decision += ", perhaps" if latest and latest["state"] != "done" else ""
        if newest != one["id"]:
            reasons["repeated"] += 1
            continue
        if decision in ("Rejected", "Canceled"):
            reasons["declined"] += 1
            continue
        if not days:
            reasons["outside"] += 1
            continue
        trips, hires = trips + (not is_hire), hires + is_hire
        people.add(person)
        in_force[decision] += 1
        quarters = {quarter(day) for day in days}
        (per_quarter_hires if is_hire else per_quarter_trips).update(quarters)
        for each in quarters:
            people_in_quarter[each].add(person)
        if not is_hire:
            plain_days += len(days)
            person_days |= {(person, asked["destination"], day) for day in days}
        if one["result"] is not None:
            result = json.loads(one["result"])
            scored += 1
            overall[asked["destination"]].append(result["overallTrip"])
            spread[min(9, int(result["overallTrip"]))] += 1
            if not is_hire:
                levels[asked["destination"] + " " + result["cumulativePeRiskLevel"]] += 1

stays = Counter((person, country) for person, country, _ in person_days)
top = sorted(stays.items(), key=lambda entry: (-entry[1], entry[0]))[:50]
print(json.dumps({
    "counted": {"trips": trips, "hires": hires, "people": len(people), "scored": scored, "days": len(person_days),
                "sharedDays": plain_days - len(person_days), "peopleInCountries": len(stays)},
    "excluded": dict(reasons),
    "inForce": dict(in_force),
    "daysByCountryAndQuarter": dict(Counter("%s %s" % (country, quarter(day)) for _, country, day in person_days)),
    "quarters": {each: [per_quarter_trips[each], per_quarter_hires[each], len(people_in_quarter[each])]
                 for each in people_in_quarter},
    "daysByQuarter": dict(Counter(quarter(day) for _, _, day in person_days)),
    "overall": {country: [len(scores), round(sum(scores) / len(scores), 6), max(scores)] for country, scores in overall.items()},
    "spread": [spread[column] for column in range(10)],
    "peLevels": dict(levels),
    "longestStays": ["%s %s %s %d" % (*person, country, days) for (person, country), days in top],
}, sort_keys=True, ensure_ascii=False, indent=1))
