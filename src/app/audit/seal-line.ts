import { digestContent } from '../../ledger/forgetting/forgotten-trip.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { type AuditRecord, toAuditRecord } from './audit-record.ts'
import { chainDigest } from './digest-chain.ts'

export interface SealedLine {
  record: AuditRecord
  /** Of the personal part alone. */
  contentDigest: string
  /** Chained to the digest of the line before. */
  digest: string
}

/** `before`: the digest of the line before; empty for the first. The digests outlast the forgetting of the trip. */
export function sealLine(before: string, line: AuditLine): SealedLine {
  const record = toAuditRecord(line)
  const contentDigest = line.erasedDigest ?? digestContent(line.salt, String(record.detail ?? ''), line.request)
  const digest = chainDigest(before, { ...record, contentDigest } as Parameters<typeof chainDigest>[1])
  return { record, contentDigest, digest }
}
