import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { openDatabase, type Random } from '../../rooms/support.ts'
import { type Ended, ledgerFile, Workspace } from '../../support/program.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

/** What became of commands on a ledger that was damaged. */
export interface Findings {
  /** Said as what it is, by some command. */
  said: number
  /** All outputs are what they would be. */
  harmless: number
  wrong: string[]
}

export type Damage = 'one bit' | 'a page of zeros'
/** Whether the last run ended as it should, or died when all was written. */
export type Ending = 'sealed' | 'died'

const pageBytes = 4096
const registerFile = '.local/state/rwa-batch/register.sqlite'
const isSaid = /damaged|lacks the last|is a database of another program|before the first release/

/**
 * Damages a ledger of so many rows, each time elsewhere, and does with it what people do. A bit is any one of a sealed
 * ledger. Of one whose run died it is one of a text that has a checksum: headings, names of files, addresses and reasons
 * have none there.
 */
export async function damageLedger(
  rows: number,
  { kind, ending, times, seed }: { kind: Damage; ending: Ending; times: number; seed: number },
): Promise<Findings> {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(rows)))
  const first = await space.assess('trips.csv', '-o', 'first.csv')
  if (first.code !== 0) throw new Error(first.stderr)
  const file = space.path(ledgerFile)
  const whole = readFileSync(file)
  const mark = readFileSync(`${file}.mark`, 'utf8')
  const register = readFileSync(space.path(registerFile))
  // Another file each time: SQLite may still know the one before.
  const put = (bytes: Buffer): void => {
    for (const end of ['', '-wal', '-shm', '.ballast']) rmSync(file + end, { force: true })
    writeFileSync(file, bytes)
    writeFileSync(space.path(registerFile), register)
    writeFileSync(
      `${file}.mark`,
      ending === 'sealed' ? mark : mark.replace(/\d+:\w+$/m, (seal) => '-'.repeat(seal.length)),
    )
  }
  const random = seededRandom(seed)
  const spots = kind === 'one bit' && ending === 'died' ? findCheckedTexts(file, whole) : undefined
  const findings: Findings = { said: 0, harmless: 0, wrong: [] }
  const expected = await lookAt(space, () => put(whole))
  for (let time = 0; time < times; time += 1) {
    const { bytes, where } = damage(whole, { kind, spots }, random)
    const found = await lookAt(space, () => put(bytes))
    const verdict = compare(found, expected)
    if (verdict === 'said' || verdict === 'harmless') findings[verdict] += 1
    else findings.wrong.push(`${where}: ${verdict}`)
    const sent = service.created().length
    if (sent > rows) throw new Error(`${where}: created again`)
  }
  return findings
}

interface Look extends Pick<Ended, 'code' | 'stderr'> {
  output: string
}

/** What the commands say, each of the ledger as it was put there. */
async function lookAt(space: Workspace, put: () => void): Promise<Look[]> {
  const looks: Look[] = []
  for (const args of [
    ['assess', 'trips.csv', '-o', 'out.csv', '--json'],
    ['collect', 'trips.csv', '-o', 'out.csv'],
    ['status', '--attempts', '--csv'],
  ]) {
    put()
    rmSync(space.path('out.csv'), { force: true })
    const { code, stderr, stdout } = await space.run(args)
    const isWritten = args.includes('-o')
    const output = isWritten
      ? existsSync(space.path('out.csv'))
        ? readFileSync(space.path('out.csv'), 'utf8')
        : ''
      : stdout
    looks.push({ code, stderr, output })
  }
  return looks
}

function compare(found: readonly Look[], expected: readonly Look[]): string {
  let verdict = 'harmless'
  for (const [index, { code, stderr, output }] of found.entries()) {
    const wanted = expected[index]
    if (/\n {4}at |defect/.test(stderr)) return `a stack trace: ${stderr.slice(0, 400)}`
    if (code === wanted?.code && output === wanted?.output) continue
    if (code === 1 && isSaid.test(stderr)) verdict = 'said'
    else
      return `command ${index} ended with ${code}: ${stderr.slice(0, 300)}; ${differenceOf(output, wanted?.output ?? '')}`
  }
  return verdict
}

function differenceOf(output: string, wanted: string): string {
  const lines = wanted.split('\n')
  const [line = '', at = 0] = output.split('\n').flatMap((text, index) => (text === lines[index] ? [] : [text, index]))
  return `${String(line).slice(0, 300)} instead of ${String(lines[Number(at)]).slice(0, 300)}`
}

interface Spot {
  at: number
  length: number
}

/** Where the texts of submissions, rows and lines of the log stand in the file. */
function findCheckedTexts(file: string, whole: Buffer): Spot[] {
  const db = openDatabase(file, { isReadonly: true })
  try {
    return [
      ...['request', 'identifier', 'report_url', 'result'].map((column) => `SELECT ${column} FROM submissions`),
      'SELECT cells FROM rows',
      'SELECT detail FROM attempts',
    ]
      .flatMap((sql) => db.prepare<[], string | null>(sql).pluck().all())
      .flatMap((text) => {
        const found = text === null || text.length < 8 ? -1 : whole.indexOf(text)
        return text === null || found < 0 ? [] : [{ at: found, length: Buffer.byteLength(text) }]
      })
  } finally {
    db.close()
  }
}

function damage(
  whole: Buffer,
  { kind, spots }: { kind: Damage; spots: readonly Spot[] | undefined },
  random: Random,
): { bytes: Buffer; where: string } {
  const bytes = Buffer.from(whole)
  if (kind === 'one bit') {
    const spot = spots?.[Math.floor(random() * spots.length)] ?? { at: 0, length: bytes.length }
    let at = 0
    do at = spot.at + Math.floor(random() * spot.length)
    while (bytes[at] === 0)
    const bit = Math.floor(random() * 8)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    return { bytes, where: `bit ${bit} of byte ${at}` }
  }
  const page = Math.floor(random() * (bytes.length / pageBytes))
  bytes.fill(0, page * pageBytes, (page + 1) * pageBytes)
  return { bytes, where: `page ${page + 1}` }
}
