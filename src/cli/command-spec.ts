import type { Argument, Command } from 'commander'
import type { CommandName } from '../settings/setting.ts'
import type { ExitCode } from './exit-code.ts'
import type { Host } from './host.ts'
import type { Arguments } from './setting-options.ts'

export interface CommandSession {
  host: Host
  command: Command
  args: Arguments
}

/** Before the profile and the ledger are looked for. */
type CommandCall = Omit<CommandSession, 'args'> & { readArgs(): Promise<Arguments> }

export interface CommandSpec {
  /** With the name of its group: `ledger init`. */
  name: CommandName | 'ledger' | 'ledger move' | 'completion' | 'help'
  about: string
  usage?: string
  arguments?: readonly (Argument | readonly [name: string, about: string])[]
  /** Stands in the help before the examples. */
  note?: string
  examples?: readonly string[]
  /** It shows the options of other commands. */
  describesOthers?: boolean
  /** Loads the module of the command. Absent for a group. `first`: a list for a variadic argument. */
  run?(session: CommandSession, first?: string | readonly string[], second?: string): Promise<ExitCode>
  /** Instead of `run`, where the command examines the profile, or asks about it, by itself. */
  runEarly?(call: CommandCall, first?: string): Promise<ExitCode>
}
