import { describe, expect, it } from 'vitest'
import { assess, decide, invite } from '../rooms/operations.ts'
import type { Operation } from '../rooms/pipeline/model.ts'
import { listSettings, longFlag } from '../rooms/settings.ts'
import { createWholeProgram } from '../support/whole-program.ts'

/** By operation: the flags that it does not take, with the reasons. */
const known = { assess: listWithheld('assess'), decide: listWithheld('decide'), invite: listWithheld('invite') }

function listWithheld(operation: string): Record<string, string> {
  const rows = listSettings().flatMap(([, setting]) => {
    const reason = setting.withheld?.[operation]
    return reason === undefined ? [] : [[longFlag(setting), reason] as const]
  })
  return Object.fromEntries(rows)
}

describe.each([
  ['assess', listUseless(assess)],
  ['decide', listUseless(decide)],
  ['invite', listUseless(invite)],
] as const)('%s', (name, useless) => {
  it('withholds the options that it makes no use of', () => {
    // Whether a request is like an earlier one is told from its content: who says so is the operation itself.
    const flags = Object.keys(known[name]).filter((flag) => flag !== '--send-changed')
    expect(flags.toSorted()).toEqual(useless.toSorted())
  })

  it('does not list them in its help', () => {
    for (const flag of Object.keys(known.decide)) {
      expect(helpOf(name).includes(flag), flag).toBe(!(flag in known[name]))
    }
  })

  it.each(Object.entries<string>(known[name]))('says why it takes no %s', async (flag, reason) => {
    const args = [name, 'sheet.csv', '--company', 'emea', flag, ...(valuesOf[flag] ?? [])]
    expect(await said(args)).toContain(`error: ${name} takes no ${flag}: ${reason}`)
  })
})

it('a decision is like no earlier one, so that --send-changed means nothing to it', () => {
  const request = { assessmentId: 'A-1', status: 'Rejected', complianceTeamMemberId: 'C-1' } as const
  expect(decide.request.similarityKey?.(request)).toBeUndefined()
})

const valuesOf: Readonly<Record<string, readonly string[]>> = {
  '--poll-timeout': ['5m'],
  '--lists': ['lists.json'],
  '--date-format': ['DD/MM/YYYY'],
}

function listUseless({ poll, sheet: { fields } }: Operation): string[] {
  const kinds = new Set(fields.map(({ about }) => about.kind))
  return [
    ...(poll === undefined ? ['--no-wait', '--poll-timeout'] : []),
    ...(kinds.has('listed') ? [] : ['--lists']),
    ...(kinds.has('date') ? [] : ['--date-format']),
  ]
}

function helpOf(name: string): string {
  const command = createWholeProgram().commands.find((each) => each.name() === name)
  return command?.helpInformation() ?? ''
}

/** What the command line answers on standard error. */
async function said(args: readonly string[]): Promise<string> {
  let text = ''
  const program = createWholeProgram()
  for (const command of program.commands) {
    command.exitOverride().configureOutput({ writeErr: (line) => (text += line) })
  }
  await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow('takes no')
  return text
}
