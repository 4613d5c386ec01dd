import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { assessed, type Ended, ledgerFile as ledger, type Running, Workspace } from '../../support/program.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { canLimit, canMount, limitFileSize, mountSmallDisk, settle, under } from './surroundings.ts'

const rows = scale({ full: 300, short: 80 })
const flips = scale({ full: 30, short: 3 })

interface Trouble {
  name: string
  isPossible?: boolean
  via?: readonly string[]
  variables?: Readonly<Record<string, string>>
  options?: readonly string[]
  prepare?(space: Workspace): void
  /** Done when a third of the rows is sent. */
  disturb?(run: Running, space: Workspace): unknown
  /** Done when the process has ended. */
  after?(space: Workspace): void
  /** Done before each further start of the same command. */
  mend?(space: Workspace, before: Ended): void
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function signal(...names: readonly NodeJS.Signals[]): (run: Running) => Promise<void> {
  return async ({ child, until, said }) => {
    for (const [index, name] of names.entries()) {
      if (index > 0) await until(() => said().includes('stopping'))
      child.kill(name)
    }
  }
}

const endings = ['', '-wal', '-shm']

function keepCopy(space: Workspace): void {
  for (const end of endings)
    if (existsSync(space.path(ledger + end))) copyFileSync(space.path(ledger + end), space.path(`copy${end}`))
}

function putBack(space: Workspace): void {
  for (const end of endings) {
    rmSync(space.path(ledger + end), { force: true })
    if (existsSync(space.path(`copy${end}`))) copyFileSync(space.path(`copy${end}`), space.path(ledger + end))
  }
}

const wrongClock = `
  const now = Date.now
  let shiftMs = 0
  Date.now = () => now() + shiftMs
  process.on('SIGUSR2', () => { shiftMs += Number(process.env.SHIFT_MS) })
`
function jump(hours: number): Pick<Trouble, 'variables' | 'options' | 'disturb'> {
  const preload = `--import=data:text/javascript,${encodeURIComponent(wrongClock)}`
  return {
    variables: { NODE_OPTIONS: preload, SHIFT_MS: String(hours * 3_600_000) },
    // Waits for the scores as well.
    options: ['--poll-timeout', '5s'],
    disturb: ({ child }) => child.kill('SIGUSR2'),
  }
}

function flipBytes(seed: number): Trouble {
  return {
    name: `bytes flipped after a crash (seed ${seed})`,
    disturb: signal('SIGKILL'),
    after(space) {
      keepCopy(space)
      const random = seededRandom(seed)
      for (const end of ['', '-wal']) {
        const bytes = readFileSync(space.path(ledger + end))
        for (let count = 0; count < 3 && bytes.length > 0; count += 1) {
          const at = Math.floor(random() * bytes.length)
          bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
        }
        writeFileSync(space.path(ledger + end), bytes)
      }
    },
    mend: (space, { code }) => {
      if (code === 1) putBack(space)
    },
  }
}

const troubles: readonly Trouble[] = [
  {
    name: 'disk full',
    isPossible: canMount,
    prepare: (space) => void mountSmallDisk(space.path(dirname(ledger)), 32),
    disturb: (_, space) => spawnSync('bash', ['-c', 'cat /dev/zero > filler'], { cwd: space.path(dirname(ledger)) }),
    mend: (space) => rmSync(space.path(join(dirname(ledger), 'filler')), { force: true }),
  },
  { name: 'files may not grow', isPossible: canLimit, disturb: ({ child }) => limitFileSize(child.pid ?? 0, 1) },
  { name: 'ledger deleted', disturb: (_, space) => rmSync(space.path(ledger)) },
  { name: 'its folder deleted', disturb: (_, space) => rmSync(space.path(dirname(ledger)), { recursive: true }) },
  {
    name: 'ledger replaced',
    disturb: (_, space) => {
      space.write('other', 'other')
      renameSync(space.path('other'), space.path(ledger))
    },
    mend(space) {
      const rescued = readdirSync(space.path(dirname(ledger))).find((name) => name.includes('.rescued-'))
      if (rescued !== undefined) renameSync(space.path(join(dirname(ledger), rescued)), space.path(ledger))
    },
  },
  {
    name: 'its -wal removed after a crash',
    disturb: signal('SIGKILL'),
    after(space) {
      keepCopy(space)
      rmSync(space.path(`${ledger}-wal`))
    },
    mend: (space, { code }) => {
      if (code === 1) putBack(space)
    },
  },
  {
    name: 'ledger emptied after a crash',
    disturb: signal('SIGKILL'),
    after(space) {
      keepCopy(space)
      writeFileSync(space.path(ledger), '')
    },
    mend: (space, { code }) => {
      if (code === 1) putBack(space)
    },
  },
  { name: 'SIGINT', disturb: signal('SIGINT') },
  { name: 'SIGINT twice', disturb: signal('SIGINT', 'SIGINT') },
  { name: 'SIGTERM', disturb: signal('SIGTERM') },
  { name: 'SIGHUP', disturb: signal('SIGHUP') },
  { name: 'SIGKILL', disturb: signal('SIGKILL') },
  {
    name: 'suspended for longer than the request time-out',
    options: ['--no-wait', '--request-timeout', '1s'],
    disturb: async ({ child }) => {
      child.kill('SIGSTOP')
      await later(2_500)
      child.kill('SIGCONT')
    },
  },
  { name: 'clock set back', ...jump(-5) },
  { name: 'clock set forwards', ...jump(5) },
  { name: 'a second process', disturb: (_, space) => space.spawnAssess('trips.csv') },
  {
    name: 'input deleted',
    disturb: (_, space) => renameSync(space.path('trips.csv'), space.path('moved.csv')),
    mend: (space) => {
      if (existsSync(space.path('moved.csv'))) renameSync(space.path('moved.csv'), space.path('trips.csv'))
    },
  },
  {
    name: 'output made a folder',
    disturb: (_, space) => spawnSync('mkdir', ['-p', `${space.path(assessed('trips'))}/x`]),
    mend: (space) => {
      rmSync(space.path(assessed('trips')), { recursive: true, force: true })
    },
  },
  { name: 'no standard error', via: ['bash', '-c', 'exec "$@" 2>&-', 'bash'] },
  { name: 'a heap of 64 MB', variables: { NODE_OPTIONS: '--max-old-space-size=64' } },
  { name: '100 open files', via: under('ulimit -n 100'), options: ['--no-wait', '--concurrency', '64'] },
]

interface Verdict {
  twice: number
  lost: number
  isComplete: boolean
}

async function suffer(trouble: Trouble): Promise<Verdict> {
  const service = await startService(undefined, undefined, ({ endpoint }) =>
    endpoint === 'rwa_create' ? later(10) : Promise.resolve(),
  )
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(rows)))
  trouble.prepare?.(space)
  const args = ['assess', 'trips.csv', '--json', ...(trouble.options ?? ['--no-wait'])]
  const run = space.start(args, trouble.variables, trouble.via)
  if (trouble.disturb !== undefined) {
    await run.until(() => service.created().length >= rows / 3)
    await trouble.disturb(run, space)
  }
  let ended = await run.ended
  trouble.after?.(space)
  // One that failed has none.
  const isSettled = ({ outcomes = {} }: Partial<Ended['summary']>): boolean =>
    (outcomes['accepted'] ?? 0) + (outcomes['scored'] ?? 0) + (outcomes['unknown'] ?? 0) === rows
  for (let start = 1; start <= 3; start += 1) {
    trouble.mend?.(space, ended)
    ended = await space.spawn(args)
    if (isSettled(ended.summary)) break
  }
  const isComplete = isSettled(ended.summary)
  if (!isComplete) process.stderr.write(`${trouble.name}: ${ended.code} ${ended.stderr}\n`)
  const { twice, lost } = isComplete
    ? await settle(service, space.path(assessed('trips')))
    : { twice: [], lost: service.created() }
  return { twice: twice.length, lost: lost.length, isComplete }
}

// Each trouble has a test of its own beside this one; the short form leaves out their sum.
it.runIf(scale({ full: true, short: false }))(
  'whatever befalls a run from outside, the same command completes it, and nothing is created twice or lost',
  async () => {
    const possible = troubles.filter(({ isPossible }) => isPossible !== false)
    const all = [...possible, ...Array.from({ length: flips }, (_, seed) => flipBytes(seed + 1))]
    const wrong: string[] = []
    const total = { twice: 0, lost: 0, open: 0 }
    for (const trouble of all) {
      const { twice, lost, isComplete } = await suffer(trouble)
      total.twice += twice
      total.lost += lost
      if (!isComplete) total.open += 1
      if (twice + lost > 0 || !isComplete) wrong.push(`${trouble.name}: ${twice} twice, ${lost} lost`)
    }
    expect(wrong).toEqual([])
    const { twice, lost, open } = total
    prove({
      area: 'Surroundings',
      claim: 'whatever befalls a run from outside: 0 twice, 0 lost, and the same command completes it',
      measured: `${possible.length} kinds and ${flips} damaged ledgers, ${rows} rows each: ${twice} twice, ${lost} lost, ${open} not completed`,
      isKept: twice + lost + open === 0,
    })
  },
)
