import { describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../rooms/support.ts'
import { type Ended, Workspace } from '../support/program.ts'
import { toCsv, trips } from '../support/trips.ts'

interface Verdict {
  created: number
  twice: number
  lost: number
  unknown: number
  repeated: number
}

function verdictOf({ summary }: Ended): Verdict | undefined {
  return (summary as unknown as { verdict?: Verdict }).verdict
}

function createSpace(rows: number): Workspace {
  const space = new Workspace()
  space.write('trips.csv', toCsv(trips(rows)))
  return space
}

const flawless = { twice: 0, lost: 0, repeated: 0 }

describe('a rehearsal with faults', () => {
  it('says which faults are on, and ends with a verdict, also when what is unknown is sent again', async () => {
    const space = createSpace(60)
    const faults = 'create.reset-after=10%,create.no-id=5%,429=2%:0s,seed=2'
    const first = await space.assess('trips.csv', '--sandbox', '--no-wait', '--faults', faults)
    const { accepted = 0, unknown = 0 } = first.summary.outcomes
    expect([first.code, accepted + unknown], first.stderr).toEqual([4, 60])
    expect(verdictOf(first)).toEqual({ ...flawless, created: 60, unknown })
    expect(first.stderr).toContain('the sandbox misbehaves on purpose (seed 2):')
    expect(first.stderr).toContain(`Verdict of the rehearsal: created 60, twice 0, lost 0, unknown ${unknown}\n`)

    const again = ['--sandbox', '--no-wait', '--faults', 'seed=1', '--retry-unknown']
    const atOnesWord = await space.assess('trips.csv', ...again)
    expect(atOnesWord.code, atOnesWord.stderr).toBe(0)
    expect(verdictOf(atOnesWord)).toEqual({ created: 60 + unknown, twice: 0, lost: 0, unknown: 0, repeated: unknown })
  })

  it('judges all of it after a crash', async () => {
    const space = createSpace(150)
    const command = ['assess', 'trips.csv', '--json', '--sandbox', '--no-wait', '--faults', 'create.slow=50%:100ms']
    const first = space.start(command)
    const count = (): number => countAssessments(space.path('output/sandbox.sqlite'))
    await first.until(() => count() >= 50)
    first.child.kill('SIGKILL')
    await first.ended
    const second = await space.run(command)
    const { accepted = 0, unknown = 0 } = second.summary.outcomes
    expect(accepted + unknown, second.stderr).toBe(150)
    expect(verdictOf(second)).toEqual({ ...flawless, created: count(), unknown })
  })

  it('calls it a defect, and ends with 1, when something is there that the ledger does not explain', async () => {
    const space = createSpace(3)
    await space.assess('trips.csv', '--sandbox', '--no-wait', '--faults', 'seed=1')
    await space.assess('trips.csv', '--sandbox', '--no-wait', '--ledger', 'other.sqlite', '-o', 'other.csv')
    const { code, stderr, ...ended } = await space.assess('trips.csv', '--sandbox', '--no-wait', '--faults', 'seed=1')
    expect([code, ended.summary.exitCode]).toEqual([1, 1])
    expect(verdictOf({ code, stderr, ...ended })).toEqual({ created: 6, twice: 3, lost: 3, unknown: 0, repeated: 0 })
    expect(stderr).toContain(
      'a duplicate or a lost row is a defect of rwa-batch, unless another client has sent the same rows',
    )
  })

  it('does not judge what the data file held before', async () => {
    const space = createSpace(3)
    await space.assess('trips.csv', '--sandbox', '--no-wait', '--ledger', 'other.sqlite', '-o', 'other.csv')
    const ended = await space.assess('trips.csv', '--sandbox', '--no-wait', '--faults', 'seed=1')
    expect([ended.code, verdictOf(ended)]).toEqual([0, { ...flawless, created: 3, unknown: 0 }])
  })

  it('judges decisions and invitations too', async () => {
    const space = createSpace(8)
    await space.assess('trips.csv', '--sandbox', '--no-wait', '-o', 'created.csv')
    const decisions = ids(space.path('output/sandbox.sqlite')).map((assessmentId, index) => ({
      assessmentId,
      status: 'Manager Approved',
      managerId: `M-${index}`,
      ...(index % 2 === 0 ? { note: `note ${index}` } : {}),
    }))
    space.write('decisions.csv', toCsv(decisions))
    const faults = ['--sandbox', '--yes', '--json', '--faults', 'update.reset-after=25%,invite.cut=25%,seed=3']
    const decided = await space.run(['decide', 'decisions.csv', ...faults])
    const { unknown = 0 } = decided.summary.outcomes
    expect(verdictOf(decided), decided.stderr).toEqual({ ...flawless, created: 8, unknown })

    const people = Array.from({ length: 8 }, (_, index) => ({
      first_name: 'Ann',
      last_name: 'Lee',
      email: `a${index}@example.com`,
      staff_id: `S-${index}`,
    }))
    space.write('staff.csv', toCsv(people))
    const invited = await space.run(['invite', 'staff.csv', ...faults])
    expect(unknown + (invited.summary.outcomes['unknown'] ?? 0)).toBeGreaterThan(0)
    expect(verdictOf(invited), invited.stderr).toEqual({
      ...flawless,
      created: 8,
      unknown: invited.summary.outcomes['unknown'] ?? 0,
    })
  })

  it('has no verdict without faults', async () => {
    const space = createSpace(1)
    const ended = await space.assess('trips.csv', '--sandbox', '--no-wait')
    expect(ended.summary).not.toHaveProperty('verdict')
    expect(ended.stderr).not.toContain('Verdict')
  })
})

describe('--faults is wrong usage', () => {
  it.each([
    [
      ['--base-url', 'http://127.0.0.1:1', '--faults', 'cut=1%'],
      'error: --faults is for the sandbox\nAdd --sandbox to rehearse',
    ],
    [['--sandbox', '--faults', 'cut=1'], 'the plan of faults: expected a share such as cut=1%, not “cut=1”'],
  ])('%j', async (options, said) => {
    const { code, stderr } = await createSpace(1).assess('trips.csv', ...options)
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })
})

describe('the command sandbox', () => {
  it('says which faults are on, and keeps the shape of its first line', async () => {
    const space = new Workspace()
    const running = space.start(['sandbox', '--port', '0', '--data', ':memory:', '--json', '--faults', 'cut=1%,seed=9'])
    await running.until(() => running.said().includes('all operations: cut 1%'))
    running.child.kill('SIGTERM')
    const { stdout, stderr } = await running.ended
    expect(stderr).toContain('the sandbox misbehaves on purpose (seed 9):')
    expect(Object.keys(JSON.parse(stdout.split('\n')[0] ?? ''))).toEqual(['baseUrl', 'companies', 'lists'])
  })
})

function look<T>(file: string, read: (db: Database) => T): T {
  const db = openDatabase(file, { isReadonly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** 0 while there is no such table yet. */
function countAssessments(file: string): number {
  try {
    return look(file, (db) => db.prepare<[], number>('SELECT COUNT(*) FROM assessment').pluck().get() ?? 0)
  } catch {
    return 0
  }
}

function ids(file: string): string[] {
  return look(file, (db) => db.prepare<[], string>('SELECT assessment_id FROM assessment').pluck().all())
}
