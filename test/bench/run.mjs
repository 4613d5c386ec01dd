// Every measured process is one of its own, started here. The bench itself stays small: on Linux a process's peak memory
// counts what its parent held when it was started.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const hook = new URL('../sheet/bounds/measure.mjs', import.meta.url).href

/** @param {string} relative to this folder */
export function pathOf(relative) {
  return fileURLToPath(new URL(relative, import.meta.url))
}

/**
 * @typedef {object} Ended
 * @property {number} seconds from its start to its end, as whoever waits for it sees it
 * @property {string} stdout
 */

/**
 * Runs a command to its end, with nothing of this shell's settings.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ folder: string, variables?: Readonly<Record<string, string>> }} place
 * @returns {Promise<Ended>}
 * @throws when it ends with anything but 0
 */
export async function run(command, args, { folder, variables = {} }) {
  const started = performance.now()
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', RWA_API_TOKEN: 'bench-token', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-2_000)
  })
  let seconds = 0
  child.once('exit', () => {
    seconds = (performance.now() - started) / 1_000
  })
  const [code, signal] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}: ${stdout}${stderr}`)
  return { seconds, stdout }
}

/** @param {readonly string[]} args @param {string} folder */
export function runNode(args, folder) {
  return run(process.execPath, args, { folder })
}

/**
 * The same with the peak of its memory, which it writes down itself.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} folder
 * @returns {Promise<Ended & { peakBytes: number }>}
 */
export async function runWithPeak(command, args, folder) {
  const measured = join(folder, 'measured.json')
  const words = command === process.execPath ? ['--import', hook, ...args] : args
  const ended = await run(command, words, { folder, variables: { RWA_MEASURED: measured } })
  return { ...ended, peakBytes: JSON.parse(readFileSync(measured, 'utf8')).peakBytes }
}

/**
 * With this shell's settings, unlike what is measured: a proxy or a certificate authority may be among them.
 * @param {readonly string[]} args
 * @param {string} folder
 */
export function runNpm(args, folder) {
  return run('npm', args, { folder, variables: /** @type {Record<string, string>} */ (process.env) })
}
