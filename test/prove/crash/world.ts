import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Alteration, altering } from '../../support/altered.ts'
import { readOutput } from '../../support/outputs.ts'
import { ledgerFile, type RunSummary, type Variables, Workspace } from '../../support/program.ts'
import type { CrashRun } from './crash-run.ts'

/** One sheet, one ledger and its own share of what the service has: nothing that happens in one touches another. */
export interface World {
  readonly space: Workspace
  readonly args: readonly string[]
  /** Of the program, in every run. */
  readonly alterations: readonly Alteration[]
  /** What is wrong after the last run, in words; the truth is the service's. `inFlight` is the sum over all deaths. */
  judge(last: Pick<CrashRun, 'code' | 'stderr' | 'summary'>, inFlight: number): Promise<string[]>
  /** What is wrong with the output right after a death: it may be missing, the old one or the new one, never half of one. */
  judgeOutput(): Promise<string[]>
  end(): void
}

/** What differs between the operations. */
export interface WorldPlan {
  variables: Variables
  args: readonly string[]
  sheet: readonly [name: string, content: string | Buffer]
  output: string
  rows: number
  /** Stands where the output goes before the first run. */
  earlierOutput?: Buffer | undefined
  alterations?: readonly Alteration[]
  findFaults(
    space: Workspace,
    results: readonly Record<string, unknown>[],
    outcomes: Outcomes,
  ): string[] | Promise<string[]>
}

type Outcomes = RunSummary['outcomes']

/** What was seen of ledgers in databases; outcomes that wait there to be taken in are a fault. */
const seenFolder = 'databases'
const keptFiles = new Set(['', '.lock', '.ballast', '.mark'].map((end) => `${basename(ledgerFile)}${end}`)).add(
  seenFolder,
)

function listWaiting(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((file) => !file.endsWith('.mark')) : []
}

const hasOwnSqlite = process.getBuiltinModule('node:sqlite') !== undefined

/**
 * The package that older versions of Node.js use ends a connection with the collection of its statements. When a
 * reader's are the last, the writer's log stays beside the file; it is empty.
 */
function isEmptyLog(folder: string, file: string): boolean {
  if (hasOwnSqlite || !/-(?:wal|shm)$/.test(file)) return false
  return statSync(join(folder, file.replace(/-shm$/, '-wal')), { throwIfNoEntry: false })?.size === 0
}

export function createWorld(plan: WorldPlan): World {
  const ends: (() => void)[] = []
  const { alterations = [] } = plan
  const variables = alterations.length === 0 ? plan.variables : { ...plan.variables, ...altering(alterations) }
  const space = new Workspace(variables, (end) => void ends.push(end))
  const [name, content] = plan.sheet
  space.write(name, content)
  const output = `output/${plan.output}`
  const isThere = (): boolean => existsSync(space.path(output))
  // An output that this ledger has not written is somebody's, and is kept; by each run that dies before it has noted so.
  const isKeptCopy = (file: string): boolean =>
    plan.earlierOutput !== undefined &&
    /\.edited-\d{8}T\d{6}(?: \(\d+\))?\.xlsx$/.test(file) &&
    readFileSync(space.path(`output/${file}`)).equals(plan.earlierOutput)
  if (plan.earlierOutput !== undefined) {
    mkdirSync(space.path('output'))
    space.write(output, plan.earlierOutput)
  }

  return {
    space,
    args: plan.args,
    alterations,
    async judge({ code, stderr, summary }, inFlight) {
      const { outcomes } = summary
      // A run that stopped before its first row has no balance.
      if (outcomes === undefined) return [`exit ${code} without outcomes: ${stderr}`]
      const faults: string[] = []
      const unknown = outcomes['unknown'] ?? 0
      const expected = unknown > 0 ? 4 : 3
      if (code !== expected) faults.push(`exit ${code}, expected ${expected}: ${stderr}`)
      const sum = Object.values(outcomes).reduce((total, count) => total + count, 0)
      if (sum !== plan.rows || summary.rows !== plan.rows) faults.push(`the balance: ${JSON.stringify(outcomes)}`)
      if (unknown > inFlight) faults.push(`${unknown} unknown where ${inFlight} requests were in flight`)
      const left = ['output', dirname(ledgerFile)]
        .filter((folder) => existsSync(space.path(folder)))
        .flatMap((folder) => readdirSync(space.path(folder)).filter((file) => !isEmptyLog(space.path(folder), file)))
        .filter((file) => !keptFiles.has(file) && file !== plan.output && !isKeptCopy(file))
        .concat(listWaiting(space.path(join(dirname(ledgerFile), seenFolder))))
      if (left.length > 0) faults.push(`files are left: ${left.join(', ')}`)
      if (!isThere()) return [...faults, 'there is no output']
      const { results } = await readOutput(space.path(output))
      if (results.length !== plan.rows) faults.push(`the output has ${results.length} rows`)
      return [...faults, ...(await plan.findFaults(space, results, outcomes))]
    },
    async judgeOutput() {
      if (!isThere()) return plan.earlierOutput === undefined ? [] : ['the earlier output is gone']
      if (plan.earlierOutput !== undefined && readFileSync(space.path(output)).equals(plan.earlierOutput)) return []
      try {
        const { sheets, results } = await readOutput(space.path(output))
        const isWhole = results.length === plan.rows && sheets.includes('Summary')
        return isWhole ? [] : [`half an output: ${sheets.join(', ')}; ${results.length} rows`]
      } catch (error) {
        return [`an output that cannot be read: ${String(error)}`]
      }
    },
    end() {
      for (const end of ends.toReversed()) end()
    },
  }
}
