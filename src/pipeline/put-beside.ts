import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { showStates } from '../contract/states.ts'
import type { Outputs } from '../ledger/port/outputs.ts'
import { BatchError } from '../support/errors.ts'
import { digestOf, keepEdited } from './earlier-output/keep-edited.ts'
import { nameBeside, type TableBeside, tablesBeside } from './earlier-output/output-names.ts'
import { identify } from './earlier-output/place-output.ts'
import { locateInTables } from './tables/locate-row.ts'
import type { RunOptions } from './terms/options.ts'
import type { Run, RunBooks } from './terms/run.ts'
import type { OutputRequest } from './write/output-request.ts'
import { planRowTables, type RowTable } from './write/row-tables.ts'
import { writeBeside } from './write/write-beside.ts'

/** Where each table goes that an output without sheets has beside it. */
export type PlacesBeside = ReadonlyMap<string, string>

type Writing = Run<RunOptions, RunBooks>

const lastOrdinal = 99

/** As the output says, with a number where another input, or another output, stands. */
export async function placeBeside(
  output: string,
  outputs: Pick<Outputs, 'findOtherOwner'>,
  { runId, input }: { runId: number; input: string },
): Promise<PlacesBeside> {
  const taken = new Set([await identify(input), await identify(output)])
  const isFree = async (file: string): Promise<boolean> => {
    if (!existsSync(file)) return true
    const stands = await identify(file)
    return !taken.has(stands) && (await outputs.findOtherOwner(stands, runId)) === undefined
  }
  const places = new Map<string, string>()
  for (const table of tablesBeside) places.set(table, await firstFree(output, table, isFree))
  return places
}

async function firstFree(
  output: string,
  table: TableBeside,
  isFree: (file: string) => Promise<boolean>,
): Promise<string> {
  for (let ordinal = 1; ordinal <= lastOrdinal; ordinal += 1) {
    const file = nameBeside(output, table, ordinal)
    if (await isFree(file)) return file
  }
  throw new BatchError(
    'surroundings',
    `${nameBeside(output, table)} and ${lastOrdinal - 1} beside it are other files`,
    {
      hint: 'Name another file with ‹output›.',
    },
  )
}

/** Files that an earlier run has written for this table, in which somebody may have answered. */
export async function listBeside(
  output: string,
  table: TableBeside,
  list: (asked: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const file = nameBeside(output, table)
  return [file, ...(await list(await identify(file)))]
}

/**
 * Writes each table that has something to say to its file, and takes away what an earlier run wrote there where it has
 * not. What somebody changed is kept, and said. Returns the files that stand.
 */
export async function putBeside(
  run: Writing,
  request: OutputRequest,
  { main, rows, places }: { main: string; rows: number; places: PlacesBeside },
): Promise<PlacesBeside> {
  const { ledger } = run.place
  const balance = showStates(await ledger.runs.balance(request.runId), run.operation.output.doneWord)
  const locate = locateInTables([{ name: main, rows, hasHeadings: true }])
  const tables = planRowTables(request, { balance, locate, isKeptEmpty: () => false })
  const written = new Map<string, string>()
  for (const name of tablesBeside) {
    const table = tables.find(({ sheet }) => sheet.name === name)
    const place = places.get(name) ?? nameBeside(request.output, name)
    const asked = await identify(nameBeside(request.output, name))
    const file = table && (await putTable(run, request, { table, place, asked }))
    if (file !== undefined) written.set(name, file)
    await clearOthers(run, request.runId, { asked, file })
  }
  return written
}

async function putTable(
  run: Writing,
  { runId, sheets }: OutputRequest,
  { table, place, asked }: { table: RowTable; place: string; asked: string },
): Promise<string | undefined> {
  const { outputs } = run.place.ledger
  let digest = ''
  const published = await writeBeside(table, {
    output: place,
    delimiter: sheets[0]?.columns.delimiter ?? ',',
    async onVerified(file) {
      await keep(run, runId, place)
      digest = (await digestOf(file)) ?? ''
      await outputs.announce(runId, { file: await identify(place), asked, digest })
    },
  })
  if (published === undefined) return undefined
  const file = await identify(published.file)
  if (published.isSecondName) await outputs.announce(runId, { file, asked, digest })
  await outputs.settle(file, digest)
  return published.file
}

/** What earlier runs wrote for a table says what is no longer so. */
async function clearOthers(
  run: Writing,
  runId: number,
  { asked, file }: { asked: string; file: string | undefined },
): Promise<void> {
  const { ledger, target } = run.place
  const standing = file === undefined ? undefined : await identify(file)
  for (const other of await ledger.outputs.listAsked(asked, run.operation.name, target.id)) {
    if (other === standing || !existsSync(other)) continue
    if ((await ledger.outputs.findOtherOwner(other, runId)) !== undefined) continue
    await keep(run, runId, other)
    await rm(other, { force: true })
  }
}

async function keep({ place: { ledger }, ports }: Writing, runId: number, file: string): Promise<void> {
  const kept = await keepEdited(file, runId, ledger.outputs, ports.clock.now())
  if (kept !== undefined) ports.logger.warn(`${file} was changed since it was written: it is kept as ${kept}`)
}
