import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const hook = new URL('measure.mjs', import.meta.url).href

export const readingScript = new URL('read-with-ours.mjs', import.meta.url).pathname

export interface SheetReading {
  rows: number
  cells: number
  ms: number
  /** Of all its threads. */
  processorMs: number
  peakBytes: number
}

/** Reads a sheet in a process of its own. */
export async function readInChild(reader: 'read-with-ours' | 'read-with-exceljs', file: string): Promise<SheetReading> {
  const script = new URL(`${reader}.mjs`, import.meta.url).pathname
  const { stdout } = await run(process.execPath, [script, file])
  return JSON.parse(stdout)
}

export interface ProgramEnd {
  code: number
  stdout: string
  stderr: string
  ms: number
  /** Of all its threads. */
  processorMs: number
  peakBytes: number
}

/** Runs the program, or the script that reads all rows, in this folder; measured from its start to its end. */
export async function runMeasured(folder: string, script: string, args: readonly string[]): Promise<ProgramEnd> {
  const measured = join(folder, 'measured.json')
  const end = await run(process.execPath, ['--import', hook, script, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', RWA_MEASURED: measured },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
  return { ...end, ...JSON.parse(await readFile(measured, 'utf8')) }
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-bounds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function mebibytes(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
