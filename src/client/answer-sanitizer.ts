import { assertNever } from '../support/errors.ts'
import { boundText } from './answer.ts'
import { maxRawBytes, type Proof, type RetrieveProof } from './evidence.ts'
import type { Token } from './token.ts'

/** Limits in characters for each kind of text; an answer may be 1 MiB long. */
const maxCharacters = { identifier: 1_000, staffId: 1_000, field: 200, message: 4_000, address: 4_000 } as const

/** Redacts the token in every spelling and shortens long texts. */
export class AnswerSanitizer {
  readonly #token: Token

  constructor(token: Token) {
    this.#token = token
  }

  /**
   * Does not shorten the text. A beginning of the token at the end is redacted too: an answer may break off inside it.
   */
  redact(text: string): string {
    return this.#token.redact(text, true)
  }

  /** `body` is the answer as received. */
  sanitizeProof(proof: Proof, body: string): Proof {
    switch (proof.kind) {
      case 'done': {
        const reason = this.#refuseIdentifier(proof.identifier)
        if (reason !== undefined)
          return { kind: 'unknown', reason, raw: boundText(this.redact(body), maxRawBytes), isForeign: false }
        return {
          kind: 'done',
          identifier: proof.identifier,
          reportUrl: this.#truncate(proof.reportUrl, maxCharacters.address),
        }
      }
      case 'refused':
        return {
          ...proof,
          field: this.#truncate(proof.field, maxCharacters.field),
          message: this.#truncate(proof.message, maxCharacters.message),
          raw: this.redact(proof.raw),
        }
      case 'not-sent':
      case 'not-processed':
        return { ...proof, reason: this.#truncate(proof.reason, maxCharacters.message) }
      case 'unknown':
        return { ...proof, reason: this.#truncate(proof.reason, maxCharacters.message), raw: this.redact(proof.raw) }
      case 'stop':
        return { ...proof, message: this.#truncate(proof.message, maxCharacters.message), raw: this.redact(proof.raw) }
      default:
        return assertNever(proof)
    }
  }

  sanitizeRetrieved(proof: RetrieveProof): RetrieveProof {
    switch (proof.kind) {
      case 'ready': {
        const { result } = proof
        const { cumulativePeRiskLevel } = result
        return {
          kind: 'ready',
          result: {
            ...result,
            complianceTeamMemberId: this.#truncate(result.complianceTeamMemberId, maxCharacters.staffId),
            managerId: this.#truncate(result.managerId, maxCharacters.staffId),
            employeeId: this.#truncate(result.employeeId, maxCharacters.staffId),
            cumulativePeRiskLevel:
              cumulativePeRiskLevel && this.#truncate(cumulativePeRiskLevel, maxCharacters.message),
          },
        }
      }
      case 'pending':
        return proof
      case 'not-found':
      case 'mixed-up':
        return { ...proof, message: this.#truncate(proof.message, maxCharacters.message) }
      case 'retry':
        return { ...proof, reason: this.#truncate(proof.reason, maxCharacters.message) }
      case 'stop':
        return { ...proof, message: this.#truncate(proof.message, maxCharacters.message), raw: this.redact(proof.raw) }
      default:
        return assertNever(proof)
    }
  }

  /** Keeps a whole identifier or none: a part of one names nothing. The raw answer still shows it. */
  #refuseIdentifier(identifier: string): string | undefined {
    const { length } = identifier
    if (length > maxCharacters.identifier) {
      return `a success with an identifier of ${length} characters; more than ${maxCharacters.identifier} are never taken`
    }
    // No store gives them back bit for bit. Bytes that are no UTF-8 were read as U+FFFD.
    if (/[\p{Control}\p{Surrogate}\ufffd]/u.test(identifier)) {
      return 'a success whose identifier has characters that cannot be kept as they came'
    }
    return this.#token.isIn(identifier)
      ? 'a success whose identifier holds the API token, which is never kept'
      : undefined
  }

  #truncate(text: string, limit: number): string {
    const clean = this.redact(text)
    if (clean.length <= limit) return clean
    const kept = clean.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
    return `${kept}…[cut: ${clean.length} characters in all]`
  }
}
