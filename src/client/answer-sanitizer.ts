import { assertNever } from '../support/errors.ts'
import { boundText } from './answer.ts'
import { maxRawBytes, type Proof, type RetrieveProof } from './evidence.ts'
import type { Token } from './token.ts'

/** Most characters that are kept of each kind of text; an answer may be 1 MiB long. */
const most = { identifier: 1_000, staffId: 1_000, field: 200, message: 4_000, address: 4_000 } as const

/** Keeps the texts of an answer: without the token, however it is written, and no longer than is useful. */
export class AnswerSanitizer {
  readonly #token: Token

  constructor(token: Token) {
    this.#token = token
  }

  /** Without the token, as long as it is. An answer may break off within it. */
  redact(text: string): string {
    return this.#token.redact(text, true)
  }

  /** `body` is the answer as it came. */
  sanitizeProof(proof: Proof, body: string): Proof {
    switch (proof.kind) {
      case 'done': {
        const reason = this.#refuseIdentifier(proof.identifier)
        if (reason !== undefined)
          return { kind: 'unknown', reason, raw: boundText(this.redact(body), maxRawBytes), isForeign: false }
        return { kind: 'done', identifier: proof.identifier, reportUrl: this.#truncate(proof.reportUrl, most.address) }
      }
      case 'refused':
        return {
          ...proof,
          field: this.#truncate(proof.field, most.field),
          message: this.#truncate(proof.message, most.message),
        }
      case 'not-sent':
      case 'not-processed':
        return { ...proof, reason: this.#truncate(proof.reason, most.message) }
      case 'unknown':
        return { ...proof, reason: this.#truncate(proof.reason, most.message), raw: this.redact(proof.raw) }
      case 'stop':
        return { ...proof, message: this.#truncate(proof.message, most.message), raw: this.redact(proof.raw) }
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
            complianceTeamMemberId: this.#truncate(result.complianceTeamMemberId, most.staffId),
            managerId: this.#truncate(result.managerId, most.staffId),
            employeeId: this.#truncate(result.employeeId, most.staffId),
            cumulativePeRiskLevel: cumulativePeRiskLevel && this.#truncate(cumulativePeRiskLevel, most.message),
          },
        }
      }
      case 'pending':
        return proof
      case 'not-found':
      case 'mixed-up':
        return { ...proof, message: this.#truncate(proof.message, most.message) }
      case 'retry':
        return { ...proof, reason: this.#truncate(proof.reason, most.message) }
      case 'stop':
        return { ...proof, message: this.#truncate(proof.message, most.message), raw: this.redact(proof.raw) }
      default:
        return assertNever(proof)
    }
  }

  /** An identifier is kept as it came or not at all: a part of one names nothing. The raw answer still shows it. */
  #refuseIdentifier(identifier: string): string | undefined {
    const { length } = identifier
    if (length > most.identifier) {
      return `a success with an identifier of ${length} characters; more than ${most.identifier} are never taken`
    }
    return this.#token.isIn(identifier)
      ? 'a success whose identifier holds the API token, which is never kept'
      : undefined
  }

  #truncate(text: string, mostCharacters: number): string {
    const clean = this.redact(text)
    if (clean.length <= mostCharacters) return clean
    const kept = clean.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')
    return `${kept}…[cut: ${clean.length} characters in all]`
  }
}
