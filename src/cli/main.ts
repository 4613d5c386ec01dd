import { CommanderError } from 'commander'
import { correctArguments, refuseSheetAsCommand } from './correct-arguments.ts'
import type { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'

/** Runs one command and never throws. */
export async function main(host: Host): Promise<ExitCode> {
  const { argv } = host
  let exitCode: ExitCode = 0
  try {
    const { createProgram } = await import('./program.ts')
    if (argv[0] === '__complete') return (await import('./complete.ts')).printCandidates(host, createProgram)
    const conclude = (code: ExitCode) => {
      exitCode = code
    }
    const program = createProgram(host, conclude)
    // Loaded ahead of a command: after a failure there may be no file descriptor left for it.
    program.hook('preAction', async () => void (await loadFailures()))
    refuseSheetAsCommand(
      host,
      program.commands.map((each) => each.name()),
    )
    await program.parseAsync(correctArguments(argv), { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has printed it already: help and version end with 0, a wrong command line with 2.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    return (await loadFailures()).concludeFailure(host, error)
  }
}

/** `--help` needs no words for failures, and loading them takes longer than printing it. */
function loadFailures() {
  return import('./conclude-failure.ts')
}
