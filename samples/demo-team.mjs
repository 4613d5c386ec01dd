// A team with one memory: two colleagues hand in sheets that overlap, two workers do them, one of the workers is killed on
// the way. On a PostgreSQL and a service of our own, so that nothing has to be set up.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { findPrograms, OwnServer } from '../test/support/own-postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// One executable may be named that takes the place of Node.js and the script.
const [executable] = process.argv.slice(2)
const [command, ...script] =
  executable === undefined ? [process.execPath, join(root, 'dist/bin/rwa-batch.cjs')] : [executable]
const folder = join(root, 'output', 'team')
const programs = findPrograms()
if (programs === undefined) {
  console.error('There is no PostgreSQL for this system among the packages: the demo cannot show a team here.')
  process.exit(2)
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const began = Date.now()
const database = new OwnServer(programs)
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
// However this ends.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(database.folder, { recursive: true, force: true })
})
await database.start()
try {
  const ledger = database.address
  const { baseUrl, token } = await startSandbox()
  const lines = readFileSync(join(root, 'samples/historical-trips.csv'), 'latin1').split(/\r?\n/)
  const [headings = '', ...trips] = lines
  const sheets = { ann: trips.slice(0, 250), ben: trips.slice(150, 400) }
  for (const [name, rows] of Object.entries(sheets)) {
    writeFileSync(join(folder, `${name}.csv`), [headings, ...rows, ''].join('\r\n'), 'latin1')
  }

  say('1. Ann and Ben hand in 250 trips each, 100 of them the same, and leave the rest to workers. They need no token.')
  for (const name of Object.keys(sheets)) await run(['assess', `${name}.csv`, '--detach'])

  say('2. Two workers begin, each with the token of the company.')
  const workers = [startWorker('one'), startWorker('two')]

  say('3. One of them is killed while its requests are on their way.')
  await until(async () => count(await readStatus(), 'accepted') + count(await readStatus(), 'scored') >= 100)
  workers[0]?.kill('SIGKILL')
  say(
    '   The other one takes up what it left. What it had on its way is called unknown, and is not sent again by itself.',
  )
  await until(async () => (await readStatus()).runs.every(({ endedAt }) => endedAt !== null))
  for (const worker of workers) worker.kill('SIGTERM')

  say('4. Ann and Ben collect.')
  for (const name of Object.keys(sheets)) await run(['collect', `${name}.csv`, '-o', `${name}.assessed.csv`])

  const outputs = Object.keys(sheets).map(
    (name) =>
      /** @type {Record<string, string>[]} */ (
        parse(readFileSync(join(folder, `${name}.assessed.csv`)), { bom: true, columns: true, delimiter: ';' })
      ),
  )
  const known = new Map()
  const differing = new Set()
  for (const { 'Employee ID': who = '', 'Start date': start, assessmentId = '' } of outputs.flat()) {
    const trip = `${who} ${start}`
    if (known.has(trip) && known.get(trip) !== assessmentId) differing.add(trip)
    known.set(trip, assessmentId)
  }
  const identifiers = [...known.values()].filter((identifier) => identifier !== '')
  console.log(`
${known.size} trips in two sheets of 250: ${identifiers.length} have an identifier, ${new Set(identifiers).size} of them different; ${differing.size} trips differ
between the two. In ${Math.round((Date.now() - began) / 1_000)} s. The sheets are in output/team.`)

  /**
   * @param {string} name
   * @returns {import('node:child_process').ChildProcess}
   */
  function startWorker(name) {
    const child = start(['worker', '--log-file', `${name}.log`], { RWA_API_TOKEN: token }, 'ignore')
    return child
  }

  /**
   * @param {string[]} args
   * @param {Record<string, string>} variables
   * @param {'inherit' | 'ignore'} said
   */
  function start(args, variables = {}, said = 'inherit') {
    // A register of its own: what is tried out here is no ledger of yours.
    const state = join(folder, 'state')
    const env = { ...process.env, XDG_STATE_HOME: state, RWA_BASE_URL: baseUrl, RWA_LEDGER: ledger, ...variables }
    const child = spawn(command, [...script, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', said] })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  /** @param {string[]} args */
  async function run(args) {
    console.log(`   $ rwa-batch ${args.join(' ')}`)
    const child = start(args)
    child.stdout?.resume()
    await once(child, 'exit')
  }

  /** @returns {Promise<{ runs: { endedAt: string | null, balance: { state: string, count: number }[] }[] }>} */
  async function readStatus() {
    const child = start(['status', '--json'], {}, 'ignore')
    let text = ''
    child.stdout?.on('data', (part) => {
      text += part
    })
    await once(child, 'close')
    return JSON.parse(text)
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  await database.stop()
}

/** @returns {Promise<{ baseUrl: string, token: string }>} */
async function startSandbox() {
  const faults = 'create.slow=100%:250ms,seed=1'
  const args = ['sandbox', '--json', '--port', '0', '--data', join(folder, 'sandbox.sqlite'), '--faults', faults]
  const child = spawn(command, [...script, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  children.add(child)
  const [first] = await once(createInterface({ input: child.stdout }), 'line')
  /** @type {{ baseUrl: string, companies: { token: string }[] }} */
  const { baseUrl, companies } = JSON.parse(String(first))
  return { baseUrl, token: companies[0]?.token ?? '' }
}

/**
 * @param {{ runs: { balance: { state: string, count: number }[] }[] }} status
 * @param {string} state
 */
function count({ runs }, state) {
  return runs.reduce(
    (sum, run) => sum + run.balance.reduce((all, line) => (line.state === state ? all + line.count : all), 0),
    0,
  )
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200))
}

/** @param {string} text */
function say(text) {
  console.log(`\n${text}`)
}
