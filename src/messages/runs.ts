import type { NoFacts } from './message.ts'

export interface SealTarget {
  company: string
  address: string
}

type Refusal = 'over' | 'expired' | 'same person' | 'no second person' | 'overtaken'

export interface RunFacts {
  'release-refused': { refusal: Refusal }
  'not-confirmed': { asksForCount: boolean }
  'output-of-other-ledger': { output: string; identifier: string; ledger: string }
  'answer-of-other-ledger': { output: string; identifier: string; ledger: string; where: string }
  'run-replaced': { ledger: string }
  'rows-changed': { ledger: string; found: number; rows: number }
  'nothing-to-refresh': { file: string }
  'run-not-found': { ledger: string; input: string }
  'ledger-not-shared': { ledger: string }
  'files-too-few': NoFacts
  'folder-gone': NoFacts
  'plan-not-sealed': { file: string }
  'seal-unrecorded': { ledger: string; seal: string; file: string }
  'waiting-run-unknown': { reference: string }
  'rows-differ': { first: string; more: number }
  'seal-over': { ending: string | undefined }
  'sealed-sheet-changed': { input: string }
  'seal-of-other-target': { sealed: SealTarget; now: SealTarget }
  'nothing-to-seal': { input: string }
  'staff-ids-alike': { by: string; sealedBy: string }
  'staff-id-refused': { reason: string }
  'four-eyes-required': { reason: string }
  'rule-recorded': { name: string; about: string; shown: string; company: string; address: string }
  'rule-unknown': { name: string; known: readonly string[] }
  'rule-unreadable': { name: string; text: string; expected: string }
  'rule-needs-two': { name: string }
  'rule-overtaken': { name: string }
  'rule-run-unknown': { reference: string }
  'notify-address': NoFacts
  'notify-failed': { host: string; reason: string }
  'note-missing': { status: string }
  'note-missing-score': { status: string; from: string; score: string }
}
