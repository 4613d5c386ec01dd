import type { BalanceLine } from '../../ledger/port/outcomes.ts'
import type { HaltReason } from '../engine/halt.ts'
import type { Pace, StrainNews } from '../engine/strain.ts'
import type { Estimate } from './estimate.ts'

/** What is about to be sent, and where. */
export interface Sending {
  operation: string
  targetLabel: string
  isTestTarget: boolean
  toSend: number
  /** Left for a later run by the limit of this one. */
  later: number
  /** Created earlier, and waited for in this run: only their scores are asked for. */
  toAsk: number
  /** Left out where too little is known. */
  estimate: Estimate | undefined
  /** The plan itself is shown and confirmed as well. */
  hasPlan: boolean
}

/** What happens in a run, for whoever tells people or machines of it. Holds neither personal data nor the token. */
export type RunEvent =
  /** Everything is checked; nothing was sent yet. */
  | { kind: 'planned'; sending: Sending; rows: number; balance: readonly BalanceLine[] }
  /** Nothing is sent for a while: the service refuses, or cannot be reached. */
  | { kind: 'held'; cause: 'refused' | 'unreachable'; status: number | undefined; heldMs: number }
  /** How fast requests are sent was changed by a refusal. */
  | { kind: 'pace'; pace: Pace }
  /** The service begins to refuse, goes on differently, or is content again. */
  | ({ kind: 'strain' } & StrainNews)
  /** Surely not processed, and tried again. */
  | { kind: 'retry'; rowNumber: number; sheet?: string | undefined; cause: 'not-sent' | 'not-processed'; tries: number }
  /** Nothing more is sent. */
  | { kind: 'halted'; reason: HaltReason['kind'] }
  /** The output is in its place. */
  | { kind: 'written'; file: string }
