import type { NoFacts } from './message.ts'

/** Of the user's register: the ledger that belongs to an address and company. */
export interface OwnLedger {
  name: string
  address: string
  company: string
  /** Lines in its log, as a text; empty where they are not known. */
  lines: string
}

export interface KeyFacts {
  ledger: string
  /** Empty where the user has no folder for it; undefined for a key that a command prints. */
  file: string | undefined
  /** The first letters of the key's fingerprint. */
  name: string
}

export interface LedgerFacts {
  'ledger-rolled-back': { name: string; loss: string }
  'ledger-other': OwnLedger & { found: string }
  'ledger-replaced': OwnLedger & { state: string }
  'ledger-of-folder': { file: string; own: string | undefined }
  'ledger-moved': { name: string; to: string }
  'ledger-no-folder': { variables: string }
  'ledger-newer': { name: string; version: number; latest: number }
  'ledger-missing': { file: string; here: 'here' | 'there' }
  'ledger-link': { path: string }
  'ledger-mounted': { file: string }
  'ledger-on-network': { file: string }
  'ledger-ephemeral': { file: string; place: 'memory' | 'layer' }
  'ledger-emptied': { file: string; what: string }
  'ledger-older-copy': { file: string; lost: number; commits: number }
  'ledger-unsafe': { file: string; journal: string; synchronous: string }
  'ledger-other-database': { file: string }
  'ledger-before-release': { file: string }
  'ledger-older': { name: string }
  'ledger-in-use': { file: string; holder: string }
  'disclosure-unrecorded': { name: string; reason: string }
  'file-unrecorded': { file: string; reason: string }
  'ledger-unlocked': { file: string }
  'ledger-displaced': { loss: string; file: string; copy: string; isGone: boolean }
  'ledger-unreachable': { shown: string; reason: string }
  'forget-key-nowhere': NoFacts
  'forget-key-missing': KeyFacts
  'forget-key-other': KeyFacts
  'forget-key-unreadable': { file: string | undefined }
  'forgotten-rows': { rows: number }
  'forgotten-edited': { count: number }
  'forget-nobody': NoFacts
  'forget-no-retention': NoFacts
  'forget-held': { people: readonly string[] }
  'holds-unreadable': { file: string; reason: string }
  'forget-both': NoFacts
  'forget-unconfirmed': { requests: number; rows: number }
}
