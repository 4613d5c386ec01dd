import { describeEnvironment } from './sending-words.ts'

export interface LogHeader {
  version: string
  /** The command line as it can be typed again: the options that were given. */
  command: string
  targetLabel: string
  isTestTarget: boolean
  company: string
  ledger: string
}

/** The first line of a log file: which program, doing what, where. */
export function describeStart(header: LogHeader): string {
  const { version, command, targetLabel, isTestTarget, company, ledger } = header
  const system = `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`
  const target = `${targetLabel} (${describeEnvironment(targetLabel, isTestTarget)})`
  return `rwa-batch ${version} (${system}): ${command}; target ${target}, company ${company}, ledger ${ledger}`
}
