import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'

/** One line of the table that `npm run prove` prints. */
export interface ProofLine {
  /** What was put to the test, e.g. `Real kills`. */
  area: string
  /** What must hold, with its numbers. */
  claim: string
  /** What was seen, with its numbers. */
  measured: string
  isKept: boolean
}

/** Notes what was measured for `npm run prove`, and fails the test when the claim is not kept. */
export function prove(line: ProofLine): void {
  const { RWA_PROOF: file = '', RWA_PROOF_BUILD: build } = process.env
  if (file !== '') appendFileSync(file, `${JSON.stringify({ build, ...line })}\n`)
  expect(line.isKept, `${line.area}: ${line.claim}; measured: ${line.measured}`).toBe(true)
}
