import type { NoFacts } from './message.ts'

export interface CompanyAt {
  company: string
  address: string
}

export interface OptionFacts {
  'date-unreadable': { option: string; written: string }
  'faults-without-sandbox': NoFacts
  'secret-command-failed': { printed: 'token' | 'key'; ending: string }
  'no-address': NoFacts
  'status-not-distrusted': { status: number; known: readonly number[] }
  'status-in-both': { status: number }
  'no-field': { option: string; name: string; nearest: string | undefined; fields: readonly string[] }
  'where-repeated': { heading: string; place: string; times: number }
  'where-no-column': {
    heading: string
    place: string
    nearest: string | undefined
    headings: readonly string[]
  }
  'cancelled-unanswered': { count: number }
  'left-out-elsewhere': { file: string }
  'values-two-meanings': { field: string; earlier: string; was: string; written: string; meant: string }
  /** `rule` and `hint`: of the field. */
  'value-not-taken': { field: string; written: string; meant: string; rule: string; hint: string }
  'date-pattern': { pattern: string; fault: string }
  'company-empty': NoFacts
  'company-unknown': { company: string; known: readonly string[] }
  'token-empty': NoFacts
  'token-missing': NoFacts
  'token-pipe': { file: string }
  'token-folder': { file: string }
  'token-long': { name: string }
  'token-elsewhere': { known: string; address: string }
  'token-other': CompanyAt
  /** `differs`: what it was used with otherwise. */
  'token-used': { used: CompanyAt; now: CompanyAt; differs: 'company' | 'address' | 'both' }
  /** `why`: the reason, where there is one kind only. */
  'output-kind': { output: string; kinds: readonly string[]; why?: string | undefined; option: string }
  'output-is-input': { output: string }
  'output-is-device': { output: string }
  'output-folder-missing': { folder: string }
  'output-of-other-runs': { output: string; tried: number }
  'sidecars-taken': { file: string; tried: number }
  'output-exists': { output: string; option: string }
  /** `code`: of the operating system. */
  'not-written': { output: string; code: string }
  'log-file-taken': { file: string; taken: string }
}
