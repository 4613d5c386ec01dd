import { Command } from 'commander'
import { expect, it } from 'vitest'
import { makeProfileSchema } from '../rooms/app/profile.ts'
import { addSettings } from '../rooms/cli.ts'
import { listSettings, type Setting, settingGroups, takes } from '../rooms/settings.ts'
import { makeOptionTypes } from './make-option-types.ts'

// As for the fourth operation: a setting is added in one place, and every face has it.

const patience: Setting = {
  flag: '--patience <duration>',
  kind: { type: 'duration', leastMs: 1_000 },
  about: 'longest wait between two answers',
  default: 90_000,
  commands: ['assess', 'decide', 'worker'],
  variants: { worker: { default: 5_000 } },
  withheld: { decide: 'it waits for no answers' },
  profile: { level: 'run' },
  library: { part: 'SendingOptions' },
}
const groups = { ...settingGroups, Sending: { ...settingGroups.Sending, patienceMs: patience } }

function build(name: 'assess' | 'decide' | 'worker' | 'collect'): Command {
  const command = new Command(name).exitOverride().configureOutput({ writeErr: () => {} })
  return addSettings(command, name, groups)
}

it('is an option of its commands, under its heading, with its default', () => {
  const help = build('assess').helpInformation()
  const [, sending = ''] = help.split('\nSending:\n')
  expect(sending.split('\n\n')[0]).toMatch(/--patience <duration> +longest wait between two answers \(default: 90s\)/)
  expect(build('worker').helpInformation()).toContain('(default: 5s)')
  expect(build('collect').helpInformation()).not.toContain('patience')
})

it('is read, with its bounds, and refused where it is of no use', () => {
  const parsed = build('assess').parse(['--patience', '2m'], { from: 'user' })
  expect(parsed.opts()).toMatchObject({ patience: 120_000 })
  expect(build('assess').parse([], { from: 'user' }).opts()).toMatchObject({ patience: 90_000 })
  expect(() => build('assess').parse(['--patience', '10ms'], { from: 'user' })).toThrow('Expected 1 s or more.')
  expect(() => build('decide').parse(['--patience', '2m'], { from: 'user' })).toThrow('it waits for no answers')
  expect(build('decide').helpInformation()).not.toContain('patience')
})

it('is a key of the profile, with its bounds', () => {
  const schema = makeProfileSchema(groups)
  expect(schema.safeParse({ patience: '2m' }).success).toBe(true)
  expect(schema.safeParse({ patience: 120 }).success).toBe(false)
  expect(makeProfileSchema().safeParse({ patience: '2m' }).success).toBe(false)
})

it('is an option of the library and a key of its profile', () => {
  const text = makeOptionTypes(groups)
  expect(text).toContain('/** Longest wait between two answers. @default 90_000 */\n  patienceMs?: number | undefined')
  expect(text).toContain('/** Longest wait between two answers. */\n  patience?: string\n')
})

it('has a name, a flag and a key of its own', () => {
  const rows = listSettings()
  const names = rows.map(([name]) => name)
  expect(names).toEqual([...new Set(names)])
  for (const command of new Set(rows.flatMap(([, { commands = [] }]) => commands))) {
    const flags = rows.flatMap(([, setting]) => (takes(command, setting) ? [setting.flag] : []))
    expect(flags, command).toEqual([...new Set(flags)])
  }
})
