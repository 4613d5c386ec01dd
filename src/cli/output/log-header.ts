import type { Destination } from '../../app/destination.ts'
import { describeTarget } from './format-sending.ts'

export interface LogHeader {
  version: string
  /** Versions of Node.js and the system. */
  system: string
  /** The command line with its options, quoted for the shell. */
  command: string
  destination: Pick<Destination, 'label' | 'isTest'>
  company: string
  ledger: string
  profile: string | undefined
}

/** The first line of a log file. */
export function describeStart({ version, system, command, destination, company, ledger, profile }: LogHeader): string {
  return `rwa-batch ${version} (${system}): ${command}; target ${describeTarget(destination)}, company ${company}, ledger ${ledger}${profile === undefined ? '' : `, profile ${profile}`}`
}
