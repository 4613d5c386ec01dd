import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HighlightedArea, planEnriching, verifyEnriched, writeEnriched } from '../../rooms/sheet/enriching.ts'
import { BatchError } from '../../rooms/support.ts'
import { bookParts, changedParts, partText } from './compare.ts'
import { guessRequest, readRows } from './enrich.ts'
import { newBreaches } from './excel-rules.ts'
import type { Verdict } from './judge.ts'

/** Marks cells of a workbook, twice, and takes the marks away again; undefined for a file that is refused as an input. */
export async function judgeMarks(file: string, folder: string, name: string): Promise<Verdict | undefined> {
  const request = await guessRequest(file, []).catch((error: unknown) => {
    if (error instanceof BatchError) return undefined
    throw error
  })
  if (request === undefined) return undefined
  const faults: string[] = []
  const before = await readRows(file, request.sheet)
  const some = before.rows.slice(0, 40).map(({ number }) => number)
  const marks = some.map(
    (row): HighlightedArea => ({
      range: { top: row, left: row % 5, bottom: row, right: row % 5 },
      mark: row % 2 === 0 ? 'wrong' : 'doubtful',
    }),
  )
  const [first, second, third] = [1, 2, 3].map((run) => join(folder, `m${run}-${name}`)) as [string, string, string]
  for (const [from, to, wanted] of [
    [file, first, marks],
    [first, second, marks],
    [second, third, []],
  ] as const) {
    const plan = await planEnriching({ file: from, sheets: [{ ...request, marks: wanted }] })
    if (plan.kind === 'new-workbook') return { name, reason: plan.reason, faults }
    const written = await writeEnriched(plan, to, { rowsOf: () => [] })
    faults.push(...[await verifyEnriched(plan, to, written)].flatMap((fault) => fault ?? []))
    faults.push(...(await newBreaches(file, to)).map((breach) => `Excel: ${breach}`))
    const of = plan.sheets.map(({ part }) => part)
    const mayChange = new Set([...(await bookParts(file)), ...of.map((part) => part.toLowerCase())])
    const changed = (await changedParts(from, to)).filter((part) => !mayChange.has(part))
    faults.push(...changed.map((part) => `changed: ${part}`))
    if (JSON.stringify(await readRows(to, request.sheet)) !== JSON.stringify(before)) faults.push('cells are others')
    if (to === third) {
      const [part = ''] = of
      const [text, left] = [await partText(file, part), await partText(to, part)]
      const plain = (xml: string): string => xml.replace(/encoding\s*=\s*["'][^"']*["']/, '').replace('\ufeff', '')
      if (plain(text) !== plain(left)) faults.push('marks are left')
    }
  }
  if (!(await readFile(first)).equals(await readFile(second))) faults.push('a second check gives other bytes')
  return { name, faults }
}
