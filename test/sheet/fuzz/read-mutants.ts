import { type ChildProcess, fork } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeMutant } from './mutant.ts'
import type { Seeds } from './seeds.ts'

/** Node's own heap is bounded far below; what counts is all that the process takes. */
const heapMebibytes = 160
const mostBytes = 300 * 1_048_576

export interface HowToRead {
  processes: number
  /** Processor time of one file beyond which its reading is a hang. */
  hangMs: number
  /** The module with the `openSheet` that is put to the test. */
  module: URL
  /** What is done with each file: a program that says what became of it. */
  program: URL
}

export const builtReader: HowToRead = {
  processes: 1,
  hangMs: 20_000,
  module: new URL('../../../dist/sheet/open.js', import.meta.url),
  program: new URL('reader.mjs', import.meta.url),
}

/** Enriches each, and reads it back. */
export const builtEnricher: HowToRead = { ...builtReader, program: new URL('enricher.mjs', import.meta.url) }

interface Reading {
  is: 'rows' | 'refused' | 'empty' | 'dropped' | 'crash' | 'hang' | 'swollen'
  why: string
  ms: number
  peakBytes: number
}

interface Fault extends Reading {
  /** For `RWA_SEED`. */
  number: number
}

export interface FuzzReport {
  counts: Record<Reading['is'], number>
  faults: Fault[]
  slowestMs: number
  peakBytes: number
}

/** Reads the mutants of these numbers in processes of their own, so that a hang or a crash costs only the one file. */
export async function readMutants(
  numbers: readonly number[],
  seeds: Seeds,
  folder: string,
  how: HowToRead,
  make: (number: number, seeds: Seeds) => Buffer = makeMutant,
): Promise<FuzzReport> {
  const report: FuzzReport = {
    counts: { rows: 0, refused: 0, empty: 0, dropped: 0, crash: 0, hang: 0, swollen: 0 },
    faults: [],
    slowestMs: 0,
    peakBytes: 0,
  }
  const queue = numbers.values()
  await Promise.all(
    Array.from({ length: how.processes }, async () => {
      const child = new Reader(how)
      for (const number of queue) {
        const file = join(folder, `mutant-${number}`)
        await writeFile(file, make(number, seeds))
        const reading = await child.read(file)
        await rm(file)
        report.counts[reading.is] += 1
        report.slowestMs = Math.max(report.slowestMs, reading.ms)
        report.peakBytes = Math.max(report.peakBytes, reading.peakBytes)
        if (!['rows', 'refused', 'empty'].includes(reading.is)) report.faults.push({ number, ...reading })
      }
      child.stop()
    }),
  )
  return report
}

/** A reading process; a new one after each that ended or had to be ended. */
class Reader {
  #child: ChildProcess | undefined
  readonly #how: HowToRead

  constructor(how: HowToRead) {
    this.#how = how
  }

  read(file: string): Promise<Reading> {
    const { hangMs, module, program } = this.#how
    const child =
      this.#child ??
      fork(program, [module.href, String(hangMs)], {
        execArgv: [`--max-old-space-size=${heapMebibytes}`],
        silent: true,
      })
    this.#child = child
    return new Promise((resolve) => {
      let said = ''
      const listen = (text: Buffer): void => {
        said += String(text)
      }
      const end = (reading: Reading, isOver: boolean): void => {
        child.stderr?.off('data', listen)
        child.removeAllListeners()
        if (isOver) this.stop()
        resolve(reading)
      }
      child.stderr?.on('data', listen)
      child.once('exit', (code, signal) => {
        const why = `the process ended (${code ?? signal}): ${said.slice(0, 2000)}`
        end({ is: signal === 'SIGVTALRM' ? 'hang' : 'crash', why, ms: 0, peakBytes: 0 }, true)
      })
      child.once('message', (message: Reading) => {
        const isSwollen = message.peakBytes > mostBytes
        end(isSwollen ? { ...message, is: 'swollen' } : message, isSwollen || message.is === 'hang')
      })
      child.send(file)
    })
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}
