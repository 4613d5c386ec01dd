import { ask } from '../../ledger/postgres/database.ts'
import { openDatabase } from '../../rooms/support.ts'
import { type Alteration, altering, hurried } from '../../support/altered.ts'
import { ledgerFile, Workspace } from '../../support/program.ts'
import { createAssessments, readDecisions } from '../../support/sandbox-decisions.ts'
import type { TestSandbox } from '../../support/test-sandbox.ts'
import { type Row, toCsv, trip } from '../../support/trips.ts'
import { type CrashRun, type Orders, runToPoint } from './crash-run.ts'
import { createdFor } from './created.ts'

/** A sheet whose runs have left one row unknown, and a longer one that is begun in vain, with --retry-unknown. */
export interface WaitingWorld {
  space: Workspace
  /** The same sheet as before, as anybody starts it again. */
  plain: readonly string[]
  /** Of the longer sheet: what may be asked for, and what is refused only when it was loaded. */
  begun: readonly string[]
  refusals: Readonly<Record<string, readonly string[]>>
  start(args: readonly string[], orders?: Orders): Promise<CrashRun>
  /** The longer sheet again, by a program that asks for no release. */
  around(): Promise<unknown>
  look(): Promise<Look>
  end(): void
}

/** What the service has processed, and all submissions that were ever sent or that another run has. */
export interface Look {
  processed: readonly string[]
  submissions: readonly string[]
  /** The last run of all, where that was released. */
  lastReleased: number | undefined
  /** Of them, what a run that waits has added. */
  added: readonly string[]
}

export interface WaitingPlan {
  operation: 'assess' | 'decide'
  /** Of a database; a file by default. */
  address?: string | undefined
  /** Guards taken away; in every run. */
  without?: readonly Alteration[]
  /** The same of runs that are begun in vain alone. */
  begunWithout?: readonly Alteration[]
}

/** A face that goes round the door. */
const around: Alteration = {
  from: 'const refusal = await ledger.waiting.release(',
  to: 'const refusal = await (() => undefined)(',
}

const seen = `SELECT state, tries, identifier, request, sent_at, doubted, epoch, turn, problem, superseded_by, held_against
  FROM submissions ORDER BY id`
const lastRun = 'SELECT id, waits_for AS "waitsFor" FROM runs ORDER BY id DESC LIMIT 1'

export async function createWaitingWorld(
  sandbox: TestSandbox,
  name: string,
  { operation, address, without = [], begunWithout = [] }: WaitingPlan,
): Promise<WaitingWorld> {
  const ends: (() => void)[] = []
  const alterations = [...(address === undefined ? [] : hurried), ...without]
  const isAltered = alterations.length > 0
  const variables = isAltered ? { ...sandbox.variables, ...altering(alterations) } : sandbox.variables
  const space = new Workspace(variables, (end) => void ends.push(end))
  const { sheet, longer, wrong, endpoint, processed } = await drawSheets(sandbox, name, operation)
  space.write('sheet.csv', toCsv(sheet))
  space.write('longer.csv', toCsv([...sheet, ...longer]))
  space.write('wrong.csv', toCsv([...sheet, ...longer, wrong]))
  const common = ['--json', '--concurrency', '1', ...(address === undefined ? [] : ['--ledger', address])]
  const yes = operation === 'decide' ? ['--yes'] : []
  const command = (input: string, ...more: string[]): string[] => [operation, input, ...common, ...yes, ...more]
  const retrying = ['--retry-unknown', '-o', 'retried.xlsx']
  const query = async <Row>(text: string): Promise<Row[]> => {
    if (address !== undefined) return ask<Row & Record<string, unknown>>(address, text)
    const db = openDatabase(space.path(ledgerFile), { isReadonly: true })
    try {
      return db.prepare<[], Row>(text).all()
    } finally {
      db.close()
    }
  }
  const world: WaitingWorld = {
    space,
    plain: command('sheet.csv'),
    begun: command('longer.csv', ...retrying),
    refusals:
      operation === 'assess'
        ? { 'output of another ledger': command('longer.csv', '--retry-unknown', '-o', 'elsewhere.xlsx') }
        : {
            'not confirmed': command('longer.csv', ...retrying).filter((word) => word !== '--yes'),
            'all or nothing': command('wrong.csv', ...retrying, '--all-or-nothing'),
          },
    start: (args, orders = {}) => {
      const ledger = address === undefined ? {} : { ledger: 'postgres' as const }
      const begun = args === world.plain ? [] : begunWithout
      return runToPoint(space, args, { ...ledger, ...orders }, [...alterations, ...begun])
    },
    around: () => space.spawn(command('longer.csv', ...retrying), altering([...alterations, around])),
    async look() {
      const all = await query<{ state: string; tries: number; identifier: string | null }>(seen)
      const isAdded = ({ state, tries, identifier }: (typeof all)[number]): boolean =>
        state === 'ready' && Number(tries) === 0 && identifier === null
      const [run] = await query<{ id: number; waitsFor: string | null }>(lastRun)
      return {
        processed: processed(),
        submissions: all.filter((one) => !isAdded(one)).map((one) => JSON.stringify(one)),
        added: all.filter(isAdded).map((one) => JSON.stringify(one)),
        lastReleased: run?.waitsFor === null ? run.id : undefined,
      }
    },
    end() {
      for (const end of ends.toReversed()) end()
    },
  }
  // Another user, whose ledger this one does not know.
  const other = new Workspace(sandbox.variables, (end) => void ends.push(end))
  other.write('others.csv', toCsv(longer))
  await other.spawn([operation, 'others.csv', ...yes, '-o', space.path('elsewhere.xlsx')])
  const killed = await world.start(world.plain, { atLabel: `after send ${endpoint}`, nth: 1 })
  const left = await space.spawn(world.plain)
  if (killed.death === undefined || left.summary.outcomes?.['unknown'] !== 1) {
    throw new Error(`nothing is unknown: ${killed.stderr}${left.stderr}`)
  }
  return world
}

interface Sheets {
  sheet: Row[]
  longer: Row[]
  wrong: Row
  endpoint: string
  processed(): string[]
}

async function drawSheets(sandbox: TestSandbox, name: string, operation: WaitingPlan['operation']): Promise<Sheets> {
  if (operation === 'assess') {
    return {
      sheet: [1, 2].map((number) => trip(`${name}/${number}`)),
      longer: [trip(`${name}/3`)],
      wrong: trip(`${name}/4`, { 'Host country': 'Atlantis', 'Trip end': '2020-01-01' }),
      endpoint: 'rwa_create',
      processed: () => createdFor(sandbox, name).map(({ id, input }) => `${String(input['employeeId'])} ${id}`),
    }
  }
  const ids = await createAssessments(sandbox, 3)
  const [first = '', second = '', third = ''] = ids
  return {
    sheet: [
      { assessmentId: first, status: 'Rejected', managerId: 'M-1' },
      { assessmentId: second, status: 'Pending', managerId: '' },
    ],
    longer: [{ assessmentId: third, status: 'Pending', managerId: '' }],
    wrong: { assessmentId: third, status: 'Aproved', managerId: '' },
    endpoint: 'rwa_update',
    processed: () => ids.flatMap((id) => readDecisions(sandbox.dataFile, id).map((each) => JSON.stringify(each))),
  }
}

/** Begins it, by `orders` perhaps only to a point; then the plain run. What is wrong then, and whether it was released. */
export async function beginInVain(
  world: WaitingWorld,
  args: readonly string[],
  orders?: Orders,
): Promise<{ faults: string[]; isReleased: boolean; run: CrashRun }> {
  const before = await world.look()
  const run = await world.start(args, orders)
  const after = await world.look()
  const last = await world.space.spawn(world.plain)
  const plain = await world.look()
  // What it has released is sent by the next run.
  const isReleased = after.lastReleased !== undefined && after.lastReleased !== before.lastReleased
  // And what may be sent, and was not killed because its point did not come, has done so by itself.
  if ((run.death !== undefined || args === world.begun) && isReleased) return { faults: [], isReleased: true, run }
  const where = run.death === undefined ? 'refused' : `killed at ${run.death.at}, ${run.death.label}`
  const compare = (when: string, name: 'processed' | 'submissions', now: Look): string[] =>
    JSON.stringify(now[name]) === JSON.stringify(before[name])
      ? []
      : [`${where}, ${when}: ${name} were ${before[name].join(' ')}, and are ${now[name].join(' ')}`]
  // A run that died holds what it added until its lease is over.
  const left = after.added.filter((one) => !before.added.includes(one))
  const faults = [
    ...compare('at once', 'processed', after),
    ...compare('at once', 'submissions', after),
    ...compare('after a plain run', 'processed', plain),
    ...compare('after a plain run', 'submissions', plain),
    ...(run.death === undefined && run.code !== 2 && run.code !== 1
      ? [`it is not refused, but ends with ${run.code}: ${run.stderr}`]
      : []),
    ...(run.death === undefined && left.length > 0 ? [`a refused run leaves ${left.join(' ')}`] : []),
    ...(last.code === 4 ? [] : [`${where}; the plain run ends with ${last.code}: ${last.stderr}`]),
  ]
  return { faults, isReleased: false, run }
}
