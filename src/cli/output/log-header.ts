import type { Destination } from '../../app/destination.ts'
import { describeTarget } from './format-sending.ts'

export interface LogHeader {
  version: string
  system: string
  command: string
  destination: Pick<Destination, 'label' | 'isTest'>
  company: string
  ledger: string
  profile: string | undefined
}

export function describeStart({ version, system, command, destination, company, ledger, profile }: LogHeader): string {
  return `rwa-batch ${version} (${system}): ${command}; target ${describeTarget(destination)}, company ${company}, ledger ${ledger}${profile === undefined ? '' : `, profile ${profile}`}`
}
