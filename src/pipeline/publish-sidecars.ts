import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Ledger } from '../ledger/port.ts'
import { find } from '../messages/catalogue.ts'
import { createCsv } from '../sheet/writing/csv.ts'
import { BatchError } from '../support/errors.ts'
import { canonicalPath } from './earlier-output/choose-output-path.ts'
import { backUpEditedOutput, describeBackup, digestOutput } from './earlier-output/edited-output.ts'
import { type SidecarTable, sidecarName, sidecarTables } from './earlier-output/output-names.ts'
import type { RunOptions } from './model/options.ts'
import type { Run, TargetLedger } from './model/run.ts'
import { inCsv } from './rows/cells.ts'
import { locateInTables } from './tables/locate-row.ts'
import { verifyRows, writeSheet, writeTables } from './tables/write-tables.ts'
import { planRowTables, type RowTable } from './write/row-tables.ts'
import type { OutputRequest } from './write/write-output.ts'

/** Path of each table beside a CSV output, by table name. */
type SidecarPaths = ReadonlyMap<string, string>

type OutputRun = Run<RunOptions, TargetLedger>

const lastOrdinal = 99

/** Numbered where another input or another output has the name. */
export async function chooseSidecarPaths(
  output: string,
  outputs: Pick<Ledger['outputs'], 'findOtherOwner'>,
  { runId, input }: { runId: number; input: string },
): Promise<SidecarPaths> {
  const taken = new Set([await canonicalPath(input), await canonicalPath(output)])
  const isFree = async (file: string, table: SidecarTable): Promise<boolean> => {
    if (!existsSync(file)) return true
    const stands = await canonicalPath(file)
    if (taken.has(stands)) return false
    // Problems has no identifiers and takes no answers: it protects nothing.
    return table === 'Problems' || (await outputs.findOtherOwner(stands, runId)) === undefined
  }
  const places = new Map<string, string>()
  for (const table of sidecarTables) {
    let ordinal = 1
    while (!(await isFree(sidecarName(output, table, ordinal), table))) {
      if (ordinal === lastOrdinal) {
        const facts = { file: sidecarName(output, table), tried: lastOrdinal - 1 }
        throw new BatchError('surroundings', find('sidecars-taken', facts))
      }
      ordinal += 1
    }
    places.set(table, sidecarName(output, table, ordinal))
  }
  return places
}

/**
 * Writes each table with rows, and removes the files of tables that are empty now. Edited files are backed up, with a
 * warning. Returns the files that exist.
 */
export async function publishSidecars(
  run: OutputRun,
  request: OutputRequest,
  { main, rows, places }: { main: string; rows: number; places: SidecarPaths },
): Promise<SidecarPaths> {
  const tables = planRowTables(request, locateInTables([{ name: main, rows, hasHeadings: true }]))
  const written = new Map<string, string>()
  for (const name of sidecarTables) {
    const table = tables.find(({ sheet }) => sheet.name === name)
    const path = places.get(name) ?? sidecarName(request.output, name)
    const asked = await canonicalPath(sidecarName(request.output, name))
    const file = table && (await publishSidecar(run, request, { table, path, asked }))
    if (file !== undefined) written.set(name, file)
    await removeStaleSidecars(run, request.runId, { name, asked, file })
  }
  return written
}

/** Undefined for a table without lines: no file is written. */
async function publishSidecar(
  run: OutputRun,
  { runId, sheets }: OutputRequest,
  { table, path, asked }: { table: RowTable; path: string; asked: string },
): Promise<string | undefined> {
  const { outputs } = run.connection.ledger
  let digest = ''
  if (!(await hasLines(table.lines()))) return undefined
  const delimiter = sheets[0]?.columns.delimiter ?? ','
  let rows = 0
  const published = await writeTables({
    output: path,
    begin: (file) => createCsv(file, delimiter),
    async fill(to) {
      const written = await writeSheet(to, table.sheet, table.lines(), (line) => [line.map(inCsv)])
      rows = written.reduce((sum, part) => sum + part.rows, 0)
    },
    async verify(file) {
      const cells = await verifyRows(file, [], rows, delimiter)
      await backUpEdited(run, runId, path)
      digest = await digestOutput(file, cells)
      await outputs.announce(runId, { file: await canonicalPath(path), asked, digest })
    },
  })
  const file = await canonicalPath(published.file)
  if (published.isSecondName) await outputs.announce(runId, { file, asked, digest })
  await outputs.confirm(file, digest)
  return published.file
}

/** Files of earlier runs are out of date; problems at this very name also those of another address, such as a misspelt one. */
async function removeStaleSidecars(
  run: OutputRun,
  runId: number,
  { name, asked, file }: { name: SidecarTable; asked: string; file: string | undefined },
): Promise<void> {
  const { ledger, target } = run.connection
  const standing = file === undefined ? undefined : await canonicalPath(file)
  const own = await ledger.outputs.listAsked(asked, run.operation.name, target.id)
  const replaced = name === 'Problems' && (await ledger.outputs.digestsOf(asked)).length > 0 ? asked : undefined
  for (const other of new Set([...own, ...(replaced === undefined ? [] : [replaced])])) {
    if (other === standing || !existsSync(other)) continue
    if (other !== replaced && (await ledger.outputs.findOtherOwner(other, runId)) !== undefined) continue
    await backUpEdited(run, runId, other)
    await rm(other, { force: true })
  }
}

async function backUpEdited({ connection: { ledger }, ports }: OutputRun, runId: number, file: string): Promise<void> {
  const kept = await backUpEditedOutput(file, runId, ledger.outputs, ports.clock.now())
  if (kept !== undefined) ports.logger.warn(describeBackup(file, kept))
}

async function hasLines(pages: AsyncIterable<readonly unknown[]>): Promise<boolean> {
  for await (const page of pages) if (page.length > 0) return true
  return false
}
