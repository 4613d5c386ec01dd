import type { RuleStatement } from '../ledger/port/rules.ts'
import { parseStored } from '../ledger/stored-json.ts'
import { describePairDoubts } from '../pipeline/sealing/plan-doubts.ts'
import { shortenSeal } from '../pipeline/sealing/plan-table.ts'
import type { ReadOptions } from '../settings/option-types.ts'
import { toIsoTime } from '../support/clock.ts'
import { describeRuleChange } from './ledger/company-rules.ts'
import type { GivenRun } from './parse-request.ts'

/** Reading options at the time of the plan; a release uses the same. */
export interface SealedOptions
  extends ReadOptions,
    Pick<GivenRun, 'retryUnknown' | 'allowDuplicates' | 'sendChanged' | 'again'>,
    Pick<GivenRun, 'newWorkbook' | 'allOrNothing' | 'keepRejected'> {}

export interface SealStatement {
  seal: string
  by: string
  requests: number
  /** Path of the workbook, empty without one; `face` is a digest of its worksheet Seal. */
  plan: string
  face: string
  address: string
  company: string
  how: SealedOptions
}

export interface ReleaseStatement {
  seal: string
  by: string
  sealedBy: string
  sealedAt: number
  /** The account and machine of the sealer. */
  account: string
  machine: string
  /** Missing in releases of earlier versions. */
  isSameAccount?: boolean
  isLookAlike?: boolean
}

export interface UndoStatement {
  /** Number of the run. */
  undoes: number
  by: string
  note?: string
}

/** Rows were handed out in workbooks, for decisions. It has no names: the index in the folder does. */
export interface ShareStatement {
  code: string
  heading: string
  /** Absolute, on that machine. */
  folder: string
  machine: string
  account: string
  /** The output whose rows they are. */
  file: string
  by: string
  /** The last day for an answer, such as 2026-12-15. */
  due: string
  rows: number
  workbooks: number
  /** Of a sandbox. */
  isSimulated: boolean
}

/** What a person stated, by the operation of its line in the log. */
const statements: Readonly<Record<string, (detail: string) => string>> = {
  seal(detail) {
    const { by, requests, seal, plan } = parseStored<SealStatement>(detail, 'statement')
    return `by ${by}: ${requests} to be sent, seal ${shortenSeal(seal)}${plan && `, ${plan}`}`
  },
  drop(detail) {
    const { ending, by } = parseStored<{ ending: string; by?: string }>(detail, 'statement')
    return by === undefined ? ending : `${ending} by ${by}`
  },
  share(detail) {
    const { code, heading, rows, workbooks, by, due, account, machine } = parseStored<ShareStatement>(
      detail,
      'statement',
    )
    return `${code}: ${rows} rows in ${workbooks} workbooks by “${heading}”, asked for by ${by} until ${due} (${account}@${machine})`
  },
  rule(detail) {
    const { by, releasedBy, run, account, machine, ...change } = parseStored<RuleStatement>(detail, 'statement')
    const people = `${by === undefined ? '' : `, by ${by}`}${releasedBy === undefined ? '' : `, released by ${releasedBy} as run ${run}`}`
    return `${describeRuleChange(change)}${people} (${account}@${machine})`
  },
  undo(detail) {
    const { undoes, by, note } = parseStored<UndoStatement>(detail, 'statement')
    return `by ${by}: takes back run ${undoes}${note === undefined ? '' : `; note: ${note}`}`
  },
  release(detail) {
    const release = parseStored<ReleaseStatement>(detail, 'statement')
    const { by, seal, sealedBy, sealedAt, account, machine, isSameAccount = false, isLookAlike = false } = release
    const of = `by ${by}: seal ${shortenSeal(seal)}, sealed by ${sealedBy} (${account}@${machine}) at ${toIsoTime(sealedAt)}`
    return [of, ...describePairDoubts({ isSameAccount, isLookAlike })].join('; ')
  },
}

export function describeStatement(operation: string, detail: string): string {
  return statements[operation]?.(detail) ?? detail
}
