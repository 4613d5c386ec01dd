import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Alteration, altering } from '../../support/altered.ts'
import type { Ended, Workspace } from '../../support/program.ts'

/** As the module that `--import` names. */
export const preload = new URL('./preload/main.mjs', import.meta.url).href

/** What the preload is told; see preload/points.mjs. Without a point the run goes to its end and is only watched. */
export interface Orders {
  /** The number of the point to die at, from 1. */
  at?: number
  /** Or the label of a point, and which time it is reached. */
  atLabel?: string
  nth?: number
  mode?: 'kill' | 'power' | 'cut'
  ledger?: 'sqlite' | 'postgres'
  twin?: 'normal' | 'late-intent'
}

/** Where a process died. */
interface Death {
  at: number
  label: string
  /** Requests whose intent was asked for and whose outcome was not durable. */
  inFlight: number
}

export interface CrashRun extends Ended {
  /** Undefined when it came to its end. */
  death: Death | undefined
  /** The labels of the points it passed, in order. */
  trace: string[]
  /** The ledger's files as of the last sync before it died; for power loss. */
  synced: { main: Buffer; wal: Buffer | undefined } | undefined
}

/** Runs the built program, unmodified, with the preload that counts its points and kills it at one of them. */
export async function runToPoint(
  space: Workspace,
  args: readonly string[],
  orders: Orders,
  alterations: readonly Alteration[] = [],
): Promise<CrashRun> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rwa-crash-')))
  const read = (name: string): Buffer | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined
  try {
    const ended = await space.spawn(args, {
      ...altering(alterations, [preload]),
      RWA_CRASH: JSON.stringify({ mode: 'kill', ...orders, folder }),
    })
    const note = read('note')
    const main = read('synced/ledger')
    return {
      ...ended,
      death: note === undefined ? undefined : JSON.parse(note.toString()),
      trace: read('trace')?.toString().trimEnd().split('\n') ?? [],
      synced: main === undefined ? undefined : { main, wal: read('synced/ledger-wal') },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
