import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type OpenSandbox, openSandbox, type ServingOptions } from '../rooms/sandbox.ts'
import type { Clock } from '../rooms/support.ts'
import { anyTrip } from '../support/any-trip.ts'
import { seededRandom } from '../support/seeded-random.mjs'

export const acmeToken = 'sandbox-token-acme'
export const globexToken = 'sandbox-token-globex'

export const trip = { ...anyTrip, workingDays: 22, employeeId: 'E-1' }

const { pastTripsDuration: _, ...tripOrHire } = trip
export const hire = {
  ...tripOrHire,
  purpose: 'Hire From Anywhere',
  urgency: 'Within 3 months',
  numberHires: 2,
}

export const invitee = { first_name: 'Ana', last_name: 'Silva', email: 'ana@acme.example', staff_id: 'C-002' }

/** A clock that stands still until it is told. */
export interface HeldClock extends Clock {
  advance(ms: number): void
}

export function holdClock(nowMs = Date.parse('2026-02-01T09:00:00.000Z')): HeldClock {
  let current = nowMs
  return {
    now: () => current,
    sleep: async (ms) => {
      current += ms
    },
    advance: (ms) => {
      current += ms
    },
  }
}

export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A sandbox for one test: any port, nothing kept, results ready at once, invitations in a folder of its own. */
export async function startForTest(options: Partial<ServingOptions> = {}): Promise<OpenSandbox> {
  const sandbox = await openSandbox({
    port: 0,
    data: ':memory:',
    readyAfterMs: { min: 0, max: 0 },
    random: seededRandom(1),
    outbox: join(await makeTemporaryFolder(), 'outbox'),
    ...options,
  })
  onTestFinished(() => sandbox.close())
  return sandbox
}

export type Caller = (endpoint: string, body: unknown) => Promise<unknown>

/** Calls endpoints as one company and gives the answer's JSON; every such answer has status 200. */
export function callAs(sandbox: OpenSandbox, token: string): Caller {
  return async (endpoint, body) => {
    const response = await fetch(`${sandbox.baseUrl}/${endpoint}`, {
      method: 'POST',
      // A connection that is kept would be taken for the next sandbox on the same port.
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Connection: 'close' },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    return response.json()
  }
}

export interface Created {
  assessmentId: string
  reportUrl: string
}

export async function createFor(call: Caller, body: object): Promise<Created> {
  const answer = (await call('rwa_create', body)) as { response: { assessment_id: string; redirect_url: string } }
  return { assessmentId: answer.response.assessment_id, reportUrl: answer.response.redirect_url }
}

export function singleError(message: string): object {
  return { status: 'error', success: false, message }
}

export function fieldError(field: string, message: string): object {
  return { status: 'error', success: false, errors: [{ field, message }] }
}
