import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { SealedOptions } from '../rooms/app.ts'
import { adviseReseal } from '../rooms/cli.ts'

/** `taken`: plans that stand in the folder. */
function commandFor(argv: readonly string[], how: SealedOptions = {}, taken: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-anew-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of taken) writeFileSync(join(folder, name), '')
  const given = argv[1]?.startsWith('-') === true ? undefined : argv[1]
  const plan = argv[argv.indexOf('--release') + 1] ?? ''
  return adviseReseal({ argv, platform: 'linux', folder }, { plan, given, sheet: join(folder, 'd.csv'), how }).command
}

it.each<[string[], SealedOptions, string[], string]>([
  [['decide', '--release', 'plan.xlsx', '--by', 'M-1'], {}, [], 'decide d.csv --seal plan-2.xlsx'],
  [['decide', 'd.csv', '--release', 'plan.xlsx', '--by', 'M-1'], {}, [], 'decide d.csv --seal plan-2.xlsx'],
  [
    ['decide', '--release', 'p-2.xlsx', '--by=M-1', '--yes', '--json'],
    {},
    ['p-3.xlsx'],
    'decide d.csv --seal p-4.xlsx',
  ],
  [
    ['decide', '--base-url', 'https://x.example', '--release', 'a/plan.xlsx', '-o', 'out.xlsx', '--by', 'M-1'],
    {
      sheets: ['EMEA', 'Q 4'],
      set: { status: 'Canceled' },
      hidden: 'skip',
      where: { Team: ['A', 'B'] },
      allOrNothing: true,
    },
    [],
    "decide d.csv --sheet EMEA --sheet 'Q 4' --set status=Canceled --hidden skip --where Team=A --where Team=B --all-or-nothing --base-url https://x.example --seal a/plan-2.xlsx",
  ],
])('after %j what is left is sealed with the sheet as it was read, into a new file', (argv, how, taken, expected) => {
  expect(commandFor(argv, how, taken)).toBe(`rwa-batch ${expected} --by <staff id>`)
})
