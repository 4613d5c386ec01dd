import type { CheckResult, Diagnosis } from '../../app/doctor/diagnosis.ts'
import { describeFailedCommand } from './failure-line.ts'

const marks: Readonly<Record<CheckResult['state'], string>> = {
  ok: 'ok',
  skipped: '-',
  warning: 'warning',
  failed: 'PROBLEM',
  unreachable: 'PROBLEM',
}

/** One line, and a second one with the next step where there is a problem. */
export function describeDiagnosis(found: Diagnosis): string[] {
  const { text, hint } = wordDiagnosis(found)
  const head = `  ${marks[found.state].padEnd(8)} ${found.check.padEnd(13)}`
  return [`${head}${text}`, ...(hint === '' ? [] : [`${' '.repeat(head.length)}→ ${hint}`])]
}

export function summariseDiagnosis(found: Diagnosis): object {
  const { text, hint } = wordDiagnosis(found)
  return { check: found.check, state: found.state, text, hint: hint === '' ? null : hint }
}

function wordDiagnosis(found: Diagnosis): { text: string; hint: string } {
  return 'error' in found ? describeFailedCommand(found.error) : { text: found.text, hint: '' }
}
