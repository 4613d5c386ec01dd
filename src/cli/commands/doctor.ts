import type { Command } from 'commander'
import type { CheckResult, Diagnosis } from '../../app/doctor/checks.ts'
import { diagnose } from '../../app/doctor/diagnose.ts'
import { exitCodeOfError, worstExitCode } from '../../app/exit-code.ts'
import { version } from '../../pipeline/version.ts'
import { defaultOf } from '../../settings/all.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { memorySettings } from '../../settings/memory.ts'
import { applyProfile } from '../apply-profile.ts'
import { describeFailedCommand } from '../conclude-failure.ts'
import type { Host } from '../host.ts'
import { printJson, printLines } from '../output/print.ts'

/** `doctor`: what stands in the way of a run on this machine. The profile is part of the examination. */
export async function examineMachine(host: Host, command: Command, sheet?: string): Promise<ExitCode> {
  const { nodeVersion, clock, stdin } = host
  const found = await diagnose(
    { nodeVersion, surroundings: host, clock, sheet, readProfile: () => applyProfile(host, command, undefined) },
    () => {
      const { ledger, baseUrl, tokenFile, tokenCommand, company = defaultOf(memorySettings.company) } = command.opts()
      return { ledger, baseUrl, tokenFile, tokenCommand, company, stdin }
    },
  )
  const exitCode = exitCodeOfDiagnoses(found)
  const checks = found.map((each) => {
    const { check, state } = each
    const { text, hint } = 'error' in each ? describeFailedCommand(each.error) : { text: each.text, hint: '' }
    return { check, state, text, hint: hint || null }
  })
  if (command.opts()['json'] === true) printJson(host, { exitCode, version, system: host.system, checks })
  else {
    // One line, and a second one with the next step where there is a problem.
    const lines = checks.flatMap(({ check, state, text, hint }) => {
      const head = `  ${marks[state].padEnd(8)} ${check.padEnd(13)}`
      return [`${head}${text}`, ...(hint === null ? [] : [`${' '.repeat(head.length)}→ ${hint}`])]
    })
    printLines(host, [`rwa-batch ${version}, ${host.system}`, ...lines])
  }
  return exitCode
}

/** Pure. */
export function exitCodeOfDiagnoses(found: readonly Diagnosis[]): ExitCode {
  const codes = found.map((each): ExitCode => {
    if (each.state === 'failed') return exitCodeOfError(each.error)
    return each.state === 'unreachable' ? 75 : 0
  })
  return worstExitCode(codes)
}

const marks: Readonly<Record<CheckResult['state'], string>> = {
  ok: 'ok',
  skipped: '-',
  warning: 'warning',
  failed: 'PROBLEM',
  unreachable: 'PROBLEM',
}
