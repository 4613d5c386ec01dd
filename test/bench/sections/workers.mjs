import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPrograms, OwnServer } from '../../support/own-postgres.mjs'
import { program } from '../assess.mjs'
import { makeInput } from '../inputs.mjs'
import { inWords, summarise } from '../line.mjs'
import { runNode } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'Workers: a run left to 1, 2 and 4 of them, 8 in flight each, answers after 200 ms'

const targets = new Map([
  [2, 1.8],
  [4, 3.4],
])
/** @typedef {{ perSecond: number, peakBytes: number[] }} Shift */

/** @param {import('../main.mjs').Bench} bench @returns {Promise<import('../table.mjs').AnyLine[]>} */
export async function measure({ isQuick, folder, say }) {
  const programs = findPrograms()
  if (programs === undefined) return [{ what: 'workers', why: 'there is no PostgreSQL for this system' }]
  const database = new OwnServer(programs)
  await database.start()
  const slow = await startService({ delayMs: 200, folder })
  const prompt = await startService({ delayMs: 0, folder })
  try {
    const rowsEach = isQuick ? 40 : 400
    /** @type {Map<number, Shift[]>} */
    const shifts = new Map()
    for (let time = 0; time < (isQuick ? 1 : 3); time += 1) {
      for (const workers of [1, 2, 4]) {
        const rows = rowsEach * workers
        const shift = await work({ service: slow, database, folder, rows, workers, inFlight: 8 })
        shifts.set(workers, [...(shifts.get(workers) ?? []), shift])
        say(`${workers} workers, ${rows} rows: ${shift.perSecond.toFixed(1)} rows a second`)
      }
    }
    const sizes = isQuick ? [200, 2_000] : [5_000, 50_000]
    /** @type {{ rows: number, peaks: number[] }[]} */
    const long = sizes.map((rows) => ({ rows, peaks: [] }))
    for (let time = 0; time < (isQuick ? 1 : 3); time += 1) {
      for (const { rows, peaks } of long) {
        const shift = await work({ service: prompt, database, folder, rows, workers: 1, inFlight: 32 })
        peaks.push(Math.max(...shift.peakBytes) / 1e6)
        say(`one worker, ${rows} rows: peak ${peaks.at(-1)?.toFixed(0)} MB`)
      }
    }
    return [...describeSpeed(shifts), ...describeMemory(long)]
  } finally {
    await slow.stop()
    await prompt.stop()
    await database.stop()
    rmSync(database.folder, { recursive: true, force: true })
  }
}

/** @param {Map<number, Shift[]>} shifts @returns {import('../line.mjs').Line[]} */
function describeSpeed(shifts) {
  const alone = shifts.get(1) ?? []
  return [...targets].map(([workers, atLeast]) => {
    const together = shifts.get(workers) ?? []
    return {
      what: `${workers} workers against one`,
      unit: '×',
      ...summarise(together.map(({ perSecond }, index) => perSecond / (alone[index]?.perSecond ?? Number.NaN))),
      measured: `${inWords(rates(together), 'rows/s')} against ${inWords(rates(alone), 'rows/s')}`,
      isLessBetter: false,
      target: { atLeast },
      raw: together,
    }
  })
}

/** @param {readonly Shift[]} shifts */
function rates(shifts) {
  return shifts.map(({ perSecond }) => perSecond)
}

/** @param {readonly { rows: number, peaks: number[] }[]} long @returns {import('../line.mjs').Line[]} */
function describeMemory(long) {
  const [small, large] = long
  if (small === undefined || large === undefined) return []
  return [
    {
      what: `A worker's peak at ${large.rows.toLocaleString('en')} rows against ${small.rows.toLocaleString('en')}`,
      unit: '×',
      ...summarise(large.peaks.map((peak, time) => peak / (small.peaks[time] ?? Number.NaN))),
      measured: `${inWords(large.peaks, 'MB')} against ${inWords(small.peaks, 'MB')}`,
      isLessBetter: true,
      target: { atMost: 1.5 },
      raw: [...long],
    },
  ]
}

/**
 * A run left to workers that wait for it already, in a ledger that has never heard of it.
 * @param {{ service: import('../service.mjs').Service, database: OwnServer, folder: string, rows: number, workers: number, inFlight: number }} shift
 * @returns {Promise<Shift>}
 */
async function work({ service, database, folder, rows, workers, inFlight }) {
  const place = mkdtempSync(join(folder, 'workers-'))
  const input = await makeInput(folder, rows, 'plain.csv')
  const ledger = `${database.address}&schema=bench_${process.pid}_${process.hrtime.bigint()}`
  const to = ['--base-url', service.baseUrl, '--ledger', ledger]
  // A home of its own: who has sent to this service with another ledger would be refused.
  const env = { PATH: process.env['PATH'], HOME: place, RWA_API_TOKEN: 'bench-token' }
  // It makes the ledger, so that no worker has to wait for another one that does.
  await runNode([program, 'ledger', 'init', ledger], place)
  const started = await Promise.all(
    Array.from({ length: workers }, async () => {
      const args = [program, 'worker', ...to, '--concurrency', String(inFlight)]
      const child = spawn(process.execPath, args, { cwd: place, env, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (text) => {
        said += text
      })
      const ended = once(child, 'close').then(() => {
        throw new Error(`a worker ended: ${said}`)
      })
      // Later it is told to.
      ended.catch(() => {})
      while (!said.includes('worker: serves')) await Promise.race([once(child.stderr, 'data'), ended])
      return { child, ended }
    }),
  )
  const { conversationSeconds } = await service.during(rows, async () => {
    await runNode([program, 'assess', input, '--detach', '-q', ...to], place)
    const deaths = started.map(({ ended }) => ended)
    while (!(await isOver(ledger, place, env))) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 500)), ...deaths])
    }
    return {}
  })
  const peakBytes = started.map(({ child }) => readPeak(child.pid ?? 0))
  for (const { child } of started) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(place, { recursive: true })
  return { perSecond: rows / conversationSeconds, peakBytes }
}

/** @param {string} ledger @param {string} place @param {NodeJS.ProcessEnv} env */
async function isOver(ledger, place, env) {
  const child = spawn(process.execPath, [program, 'status', '--json', '--ledger', ledger], { cwd: place, env })
  let text = ''
  child.stdout.on('data', (part) => {
    text += part
  })
  await once(child, 'close')
  /** @type {{ runs: { endedAt: string | null }[] }} */
  const { runs } = JSON.parse(text)
  return runs.every(({ endedAt }) => endedAt !== null)
}

/** Where the system tells it. @param {number} pid */
function readPeak(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
  } catch {
    return Number.NaN
  }
}
