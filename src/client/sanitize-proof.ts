import { boundText } from './answer.ts'
import { maxRawBytes, type Proof, type RetrieveProof } from './evidence.ts'
import type { Token } from './token.ts'

/** Limits in characters of the texts that come from an answer, which may be 1 MiB long. The others are our own words. */
const maxCharacters: Readonly<Record<string, number>> = {
  field: 200,
  message: 4_000,
  reason: 4_000,
  reportUrl: 4_000,
  raw: Number.POSITIVE_INFINITY,
  complianceTeamMemberId: 1_000,
  managerId: 1_000,
  employeeId: 1_000,
  cumulativePeRiskLevel: 4_000,
}
const longestIdentifier = 1_000

/** Redacts the token in every spelling and shortens long texts. `body` is the answer as received. */
export function sanitizeProof(proof: Proof | RetrieveProof, token: Token, body: string): Proof | RetrieveProof {
  const reason = proof.kind === 'done' ? refuseIdentifier(proof.identifier, token) : undefined
  if (reason === undefined) return sanitizeTexts(proof, token)
  return { kind: 'unknown', reason, raw: boundText(redactAnswer(body, token), maxRawBytes), isForeign: false }
}

/** A beginning of the token at the end is redacted too: an answer may break off inside it. */
export function redactAnswer(text: string, token: Token): string {
  return token.redact(text, true)
}

function sanitizeTexts<Texts extends object>(texts: Texts, token: Token): Texts {
  const clean = Object.entries(texts).map(([name, value]: [string, unknown]) => {
    const limit = maxCharacters[name]
    if (limit !== undefined && typeof value === 'string') return [name, truncate(redactAnswer(value, token), limit)]
    const isNested = typeof value === 'object' && value !== null && !(value instanceof Error)
    return [name, isNested ? sanitizeTexts(value, token) : value]
  })
  return Object.fromEntries(clean)
}

/** Keeps a whole identifier or none: a part of one names nothing. The raw answer still shows it. */
function refuseIdentifier(identifier: string, token: Token): string | undefined {
  const { length } = identifier
  if (length > longestIdentifier) {
    return `a success with an identifier of ${length} characters; more than ${longestIdentifier} are never taken`
  }
  // No store gives them back bit for bit. Bytes that are no UTF-8 were read as U+FFFD.
  if (/[\p{Control}\p{Surrogate}\ufffd]/u.test(identifier)) {
    return 'a success whose identifier has characters that cannot be kept as they came'
  }
  return token.isIn(identifier) ? 'a success whose identifier holds the API token, which is never kept' : undefined
}

function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
  return `${kept}…[cut: ${text.length} characters in all]`
}
