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
  'note-missing': { status: string }
  'share-heading': { heading: string; headings: readonly string[] }
  'share-of-no-run': { ledger: string; input: string }
  'share-folder': { folder: string }
  'share-due': { text: string }
  'nothing-to-share': { input: string }
  'answers-none': { input: string; reason: string }
  'answers-unread': { file: string; reason: string }
  'answers-other': { file: string; part: string; of: string | undefined }
  'answers-differ': { list: readonly string[] }
  'answer-edited': { said: string; at: string; reference: string }
  'answer-foreign': { said: string; at: string; name: string }
  'answer-unknown': { said: string; at: string; reference: string }
}
