import { digestContent } from '../../ledger/forgetting/forgotten-trip.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { parseObject } from '../../ledger/stored-json.ts'
import { isCutText } from '../../sheet/writing/safe-text.ts'
import { type AuditColumn, auditColumns } from './audit-columns.ts'
import { exportColumns, renderLine, textInExport } from './audit-table.ts'
import { chainKept } from './digest-chain.ts'
import type { FileLine } from './read-audit.ts'

export interface CellDifference {
  /** `moved`: the file may have been true when it was written. */
  kind: 'changed' | 'moved'
  column: string
  found: string
  /** What the ledger says. */
  known: string
}

const columnOf = new Map(auditColumns.map((column: AuditColumn) => [column.name, column]))

/** Pure. Of what was forgotten since, the file's own words count, as far as the ledger has their digest. */
export function compareWithLedger(line: FileLine, there: AuditLine, isCsv: boolean): CellDifference[] {
  const isForgotten = isForgottenSince(line, there)
  const [request, salt, detail] = ['request', 'salt', 'detail'].map(line.text) as [string, string, string]
  const isCut = isForgotten && isCutText(request)
  const isKept = isForgotten && isContentOf(line, there.erasedDigest ?? '')
  const own = { request: parseObject(request) === undefined ? '{}' : request, salt, detail }
  const { cells } = renderLine('', isKept ? { ...there, ...own } : there, isCsv)
  return exportColumns.slice(0, -2).flatMap(({ heading: name, title = name }, at) => {
    const { stays, kind, isLost = false } = columnOf.get(name) ?? {}
    const [found, known] = [line.text(name), textInExport(cells[at], isCsv)]
    const isSame = found === known || (kind === 'day' && Date.parse(found) === Date.parse(known))
    if (isSame || !line.has(name) || (isCut && name === 'request')) return []
    if (isForgotten && known === '' && (isLost || isCut)) return []
    const mayMove = stays === 'moving' || (stays === 'later' && found === '')
    return { kind: mayMove ? 'moved' : 'changed', column: title, found, known }
  })
}

export function isForgottenSince(line: FileLine, there: AuditLine): boolean {
  return there.erasedDigest !== null && line.text('salt') !== ''
}

/** Pure. Whether it is the digest of the columns that never change: all that exports of earlier versions have. */
export function isKeptDigest(before: string, line: FileLine, digest: string): boolean {
  const unguarded = (column: string): string => withoutGuards(line.text(column))
  return [line.text, unguarded].some((textOf) => chainKept(before, textOf) === digest)
}

/** Pure. A cut text, and one that was forgotten, cannot be compared. */
export function isContentOf(line: FileLine, digest: string): boolean {
  const [salt, ...texts] = ['salt', 'detail', 'request'].map(line.text) as [string, string, string]
  if (salt === '' || texts.some(isCutText)) return true
  const [details, requests] = texts.map((text) => [text, withoutGuards(text)]) as [string[], string[]]
  return details.some((detail) => requests.some((request) => digestContent(salt, detail, request) === digest))
}

/** As before a CSV file guarded it, as far as can be known. */
function withoutGuards(text: string): string {
  return text.replace(/(^|[;\t])'(?=[=+\-@\t\r\n＝＋－＠])/g, '$1')
}
