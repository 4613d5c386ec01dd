import type { Destination } from '../../app/destination.ts'
import { describeTarget } from './format-sending.ts'

export interface LogHeader {
  version: string
  /** Node.js and the system. */
  system: string
  /** The command line as it can be typed again: the options that were given. */
  command: string
  destination: Pick<Destination, 'label' | 'isTest'>
  company: string
  ledger: string
  profile: string | undefined
}

/** The first line of a log file: which program, doing what, where. */
export function describeStart({ version, system, command, destination, company, ledger, profile }: LogHeader): string {
  return `rwa-batch ${version} (${system}): ${command}; target ${describeTarget(destination)}, company ${company}, ledger ${ledger}${profile === undefined ? '' : `, profile ${profile}`}`
}
