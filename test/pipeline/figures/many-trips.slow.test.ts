import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createWorkspace, load } from '../../ledger/workspace.ts'
import { sumSubmissions } from '../../rooms/ledger/sqlite.ts'
import { scale } from '../../support/scale.ts'

const quarters = 8
const countries = 40

/** Makes a ledger with so many scored trips over eight quarters, of as many people as have two trips a quarter each. */
async function makeLedger(count: number): Promise<{ file: string; output: string }> {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  const people = Math.ceil(count / (2 * quarters))
  const days = (quarters * 365) / 4
  const rows = Array.from({ length: count }, (_, number) => {
    const first = Date.UTC(2025, 0, 1 + ((number * 7 + 3 * Math.floor(number / people)) % (days - 30)))
    const identity = {
      purpose: 'Work From Anywhere',
      employeeId: `E${number % people}`,
      destination: `Country ${(number * 13) % countries}`,
      startDate: new Date(first).toISOString(),
      endDate: new Date(first + (number % 40) * 86_400_000).toISOString(),
    }
    const similarityKey = { subject: identity.employeeId, traits: [identity.startDate, `${number}`] as const }
    const request = { json: JSON.stringify(identity), identity: { ...identity, number }, similarityKey, claims: [] }
    return { kind: 'request', request } as const
  })
  await load(ledger, rows, { pageSize: 5_000 })
  await ledger.close()
  const db = workspace.connect()
  const scores =
    '{"workingRights":1.5,"payrollTax":2,"socialSecurity":3,"corporateTax":4.5,"employmentLaw":5,"overallTrip":6.5,"cumulativePeRiskLevel":"Low"}'
  // As it is after so many answers, without waiting for them.
  db.exec("UPDATE submissions SET state = 'sending', sent_at = 1, sent_in = 1, holder = 1, claim = 1")
  db.exec(`UPDATE submissions SET state = 'accepted', identifier = 'A-' || id, accepted_at = 2`)
  db.exec(`UPDATE submissions SET state = 'done', result = '${scores}', done_at = 3`)
  sumSubmissions(db, db.prepare<[], number>('SELECT id FROM submissions').pluck().all())
  db.close()
  rmSync(`${workspace.file}.mark`)
  await workspace.open().close()
  return { file: workspace.file, output: join(workspace.folder, 'report') }
}

/** Says at its end what the process has cost. */
const measured = `
import { peakMemory } from '${new URL('../../support/peak-memory.mjs', import.meta.url)}'
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, bytes: peakMemory() }))
})
`

const report = `${measured}
process.argv.splice(1, 0, 'rwa-batch')
await import('${new URL('../../../dist/bin/rwa-batch.cjs', import.meta.url)}')
`

/** The same rows out of the same file, and nothing made of them: what no report can do without. */
const bareRead = `${measured}
import { openDatabase } from '${new URL('../../../dist/support/sqlite.js', import.meta.url)}'
const db = openDatabase(process.argv[1], { isReadonly: true })
const all = db.prepare('SELECT * FROM submissions ORDER BY operation, target_id, subject, id')
for (const { request, result } of all.iterate()) [JSON.parse(request), JSON.parse(result)]
`

function run(program: string, args: readonly string[]): { cpuMs: number; bytes: number; said: string } {
  const all = ['--input-type=module', '-e', program, '--', ...args]
  const { stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' })
  return { ...JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''), said: stderr }
}

it.each([
  { face: 'html', mostTimes: 2.5 },
  { face: 'xlsx', mostTimes: 3 },
])(
  'a report as $face costs at most $mostTimes times what reading its rows costs, and hardly any memory',
  async ({ face, mostTimes }) => {
    const count = scale({ full: 100_000, short: 10_000 })
    const { file, output } = await makeLedger(count)
    const bare = run(bareRead, [file])
    const seen = run(report, ['report', '--ledger', file, '--output', `${output}.${face}`])
    expect(seen.said).toContain(`${count.toLocaleString('en')} trips`)
    expect(seen.bytes).toBeLessThan(200e6)
    // Of the processor, and against each other: what else the machine does is no matter. A short form is mostly starting.
    expect(seen.cpuMs / bare.cpuMs).toBeLessThan(scale({ full: mostTimes, short: 8 }))
  },
)
