import type { Command } from 'commander'
import { createProgram } from '../rooms/cli.ts'
import { createHost } from './host.ts'

/** The command line with the options of every command, as `help` makes it. */
export function createWholeProgram(): Command {
  return createProgram(createHost(['help']), () => {})
}
