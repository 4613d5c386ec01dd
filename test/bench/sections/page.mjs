// A large sheet on the page, in a browser: what a person waits for, and what it costs.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { program } from '../assess.mjs'
import { summarise } from '../line.mjs'
import { pathOf } from '../run.mjs'
import { startService } from '../service.mjs'

export const title = 'A large sheet on the page'

const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const loopWatch = pathOf('../web/loop-watch.mjs')
/** Of all rows, these have an end before their start, or a country that is misspelt. */
const [wrongEvery, misspeltEvery] = [50, 60]
const longMs = 300_000

/** @typedef {{ seconds: number, cpuSeconds: number, loopMs: number, hasProgress: boolean }} Step */

/** @param {import('../main.mjs').Bench} bench @returns {Promise<import('../table.mjs').AnyLine[]>} */
export async function measure({ isQuick, folder, say }) {
  if (!existsSync(browserPath)) return [{ what: title, why: `no browser at ${browserPath}` }]
  const rows = isQuick ? 2_000 : 50_000
  const service = await startService({ delayMs: 0, folder })
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
  const place = mkdtempSync(join(folder, 'page-'))
  const watched = join(place, 'loop.txt')
  const server = spawn(process.execPath, [program, 'web', '--json', '--port', '0', '--lists', 'lists.json'], {
    cwd: place,
    env: {
      PATH: process.env['PATH'],
      HOME: place,
      RWA_API_TOKEN: 'bench-token',
      RWA_BASE_URL: service.baseUrl,
      NODE_OPTIONS: `--import ${loopWatch}`,
      LOOP_WATCH: watched,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    writeFileSync(join(place, 'lists.json'), readFileSync(pathOf('../../samples/lists.json')))
    writeFileSync(join(place, 'large.csv'), makeSheet(rows))
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    page.setDefaultTimeout(longMs)
    await page.goto(await readUrl(server))
    await page.getByRole('heading', { level: 1, name: 'Which sheet?' }).waitFor()

    /** @param {() => Promise<unknown>} act @param {() => Promise<unknown>} end @returns {Promise<Step>} */
    const time = async (act, end) => {
      await readLoopMs(server, watched)
      const before = { at: performance.now(), cpu: readCpuSeconds(server) }
      let hasProgress = false
      const seen = page.locator('.busy button').waitFor()
      seen.then(
        () => (hasProgress = true),
        () => {},
      )
      await act()
      await end()
      const seconds = (performance.now() - before.at) / 1_000
      const cpuSeconds = readCpuSeconds(server) - before.cpu
      return { seconds, cpuSeconds, loopMs: await readLoopMs(server, watched), hasProgress }
    }
    const press = (/** @type {RegExp} */ name) => page.getByRole('button', { name }).first().click()
    const settled = () => page.locator('button.main:enabled', { hasText: /^Review / }).waitFor()

    const read = await time(
      () => page.locator('input[type=file]').setInputFiles(join(place, 'large.csv')),
      () => page.getByRole('button', { name: /^Check [\d,.]+ rows/ }).waitFor(),
    )
    say(`read: ${describe(read)}`)
    await press(/^Check [\d,.]+ rows/)
    await page.getByRole('gridcell', { name: 'L0', exact: true }).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('F8')
    await page.locator('.active', { hasText: '2026-02-01' }).waitFor()
    const edit = await time(async () => {
      await page.keyboard.press('Enter')
      await page.keyboard.type('2026-03-31')
      await page.keyboard.press('Enter')
      await page.getByText('1 cell corrected').waitFor()
    }, settled)
    say(`one cell: ${describe(edit)}`)
    const fix = await time(async () => {
      await page.getByRole('button', { name: /^Use in [\d,.]+ cells of Destination/ }).click()
      await page.getByText(/^Destination: .* set to/).waitFor()
    }, settled)
    say(`one fix: ${describe(fix)}`)
    const review = await time(
      () => press(/^Review [\d,.]+ /),
      () => page.getByRole('heading', { level: 1, name: 'Review' }).waitFor(),
    )
    say(`review: ${describe(review)}`)
    await press(/^Check$/)
    await page.getByRole('gridcell', { name: 'L0', exact: true }).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+End')
    await page.getByRole('gridcell', { name: `L${rows - 1}`, exact: true }).waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const heapMb = (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
    const elements = await page.locator('*').count()
    say(`heap ${heapMb.toFixed(1)} MB, ${elements} elements`)
    const steps = { read, edit, fix, review }
    const worst = Math.max(...Object.values(steps).map(({ loopMs }) => loopMs))
    return [
      toLine(`${rows} rows: read and checked`, read, 12),
      toLine('one cell corrected and settled', edit, 2),
      toLine(`one fix in ${Math.floor(rows / misspeltEvery)} cells, settled`, fix, 2),
      toLine('from Check to Review', review, 15),
      {
        what: 'longest turn of the server',
        unit: 's',
        ...summarise([worst / 1_000]),
        measured: Object.entries(steps)
          .map(([name, { loopMs }]) => `${name} ${Math.round(loopMs)} ms`)
          .join(', '),
        isLessBetter: true,
        target: { atMost: 0.1 },
        raw: [steps],
      },
      {
        what: 'heap of the page',
        unit: 'MB',
        ...summarise([heapMb]),
        measured: `${elements} elements of at most 1,500`,
        isLessBetter: true,
        target: { atMost: 25 },
        raw: [{ heapMb, elements }],
      },
    ]
  } finally {
    await browser.close()
    server.kill()
    await service.stop()
  }
}

/** @param {Step} step */
function describe({ seconds, cpuSeconds, loopMs, hasProgress }) {
  return `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of the processor, ${Math.round(loopMs)} ms in one turn, ${hasProgress ? 'with' : 'without'} progress`
}

/** @param {string} what @param {Step} step @param {number} atMost @returns {import('../line.mjs').Line} */
function toLine(what, step, atMost) {
  return {
    what,
    unit: 's',
    ...summarise([step.seconds]),
    measured: describe(step),
    isLessBetter: true,
    target: { atMost },
    raw: [step],
  }
}

/** @param {number} rows */
function makeSheet(rows) {
  /** @type {{ destination: string[] }} */
  const { destination } = JSON.parse(readFileSync(pathOf('../../samples/lists.json'), 'utf8'))
  const lines = [
    'Staff ID,Purpose,Seniority,Role,Nationality,Host country,Home country,Trip start,Trip end,Signs contracts,Past trips (days),Right to work,Local market',
  ]
  for (let index = 0; index < rows; index += 1) {
    const country = index % misspeltEvery === 7 ? 'Germny' : `"${destination[index % destination.length]}"`
    const end = index % wrongEvery === 0 ? '2026-02-01' : '2026-03-31'
    lines.push(`L${index},Work From Anywhere,Mid,Engineering,Germany,${country},Germany,2026-03-01,${end},No,0,Yes,No`)
  }
  return `${lines.join('\n')}\n`
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<string>} */
async function readUrl(server) {
  let text = ''
  for await (const part of server.stdout?.setEncoding('utf8') ?? []) {
    text += part
    const url = /"url":"([^"]+)"/.exec(text)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`no address in ${text}`)
}

/** User and system time of all its threads. @param {import('node:child_process').ChildProcess} server */
function readCpuSeconds({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The longest turn since this was asked last. @param {import('node:child_process').ChildProcess} server @param {string} file */
async function readLoopMs(server, file) {
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  const before = read().length
  server.kill('SIGUSR2')
  while (read().length === before) await sleep(20)
  return Number(read().at(-1))
}
