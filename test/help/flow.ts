import { request } from 'undici'
import { parseFaultPlan } from '../rooms/sandbox/faults.ts'
import { openSandbox } from '../rooms/sandbox.ts'
import { openDatabase } from '../rooms/support.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trips } from '../support/trips.ts'

/** The default of Power Automate and Azure Logic Apps: https://learn.microsoft.com/azure/logic-apps/error-exception-handling */
const mostRetries = 4
const isRetried = (status: number): boolean => status === 408 || status === 429 || status >= 500

export interface Tally {
  /** Assessments at the service. */
  created: number
  /** Of them those that an employee has beyond the first. */
  duplicates: number
  /** Of them those whose identifier the caller does not have. */
  unnamed: number
  /** Rows that the caller reports as failed or unknown. */
  open: number
}

interface Caller {
  /** Identifiers that it got, and rows that it reports as not done. */
  names: readonly string[]
  open: number
}

/** Sends the rows of a sheet one after another to a sandbox with faults, and counts what stands there in the end. */
export async function tally(
  rows: number,
  faults: string,
  send: (baseUrl: string, token: string, space: Workspace) => Promise<Caller>,
): Promise<Tally> {
  const space = new Workspace()
  space.write('trips.csv', toCsv(trips(rows)))
  const data = space.path('service.sqlite')
  const sandbox = await openSandbox({ data, faults: parseFaultPlan(faults) })
  try {
    const { names, open } = await send(sandbox.baseUrl, sandbox.companies[0]?.token ?? '', space)
    const db = openDatabase(data, { isReadonly: true })
    const sql = "SELECT assessment_id AS id, input ->> 'employeeId' AS employee FROM assessment"
    const there = db.prepare<[], { id: string; employee: string }>(sql).all()
    db.close()
    return {
      created: there.length,
      duplicates: there.length - new Set(there.map(({ employee }) => employee)).size,
      unnamed: there.filter(({ id }) => !names.includes(id)).length,
      open,
    }
  } finally {
    await sandbox.close()
  }
}

/** As a flow with an HTTP action for each row of a table, with the default retry policy; without its waits. */
export async function sendAsFlow(baseUrl: string, token: string, inputs: readonly object[]): Promise<Caller> {
  const names: string[] = []
  let open = 0
  for (const input of inputs) {
    const name = await actWithRetries(baseUrl, token, input)
    if (name === undefined) open += 1
    else names.push(name)
  }
  return { names, open }
}

/** One action: undefined when it failed in the end. */
async function actWithRetries(baseUrl: string, token: string, input: object): Promise<string | undefined> {
  for (let retry = 0; retry <= mostRetries; retry += 1) {
    const answer = await post(baseUrl, token, input)
    if (answer === undefined || isRetried(answer.status)) continue
    return /"assessment_id":"([^"]+)"/.exec(answer.body)?.[1]
  }
  return undefined
}

/** Undefined for a connection that failed, which is retried as well. */
async function post(
  baseUrl: string,
  token: string,
  input: object,
): Promise<{ status: number; body: string } | undefined> {
  try {
    const { statusCode, body } = await request(`${baseUrl}/rwa_create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      reset: true,
    })
    return { status: statusCode, body: await body.text() }
  } catch {
    return undefined
  }
}
