import type { Command } from 'commander'

const noScores = 'there are no scores to wait for'

/** Reasons why an operation does not take an option of the others. */
export const withheld = {
  decide: {
    '--no-wait': noScores,
    '--poll-timeout': noScores,
    '--lists': 'it sends no role type, urgency or country',
    '--date-format': 'it sends no date',
    '--send-changed': 'a changed decision is a new one and is sent as that',
  },
  invite: {
    '--no-wait': noScores,
    '--poll-timeout': noScores,
    '--lists': 'it sends no role type, urgency or country',
    '--date-format': 'it sends no date',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** Hides options from a command's help; their use is refused with the reason. */
export function withholdOptions(command: Command, reasons: Readonly<Record<string, string>>): Command {
  for (const option of command.options) {
    const reason = reasons[option.long ?? '']
    if (reason === undefined) continue
    option.hideHelp()
    command.on(`option:${option.name()}`, () => {
      command.error(`error: ${command.name()} takes no ${option.long}: ${reason}. Leave it out; nothing was sent.`)
    })
  }
  return command
}
