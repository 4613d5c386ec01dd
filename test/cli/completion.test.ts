import { expect, it } from 'vitest'
import { listSettings, longFlag, takes } from '../rooms/settings.ts'
import { Workspace } from '../support/program.ts'

async function complete(...words: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await new Workspace().run(['__complete', ...words])
  expect([code, stderr]).toEqual([0, ''])
  return stdout.split('\n').slice(0, -1)
}

it('names every option that a setting has, with its description, and none that is withheld', async () => {
  const settings = listSettings().filter(([, setting]) => takes('assess', setting))
  const shown = settings.filter(([, { withheld }]) => withheld?.['assess'] === undefined)
  const offered = await complete('assess', 'trips.xlsx', '--')
  expect(shown.length).toBeGreaterThan(40)
  for (const [, setting] of shown)
    expect(offered).toContainEqual(expect.stringMatching(new RegExp(`^${longFlag(setting)}\t.`)))
  expect(await complete('decide', '-')).not.toContainEqual(expect.stringContaining('--no-wait'))
})

it.each([
  { words: ['assess', ''], offered: [':files'] },
  { words: ['assess', 'trips.xlsx', ''], offered: [] },
  { words: ['assess', '--hidden', ''], offered: ['include', 'skip'] },
  { words: ['assess', '--hidden', '=', 'sk'], offered: ['include', 'skip'] },
  { words: ['assess', '--hidden', '='], offered: ['include', 'skip'] },
  { words: ['assess', '--hidden=s'], offered: ['--hidden=include', '--hidden=skip'] },
  { words: ['assess', '--lists=da'], offered: [':files'] },
  { words: ['assess', '--rate', ''], offered: [] },
  { words: ['assess', '-o', ''], offered: [':files'] },
  { words: ['check', '='], offered: ['assess', 'decide', 'invite'] },
  { words: ['ledger', 'init', 'some', ''], offered: [] },
  { words: ['nonsense', ''], offered: [] },
  { words: ['--token=secret', '--token', 'x', ''], offered: [] },
])('offers $offered after $words', async ({ words, offered }) => {
  expect(await complete(...words)).toEqual(offered)
})

it('offers commands with their descriptions, and the topics of help, but never itself', async () => {
  const commands = await complete('')
  expect(commands).toContainEqual(expect.stringMatching(/^assess\tcreate an assessment/))
  expect(await complete()).toEqual(commands)
  expect(await complete('help', '')).toEqual(expect.arrayContaining(['privacy', 'reference', 'assess']))
  const { stdout } = await new Workspace().run(['--help'])
  expect(commands.join() + stdout).not.toContain('__complete')
})

it('of a shell that it does not know is refused', async () => {
  const { code, stderr } = await new Workspace().run(['completion', 'tcsh'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish, pwsh')])
})
