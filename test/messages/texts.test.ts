import { describe, expect, it } from 'vitest'
import { describeEvent, describeFindings, describeRun, terminalFace } from '../rooms/cli/output.ts'
import { rowStates } from '../rooms/contract.ts'
import {
  describeHalt,
  describePlannedLine,
  describeShownLine,
  type HaltReason,
  labelState,
  type Wait,
} from '../rooms/messages.ts'
import type { RunEvent, RunReport } from '../rooms/pipeline/model.ts'
import { describeRunEvent, pageFace } from '../rooms/web.ts'
import { commandLine } from './expect-worded.ts'

const shown = [...rowStates.filter((state) => state !== 'done'), 'scored', 'decided', 'invited']

function atTerminal(state: string, changes: object = {}, report: Partial<RunReport> = {}): string {
  const line = { state, wasDone: false, count: 2, ...changes }
  const traffic = { requests: 0, refused: {}, retries: 0, latencyMs: undefined }
  const facts = { runId: 1, operation: 'assess', rows: 2, sheets: [], orphans: 0, targetLabel: '', isTestTarget: true }
  const times = { startedAt: 0, endedAt: 1_000, ledger: { ledgerId: 'a1', number: 1, digest: '', at: 0 } }
  const all: RunReport = { ...facts, balance: [line], halt: undefined, output: undefined, traffic, ...times, ...report }
  return describeRun(all, { command: 'command' })[1]?.trim() ?? ''
}

function atCheck(state: string, wasDone = false): string {
  const report = { sheets: [], rows: 2, balance: [{ state, wasDone, count: 2 }], groups: [], others: 0 }
  return describeFindings({ file: 'a.xlsx', report })[1]?.trim() ?? ''
}

const halts: readonly HaltReason[] = [
  { kind: 'interrupted' },
  { kind: 'authorisation', message: 'Invalid Auth' },
  { kind: 'redirect', message: 'https://a.example answers with a redirect.' },
  { kind: 'address', address: 'https://a.example', message: 'HTTP 404' },
  { kind: 'unreachable', message: 'it refuses connections' },
  { kind: 'held-off', message: 'the service asks for a pause of 2 h' },
  { kind: 'unknowns', count: 5 },
  { kind: 'mixed-up', count: 5 },
  { kind: 'errors', count: 1 },
  { kind: 'rejections', field: 'destination', message: 'no such country' },
  { kind: 'rejections', field: '', message: 'no such country' },
  { kind: 'broken', error: new Error('x') },
]

const senders = [
  { name: 'ann@one', rows: 1, heardMs: undefined },
  { name: 'ben@two', rows: 3, heardMs: 2_000 },
]
const waits: readonly Wait[] = [
  { kind: 'hold', ms: 4_000 },
  { kind: 'question' },
  { kind: 'requests', count: 1 },
  { kind: 'requests', count: 1_200 },
  { kind: 'turn', count: 2 },
  { kind: 'senders', senders },
  { kind: 'scores', rows: 40, dueMs: 25_000 },
  { kind: 'scores', rows: 1, dueMs: undefined },
  { kind: 'queue' },
  { kind: 'ledger' },
]
const strain = { refusals: 27, status: 429, pace: { perSecond: 2, inFlight: 4 }, heldMs: 0 }
const events: readonly RunEvent[] = [
  { kind: 'still', forMs: 60_000, waits: [] },
  { kind: 'waiting', senders },
  { kind: 'held', cause: 'unreachable', status: undefined, heldMs: 2_000 },
  { kind: 'held', cause: 'refused', status: 503, heldMs: 2_000 },
  { kind: 'strain', phase: 'began', ...strain },
  { kind: 'strain', phase: 'ended', ...strain },
]

describe('each face words', () => {
  it('every state', () => {
    const line = (state: string, wasDone = false) => ({ state, wasDone, count: 2 })
    for (const state of shown) {
      const said = [describeShownLine(line(state)), describePlannedLine(line(state)), labelState(state)]
      expect(said.join('; ')).not.toMatch(commandLine)
      expect(said).not.toContain('')
      for (const text of [atTerminal(state), atCheck(state)]) expect(text).toMatch(new RegExp(`^2  ${state} +\\S`))
    }
  })

  it('a state at a terminal with its table and its action, and what nothing was created for', () => {
    expect(atTerminal('unknown')).toMatch(/look them up at the service \(see the sheet Unknown\)$/)
    const output = { file: 'o.csv', isSecondName: false, beside: new Map([['Unknown', 'o.unknown.csv']]) }
    expect(atTerminal('unknown', {}, { output })).toMatch(/\(see o.unknown.csv\)$/)
    expect(atTerminal('pending')).toBe('2  pending    created; scores not ready in time: the same command asks again')
    expect(atTerminal('pending', { wasNamed: true })).toContain('asked again; scores not ready in time')
    expect(atTerminal('scored', { wasNamed: true })).toContain('asked again, with scores')
    expect(atTerminal('scored', { wasDone: true })).toContain('already done by an earlier run')
    expect(atCheck('scored', true)).toContain('already done by an earlier run')
    expect(atCheck('duplicate')).toContain('would not be sent: same content as an earlier row')
    expect(atTerminal('ready', {}, { limit: 1 })).toContain('beyond --limit; the same command without it sends them')
  })

  it.each(halts)('the halt $kind', (halt) => {
    const [terminal, page] = [terminalFace, pageFace].map((face) => describeHalt(halt, face))
    expect(terminal).toMatch(/^\S.*[.?]$/)
    expect(page).toMatch(/^([A-Z0-9]|https:).*[.?]$/)
    expect(page).not.toMatch(commandLine)
  })

  it('every wait and event', () => {
    const still = waits.map((wait): RunEvent => ({ kind: 'still', forMs: 60_000, waits: [wait] }))
    for (const event of [...still, ...events]) {
      expect(describeEvent(event)?.text).toMatch(/\S/)
      expect(describeRunEvent(event) ?? '').not.toMatch(commandLine)
    }
  })
})
