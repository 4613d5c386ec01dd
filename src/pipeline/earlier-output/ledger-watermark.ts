import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerLine } from '../../ledger/port/watermark.ts'
import type { Ledger } from '../../ledger/port.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { toIsoTime } from '../../support/clock.ts'
import { openOwnSheet } from './open-earlier-output.ts'

export async function readLedgerLine({ id, attempts }: Pick<Ledger, 'id' | 'attempts'>): Promise<LedgerLine> {
  return { ledgerId: id, ...(await attempts.last()) }
}

/** Label of the line in `Summary`. */
export const watermarkLabel = 'Ledger'

/** The newest workbooks of a folder are read: each takes a few milliseconds, more on a network disk. */
export const mostWorkbooks = 50
const mostLines = 500

export function formatWatermark({ ledgerId, number, digest, at }: LedgerLine): string {
  return number === 0 ? `${ledgerId}, empty` : `${ledgerId}, line ${number} of ${toIsoTime(at)}, digest ${digest}`
}

/** Undefined for a ledger that was empty, too: no other one knows less. */
export function parseWatermark(text: string): LedgerLine | undefined {
  const [, ledgerId, number, time, digest] = /^(\S+), line (\d+) of (\S+), digest ([0-9a-f]{32})$/.exec(text) ?? []
  const at = Date.parse(time ?? '')
  if (ledgerId === undefined || digest === undefined || Number.isNaN(at)) return undefined
  return { ledgerId, number: Number(number), digest, at }
}

/** What the workbooks in some folders know of ledgers. A file that cannot be read, or is none of ours, knows nothing. */
export async function findWatermarks(folders: readonly string[]): Promise<(LedgerLine & { file: string })[]> {
  const found: (LedgerLine & { file: string })[] = []
  for (const folder of new Set(folders)) {
    for (const file of await listWorkbooks(folder)) {
      const watermark = await readWatermark(file).catch(() => undefined)
      if (watermark !== undefined) found.push({ ...watermark, file })
    }
  }
  return found
}

async function listWorkbooks(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => /^(?![~.]).*\.xls[xm]$/i.test(name)).map((name) => join(folder, name))
  const dated = await Promise.all(
    files.map(async (file) => ({
      file,
      at: await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
  return dated
    .toSorted((one, other) => other.at - one.at)
    .slice(0, mostWorkbooks)
    .map(({ file }) => file)
}

async function readWatermark(file: string): Promise<LedgerLine | undefined> {
  const source = await openOwnSheet(file, 'Summary')
  if (source === undefined) return undefined
  try {
    let left = mostLines
    for await (const { cells } of source.rows()) {
      const [label = '', value = ''] = [0, 1].map((index) => displayCell(cells[index] ?? emptyCell))
      if (label === watermarkLabel) return parseWatermark(value)
      left -= 1
      if (left === 0) return undefined
    }
    return undefined
  } finally {
    await source.close()
  }
}
