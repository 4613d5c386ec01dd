// How far `assess` is from the limit: rows created a second, against a bare undici loop that sends the same requests to
// the same server process with as many in flight. Paired runs, one after the other; prints each and the median ratio.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'

const rows = 3_000
const inFlight = 32
const pairs = 5
const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rwa-bench-'))

const server = spawn(
  process.execPath,
  [program, 'sandbox', '--json', '--port', '0', '--data', join(folder, 'sandbox.sqlite')],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
try {
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  /** @type {{ baseUrl: string, companies: { token: string }[] }} */
  const { baseUrl, companies } = JSON.parse(String(line))
  const token = companies[0]?.token ?? ''
  console.log(
    `${rows} creates, ${inFlight} in flight; Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model})`,
  )
  /** @type {number[]} */
  const ratios = []
  for (let pair = 1; pair <= pairs; pair++) {
    const bare = rows / (await runBareLoop(baseUrl, token, pair))
    const ours = rows / (await runAssess(baseUrl, token, pair))
    ratios.push(ours / bare)
    console.log(
      `  bare loop ${bare.toFixed(0)}/s, assess ${ours.toFixed(0)}/s (reading, ledger and workbook included), ratio ${(ours / bare).toFixed(2)}`,
    )
  }
  console.log(`median ratio ${ratios.toSorted((left, right) => left - right)[Math.floor(pairs / 2)]?.toFixed(2)}`)
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** @param {number} index @param {string} series */
function makeRequest(index, series) {
  return {
    purpose: 'Work From Anywhere',
    employeeId: `${series}-${index}`,
    seniority: 'Mid',
    roleType: 'Engineering',
    citizenship: 'France',
    destination: 'Spain',
    residency: 'Germany',
    startDate: '2026-03-01T00:00:00.000Z',
    endDate: '2026-03-20T00:00:00.000Z',
    salesContracts: 'No',
    pastTripsDuration: 0,
    legalRight: 'Yes',
    benefitLocalMarket: 'No',
  }
}

/** Seconds. @param {string} baseUrl @param {string} token @param {number} pair */
async function runBareLoop(baseUrl, token, pair) {
  const { origin, pathname } = new URL(baseUrl)
  const pool = new Pool(origin, { connections: inFlight })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const started = performance.now()
  let next = 0
  const worker = async () => {
    while (next < rows) {
      const body = JSON.stringify(makeRequest(next++, `B${pair}`))
      const answer = await pool.request({ method: 'POST', path: `${pathname}/rwa_create`, headers, body })
      await answer.body.json()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const seconds = (performance.now() - started) / 1_000
  await pool.close()
  return seconds
}

/** Seconds. @param {string} baseUrl @param {string} token @param {number} pair */
async function runAssess(baseUrl, token, pair) {
  const requests = Array.from({ length: rows }, (_, index) => makeRequest(index, `A${pair}`))
  const input = join(folder, `trips-${pair}.csv`)
  const lines = [Object.keys(requests[0] ?? {}), ...requests.map((request) => Object.values(request))]
  writeFileSync(input, lines.map((cells) => cells.join(',')).join('\n'))
  const args = ['assess', input, '--no-wait', '-q', '--base-url', baseUrl, '--concurrency', String(inFlight)]
  const files = ['--ledger', join(folder, `ledger-${pair}.sqlite`), '-o', join(folder, `out-${pair}.csv`)]
  const started = performance.now()
  const child = spawn(process.execPath, [program, ...args, ...files], {
    stdio: 'inherit',
    env: { ...process.env, RWA_API_TOKEN: token },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`assess ended with ${code}`)
  return (performance.now() - started) / 1_000
}
