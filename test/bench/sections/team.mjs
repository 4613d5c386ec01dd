import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { fillWithColleagues } from '../../support/colleagues.mjs'
import { findPrograms, OwnServer } from '../../support/own-postgres.mjs'
import { assess, program } from '../assess.mjs'
import { makeInput } from '../inputs.mjs'
import { inWords, runPairs, summarise } from '../line.mjs'
import { pathOf, runNode } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'A memory in PostgreSQL, on the same disk and cores, against one in a file'

const work = [
  { kind: 'load', what: 'load', inFlight: 0, rows: 20_000, target: { atLeast: 0.7 } },
  { kind: 'moves', what: 'claims and outcomes, 32 in flight', inFlight: 32, rows: 10_000 },
]
const runs = [
  { delayMs: 0, inFlight: 32, rows: 10_000, target: { atLeast: 0.6 } },
  { delayMs: 50, inFlight: 32, rows: 5_000, target: { atLeast: 0.95 } },
]

/** @param {import('../main.mjs').Bench} bench @returns {Promise<import('../table.mjs').AnyLine[]>} */
export async function measure({ isQuick, folder, say }) {
  const programs = findPrograms()
  if (programs === undefined) return [{ what: title, why: 'there is no PostgreSQL for this system' }]
  const [pairs, part] = isQuick ? [1, 20] : [5, 1]
  // Whoever the server runs as passes through it.
  chmodSync(folder, 0o711)
  const server = new OwnServer(programs, { place: folder })
  await server.start()
  let schemas = 0
  const nextAddress = () => {
    schemas += 1
    return `${server.address}&schema=bench_${schemas}`
  }

  /** @param {typeof work[number]} one */
  async function measureWork({ kind, what, inFlight, rows: all, target }) {
    const rows = all / part
    const ask = async (/** @type {string} */ address) => {
      const words = [pathOf('processes/ledger-work.mjs'), kind, address, String(rows), String(inFlight)]
      /** @type {{ seconds: number }} */
      const done = JSON.parse((await runNode(words, folder)).stdout)
      return done
    }
    const inFile = async () => {
      const place = mkdtempSync(join(folder, 'work-'))
      const done = await ask(join(place, 'ledger.sqlite'))
      rmSync(place, { recursive: true })
      return done
    }
    return toLine({ what, rows, target }, await runPairs(pairs, () => ask(nextAddress()), inFile))
  }

  /** @param {typeof runs[number]} one */
  async function measureRun({ delayMs, inFlight, rows: all, target }) {
    const rows = all / part
    const input = await makeInput(folder, rows, 'plain.csv')
    const service = await startService({ delayMs, folder })
    const job = { input, rows, output: /** @type {const} */ ('csv'), inFlight, folder, service }
    const raw = await runPairs(
      pairs,
      () => assess({ ...job, ledger: nextAddress() }),
      () => assess(job),
    ).finally(service.stop)
    const what = `whole run, service ${delayMs > 0 ? `after ${delayMs} ms` : 'at once'}, ${inFlight} in flight`
    return toLine({ what, rows, target }, raw)
  }

  /**
   * @param {{ what: string, rows: number, target: import('../line.mjs').Target | undefined }} one
   * @param {{ ours: { seconds: number }, theirs: { seconds: number } }[]} raw
   */
  function toLine({ what, rows, target }, raw) {
    const values = raw.map(({ ours, theirs }) => theirs.seconds / ours.seconds)
    say(`${what}: ${values.map((value) => value.toFixed(2)).join(' ')}`)
    const speed = (/** @type {'ours' | 'theirs'} */ whose) =>
      inWords(
        raw.map((pair) => rows / pair[whose].seconds),
        'rows/s',
      )
    return {
      what,
      unit: /** @type {const} */ ('×'),
      ...summarise(values),
      measured: `${rows} rows: ${speed('ours')} against ${speed('theirs')}`,
      isLessBetter: false,
      ...(target === undefined ? {} : { target }),
      raw,
    }
  }

  /** Of rows that nobody has sent, in a ledger that nobody has used and among what colleagues have sent. */
  async function measurePlans() {
    const [rows, others] = isQuick ? [250, 10_000] : [5_000, 1_000_000]
    const input = await makeInput(folder, rows, 'plain.csv')
    const service = await startService({ delayMs: 0, folder })
    const addresses = { empty: nextAddress(), full: nextAddress() }
    const plan = (/** @type {string} */ ledger) => {
      const args = ['assess', input, '--dry-run', '-q', '--ledger', ledger, '--base-url', service.baseUrl]
      return runNode([program, ...args], folder)
    }
    try {
      for (const address of Object.values(addresses)) {
        await runNode([program, 'ledger', 'init', address], folder)
      }
      await fill(addresses.full, fillWithColleagues(others, service.baseUrl))
      const raw = await runPairs(
        pairs,
        () => plan(addresses.full),
        () => plan(addresses.empty),
      )
      const what = `plan beside ${others} others, against beside none`
      return toLine({ what, rows, target: { atLeast: 0.9 } }, raw)
    } finally {
      await service.stop()
    }
  }

  try {
    const lines = [await measurePlans()]
    for (const one of work) lines.push(await measureWork(one))
    for (const one of runs) lines.push(await measureRun(one))
    return lines
  } finally {
    await server.stop()
    rmSync(server.folder, { recursive: true, force: true })
  }
}

/** @param {string} address @param {readonly string[]} statements */
async function fill(address, statements) {
  const url = new URL(address)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`SET search_path TO ${schema}`)
    for (const text of statements) await client.query(text)
  } finally {
    await client.end()
  }
}
