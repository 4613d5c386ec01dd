import { digestContent } from '../../ledger/forgetting/forgotten-trip.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { parseObject } from '../../ledger/stored-json.ts'
import { isCutText } from '../../sheet/writing/safe-text.ts'
import { type AuditColumn, auditColumns } from './audit-columns.ts'
import { exportColumns, renderLine, textInExport } from './audit-table.ts'
import { chainKept } from './digest-chain.ts'
import type { FileLine } from './read-audit.ts'

/** `moved`: the file may have been true when it was written. `digest`: this one is not that of the line's texts. */
export interface CellDifference {
  kind: 'changed' | 'moved' | 'digest'
  column: string
  found: string
  /** What the ledger says, or the file elsewhere; undefined where a digest tells. */
  known?: string
  by: 'ledger' | 'file'
}

const columnOf = new Map<string, AuditColumn>(auditColumns.map((column: AuditColumn) => [column.name, column]))
const titleOf = new Map(exportColumns.map(({ heading, title = heading }) => [heading, title]))
const askedFields = auditColumns.flatMap(({ field }: AuditColumn) => field ?? [])
/** Of another trip, or derived: a forgotten line cannot be compared there. */
const lostColumns = new Set(auditColumns.flatMap(({ name, stays }: AuditColumn) => (stays === 'later' ? name : [])))
lostColumns.add('externalEventId').add('name')

function describe(
  column: string,
  found: string,
  more: Pick<CellDifference, 'by'> & Partial<CellDifference>,
): CellDifference {
  return { kind: 'changed', column: titleOf.get(column) ?? column, found, ...more }
}

/** What a line says twice. Pure. */
export function compareWithItself(line: FileLine, ledgerDigest: string): CellDifference[] {
  const found: CellDifference[] = []
  if (line.has('ledgerDigest') && !isKeptDigest(ledgerDigest, line, line.text('ledgerDigest'))) {
    found.push(describe('ledgerDigest', line.text('ledgerDigest'), { kind: 'digest', by: 'file' }))
  }
  if (line.text('salt') === '') return found
  if (!isContentOf(line, line.text('contentDigest')))
    found.push(describe('contentDigest', line.text('contentDigest'), { kind: 'digest', by: 'file' }))
  const request = parseObject<Readonly<Record<string, unknown>>>(line.text('request'))
  if (request === undefined) return found
  for (const field of askedFields.filter(line.has)) {
    const [shown, sent] = [line.text(field), String(request[field] ?? '')]
    if (withoutGuards(shown) !== withoutGuards(sent) && !isCutText(shown))
      found.push(describe(field, shown, { known: sent, by: 'file' }))
  }
  return found
}

/** Of what was forgotten since, the file's own request and remark count once they have the digest that the ledger kept. Pure. */
export function compareWithLedger(line: FileLine, there: AuditLine, isCsv: boolean): CellDifference[] {
  const isForgotten = isForgottenSince(line, there)
  if (isForgotten && !isContentOf(line, there.erasedDigest ?? ''))
    return [describe('request', line.text('request'), { by: 'ledger' })]
  const request = parseObject(line.text('request')) === undefined ? '{}' : line.text('request')
  const content = { request, detail: line.text('detail'), salt: line.text('salt') }
  const { cells } = renderLine('', isForgotten ? { ...there, ...content } : there, isCsv)
  return exportColumns.slice(0, -2).flatMap(({ heading: name }, at) => {
    const { stays, kind } = columnOf.get(name) ?? {}
    const [found, known] = [line.text(name), textInExport(cells[at], isCsv)]
    const isSame = found === known || (kind === 'day' && Date.parse(found) === Date.parse(known))
    if (
      isSame ||
      !line.has(name) ||
      (isForgotten && (isCutText(line.text('request')) || (known === '' && lostColumns.has(name))))
    )
      return []
    const mayMove = stays === 'moving' || (stays === 'later' && found === '')
    return describe(name, found, { known, by: 'ledger', kind: mayMove ? 'moved' : 'changed' })
  })
}

export function isForgottenSince(line: FileLine, there: AuditLine): boolean {
  return there.erasedDigest !== null && line.text('salt') !== ''
}

/** Whether it is the digest of the columns that never change, as exports of earlier versions have it alone. Pure. */
export function isKeptDigest(before: string, line: FileLine, digest: string): boolean {
  return [line.text, (column: string) => withoutGuards(line.text(column))].some(
    (textOf) => chainKept(before, textOf) === digest,
  )
}

/** A cut text cannot be compared. */
function isContentOf(line: FileLine, digest: string): boolean {
  const [detail, request] = [line.text('detail'), line.text('request')]
  if (isCutText(detail) || isCutText(request)) return true
  const details = [detail, withoutGuards(detail)]
  const requests = [request, withoutGuards(request)]
  return details.some((text) => requests.some((sent) => digestContent(line.text('salt'), text, sent) === digest))
}

/** As before `escapeCsvFormulas`, as far as can be known. */
function withoutGuards(text: string): string {
  return text.replace(/(^|[;\t])'(?=[=+\-@\t\r\n＝＋－＠])/g, '$1')
}
