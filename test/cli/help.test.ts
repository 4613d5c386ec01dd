import { expect, it } from 'vitest'
import { toTerminalLines } from '../rooms/cli/commands.ts'
import { guidePages } from '../rooms/cli.ts'
import { Workspace } from '../support/program.ts'

it('help lists the topics, each with its title', async () => {
  const { code, stdout } = await new Workspace().run(['help'])
  const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}(\S.*)$/gm)].map(([, topic]) => topic)
  expect([code, listed]).toEqual([0, [...guidePages, 'reference']])
})

it.each([...guidePages, 'reference'])('help %s prints its page, without marks of Markdown', async (topic) => {
  const { code, stdout, stderr } = await new Workspace().run(['help', topic])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.split('\n')[1]).toMatch(/^=+$/)
  expect(stdout).not.toMatch(/```|\*\*|\]\(|^#|`/m)
})

it.each([
  ['desicions', 'decisions', 'For compliance officers'],
  ['Team', undefined, 'A team: one ledger for all'],
  ['asses', 'assess', 'Usage: rwa-batch assess'],
  ['assess', undefined, '--poll-timeout'],
  ['sandbox', undefined, 'All options: rwa-batch sandbox --help'],
])('help %s finds %s', async (word, nearest, text) => {
  const { code, stdout, stderr } = await new Workspace().run(['help', word])
  expect([code, stdout]).toEqual([0, expect.stringContaining(text)])
  expect(stderr).toBe(nearest === undefined ? '' : `There is no topic “${word}”. This is “${nearest}”:\n\n`)
})

it('help ledger move is the help of that command', async () => {
  const { code, stdout } = await new Workspace().run(['help', 'ledger', 'move'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: rwa-batch ledger move')])
})

it('help for a name near to none ends with 2, and names all', async () => {
  const { code, stderr } = await new Workspace().run(['help', 'xyzzyqq'])
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/“xyzzyqq”\nThe topics are page, .*; the commands assess, /),
  ])
})

it('the installed program finds its pages', async () => {
  const { code, stdout } = await new Workspace().spawn(['help', 'privacy'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Privacy: which personal data is where')])
})

it('a page is plain text on a terminal', () => {
  const page =
    '# T\n\nSee [team](team.md), **now**: `a`.\n\n| a | b | c |\n|---|---|---|\n| x | | z |\n\n```sh\nls -l\n```\n'
  expect(toTerminalLines(page)).toEqual([
    'T',
    '=',
    '',
    'See team (rwa-batch help team), now: a.',
    '',
    '  a: b; c',
    '  x: z',
    '',
    '    ls -l',
  ])
})
