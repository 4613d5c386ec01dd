import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RecordedRequest, RunStatus } from '../../rooms/ledger/port.ts'
import {
  dayOf,
  type FigureRequest,
  type Figures,
  meanOf,
  readFigures,
  showQuarter,
} from '../../rooms/pipeline/figures.ts'
import { runStatus } from '../../support/run-status.ts'
import { makeHistory } from './make-history.ts'
import { decided, recorded } from './recorded.ts'

const operations = { assess: 'assess', decide: 'decide' }
const real = 'https://service.example'
const test = 'https://service.example/version-test'
const sandbox = 'sandbox:/data.sqlite'

function run(address: string, company: string, state = 'scored'): RunStatus {
  const balance = [{ state, wasDone: false, count: 1 }]
  return runStatus({ address, company, endedAt: 1, ending: 'done', isRunning: false, rows: 1, balance })
}

function ledgerOf(history: readonly RecordedRequest[], runs: readonly RunStatus[]): FigureRequest['store'] {
  return {
    name: 'a ledger',
    status: async () => ({ holder: undefined, runs, ended: 0 }),
    async *recorded() {
      for (let from = 0; from < history.length; from += 7) yield history.slice(from, from + 7)
    },
  }
}

function read(
  history: readonly RecordedRequest[],
  runs: readonly RunStatus[],
  choice: Partial<FigureRequest> = {},
): Promise<Figures> {
  const period = { first: undefined, last: undefined }
  return readFigures({
    store: ledgerOf(history, runs),
    operations,
    company: undefined,
    period,
    mostStays: 50,
    now: 0,
    ...choice,
  })
}

/** As the other computation words it. */
function tell(figures: Figures) {
  const { trips, hires, people, scored, days, sharedDays, peopleInCountries, quarters, countries } = figures
  const byQuarter = <Value>(value: (one: Figures['quarters'][number]) => Value) =>
    Object.fromEntries(quarters.map((one) => [showQuarter(one.quarter), value(one)]))
  return {
    counted: { trips, hires, people, scored, days, sharedDays, peopleInCountries },
    excluded: Object.fromEntries(figures.excluded),
    inForce: Object.fromEntries(figures.inForce),
    daysByCountryAndQuarter: Object.fromEntries(
      countries.flatMap(({ country, byQuarter: split }) =>
        [...split].map(([quarter, some]) => [`${country} ${showQuarter(quarter)}`, some]),
      ),
    ),
    quarters: byQuarter((one) => [one.trips, one.hires, one.people]),
    daysByQuarter: Object.fromEntries(Object.entries(byQuarter((one) => one.days)).filter(([, some]) => some > 0)),
    overall: Object.fromEntries(
      figures.risks.map(({ group, risks: { overallTrip } }) => [
        group,
        [overallTrip.count, Math.round(meanOf(overallTrip) * 1e6) / 1e6, overallTrip.worst],
      ]),
    ),
    spread: figures.spread,
    peLevels: Object.fromEntries(
      countries.flatMap(({ country, peLevels }) =>
        [...peLevels].map(([level, count]) => [`${country} ${level}`, count]),
      ),
    ),
    longestStays: figures.longestStays.map(
      (stay) => `${stay.company} ${stay.employeeId} ${stay.destination} ${stay.days}`,
    ),
  }
}

const period = { first: dayOf('2025-02-10'), last: dayOf('2025-11-20') }
const recomputed = JSON.parse(readFileSync(new URL('recomputed.json', import.meta.url), 'utf8'))
const hasPython = spawnSync('python3', ['--version']).status === 0

function recompute(history: readonly RecordedRequest[], ...days: readonly string[]): unknown {
  const input = history.map((one) => JSON.stringify(one)).join('\n')
  const script = new URL('recompute.py', import.meta.url).pathname
  const { stdout, stderr } = spawnSync('python3', [script, ...days], { input, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

describe('figures', () => {
  const history = makeHistory(150)

  it('are those of a plain computation in another language, which is kept', async () => {
    expect(tell(await read(history, [run(real, 'acme')]))).toEqual(recomputed.always)
    expect(tell(await read(history, [run(real, 'acme')], { period }))).toEqual(recomputed.period)
  })

  it.skipIf(!hasPython)('are kept as Python computes them', () => {
    expect(recompute(history)).toEqual(recomputed.always)
    expect(recompute(history, '2025-02-10', '2025-11-20')).toEqual(recomputed.period)
  })

  it('count each request once, or say why not', async () => {
    for (const choice of [{}, { period }, { company: 'ACME ' }]) {
      const figures = await read(history, [run(real, 'acme')], choice)
      const excluded = [...figures.excluded.values()].reduce((sum, count) => sum + count, 0)
      expect(figures.trips + figures.hires + excluded).toBe(history.length)
    }
  })
})

describe('figures are of one kind of target', () => {
  const addresses = [real, test, sandbox]
  const history = addresses.map((address, index) => recorded({ id: index, address, subject: `E${index}` }))

  it.each([
    ['the service itself before all others', [sandbox, test, real], 'production', real],
    ['its test environment before the sandbox', [sandbox, test], 'test', test],
    ['the sandbox where there is nothing else', [sandbox], 'simulated', sandbox],
  ])('%s', async (_, known, kind, address) => {
    const figures = await read(
      history.filter((one) => known.includes(one.address)),
      known.map((one) => run(one, 'acme')),
    )
    expect(figures).toMatchObject({ kind, trips: 1, targets: [{ address, company: 'acme' }] })
    expect(figures.excluded.get('elsewhere') ?? 0).toBe(known.length - 1)
  })

  it('even when somebody tried the service and nothing was created', async () => {
    const figures = await read(history.slice(2), [run(sandbox, 'acme'), run(real, 'acme', 'invalid')])
    expect(figures).toMatchObject({ kind: 'simulated', trips: 1 })
  })

  it.each(['changed', 'kept'])('where all that is left of a sheet is %s, something was created', async (state) => {
    const figures = await read(history.slice(0, 1), [run(sandbox, 'acme'), run(real, 'acme', state)])
    expect(figures).toMatchObject({ kind: 'production', trips: 1 })
  })

  it('and nothing of a sandbox that is gone', async () => {
    const figures = await read([recorded({ address: `${sandbox} (deleted)`, isRetired: true })], [run(sandbox, 'acme')])
    expect([figures.trips, figures.excluded.get('retired')]).toEqual([0, 1])
  })

  it('and of nobody twice: the same number at two companies is two people', async () => {
    const people = ['acme', 'globex'].map((company, id) => recorded({ id, company }))
    expect(await read(people, [run(real, 'acme'), run(real, 'globex')])).toMatchObject({ people: 2, days: 20 })
    const alone = await read(people, [run(real, 'acme'), run(real, 'globex')], { company: ' GLOBEX' })
    expect(alone).toMatchObject({ people: 1, days: 10, targets: [{ address: real, company: 'globex' }] })
  })

  it('and what only its identifier is known of is nobody’s', async () => {
    const named = [1, 2].map((id) => ({ ...recorded({ id, state: 'accepted' }), subject: null, request: '{}' }))
    expect((await read(named, [run(real, 'acme')])).excluded.get('unnamed')).toBe(2)
  })

  it('with the decisions there', async () => {
    const decision = { operation: 'decide', request: '{"status":"Pending"}' }
    const decisions = [real, sandbox].map((address, id) => ({
      ...recorded({ id, address }),
      ...decision,
      subject: null,
    }))
    const invitation = { ...recorded({ id: 9 }), operation: 'invite' }
    const figures = await read(
      [...decisions, invitation, recorded({ latest: decided('Pending') })],
      [run(real, 'acme')],
    )
    expect(figures.decisions).toEqual([{ status: 'Pending', approver: '', recorded: 1 }])
    expect(figures).toMatchObject({ trips: 1, inForce: new Map([['Pending', 1]]) })
  })

  it('and refuse a company that nobody has heard of', async () => {
    await expect(read(history, [run(real, 'acme'), run(test, 'globex')], { company: 'initech' })).rejects.toMatchObject(
      {
        code: 'usage',
        hint: 'It knows acme, globex; leave ‹company› out for all of them.',
      },
    )
  })
})
