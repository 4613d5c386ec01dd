"""The same job as a plain script: openpyxl, httpx, 32 workers. python3 plain_python.py <input> <output> <base url>"""

import asyncio
import datetime
import json
import os
import resource
import sys

import httpx
import openpyxl

IN_FLIGHT = 32
FIELDS = {
    "Employee ID": "employeeId",
    "Assessment type": "purpose",
    "Citizenship": "citizenship",
    "Country of residence": "residency",
    "Destination country": "destination",
    "Start date": "startDate",
    "End date": "endDate",
    "Working days": "workingDays",
    "Previous days abroad": "pastTripsDuration",
    "Role type": "roleType",
    "Seniority": "seniority",
    "Legal right to work": "legalRight",
    "Signs contracts": "salesContracts",
    "Local market benefit": "benefitLocalMarket",
}
SCORES = ["workingRights", "payrollTax", "socialSecurity", "corporateTax", "employmentLaw", "overallTrip"]


def to_input(headings, cells):
    fields = {}
    for heading, value in zip(headings, cells):
        if heading in FIELDS:
            is_date = isinstance(value, datetime.datetime)
            fields[FIELDS[heading]] = value.strftime("%Y-%m-%dT%H:%M:%S.000Z") if is_date else value
    return fields


async def call(client, endpoint, fields):
    response = await client.post(endpoint, json=fields)
    return response.json()


async def assess(client, fields):
    created = await call(client, "rwa_create", fields)
    if created["status"] != "success":
        raise RuntimeError(created)
    assessment_id = created["response"]["assessment_id"]
    while True:
        answer = await call(client, "rwa_retrieve", {"assessmentId": assessment_id})
        if answer["status"] == "success":
            break
        if answer["message"] != "Pending":
            raise RuntimeError(answer)
        await asyncio.sleep(1)
    return [assessment_id, created["response"]["redirect_url"], *(answer["data"][score] for score in SCORES)]


async def assess_all(base_url, headings, rows):
    results = [None] * len(rows)
    left = iter(enumerate(rows))

    async def work(client):
        for index, cells in left:
            results[index] = await assess(client, to_input(headings, cells))

    headers = {"authorization": f"Bearer {os.environ['RWA_API_TOKEN']}"}
    limits = httpx.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=IN_FLIGHT)
    async with httpx.AsyncClient(base_url=base_url, headers=headers, limits=limits, timeout=45) as client:
        await asyncio.gather(*(work(client) for _ in range(IN_FLIGHT)))
    return results


def main(input_file, output_file, base_url):
    source = openpyxl.load_workbook(input_file, read_only=True)
    headings, *rows = source.active.iter_rows(values_only=True)
    results = asyncio.run(assess_all(base_url, headings, rows))
    workbook = openpyxl.Workbook(write_only=True)
    sheet = workbook.create_sheet("Results")
    sheet.append([*headings, "assessmentId", "reportUrl", *SCORES])
    for cells, result in zip(rows, results):
        sheet.append([*cells, *result])
    workbook.save(output_file)


main(*sys.argv[1:])
with open(os.environ["RWA_MEASURED"], "w") as file:
    unit = 1 if sys.platform == "darwin" else 1024
    json.dump({"peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit}, file)
