const pattern = /^(?<ledger>[0-9a-f]{8})-(?<id>\d+)-(?<sentAt>[0-9a-z]+)$/

export interface SendingReference {
  id: number
  sentAt: number
}

/** Names one sending. A statement on it never counts for a later one, nor in another ledger. */
export function referToSending(ledgerId: string, { id, sentAt }: SendingReference): string {
  return `${ledgerId.slice(0, 8)}-${id}-${sentAt.toString(36)}`
}

/** Undefined for an invalid reference, or one of another ledger. */
export function parseSending(ledgerId: string, reference: string): SendingReference | undefined {
  const groups = pattern.exec(reference.trim())?.groups
  if (groups === undefined || groups['ledger'] !== ledgerId.slice(0, 8)) return undefined
  return { id: Number(groups['id']), sentAt: Number.parseInt(groups['sentAt'] ?? '', 36) }
}
