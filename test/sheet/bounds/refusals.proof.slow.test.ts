import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { program } from '../../support/program.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { mebibytes, type ProgramEnd, readingScript, runMeasured, temporaryFolder } from './in-child.ts'
import { bombs, otherFiles, type RefusedFile } from './refused-files.ts'

const mostMs = 2000
/** A machine may be slow or busy: CI counts in starts of the program. A start is a tenth of a second, and a bomb one second. */
const mostStarts = 40
const mostBytes = 300 * 1_048_576
interface Measured extends ProgramEnd {
  what: string
}

it.each([
  { area: 'Refused files', files: otherFiles },
  { area: 'Bombs', files: bombs.filter((_, index) => scale({ full: true, short: index % 5 === 1 })) },
])('$area are refused in one line, at once, with little memory, by inspect and by assess', async ({ area, files }) => {
  const folder = await temporaryFolder()
  const seen: Measured[] = []
  const start = timeOf(await runMeasured(folder, program, ['--version']))
  const limitMs = Math.max(mostMs, scale({ full: 0, short: mostStarts * start }))
  for (const refused of files) {
    const path = join(folder, refused.name)
    await refused.write(path)
    for (const [script, ...args] of waysOf(refused)) {
      const end = await runMeasured(folder, script, args)
      expectOneLine(refused, end)
      seen.push({ what: `${refused.what} (${args[0]})`, ...end })
    }
    await rm(path)
  }
  const slowest = seen.toSorted((one, other) => timeOf(other) - timeOf(one))[0]
  const largest = seen.toSorted((one, other) => other.peakBytes - one.peakBytes)[0]
  if (slowest === undefined || largest === undefined) throw new Error('nothing was refused')
  prove({
    area,
    claim: `${files.length} kinds refused by inspect and assess: one line and a hint, exit 2, within 2 s and 300 MB`,
    measured:
      `slowest ${(timeOf(slowest) / 1000).toFixed(1)} s (${slowest.what}), ` +
      `largest ${mebibytes(largest.peakBytes)} MB (${largest.what})`,
    isKept: timeOf(slowest) <= limitMs && largest.peakBytes <= mostBytes,
  })
})

function waysOf({ name, isDeep }: RefusedFile): [script: string, ...args: string[]][] {
  if (isDeep === true) return [[readingScript, name]]
  return [
    [program, 'inspect', name],
    [program, 'assess', name, '--sandbox', '--ledger', 'memory.sqlite'],
  ]
}

/** What it takes on an idle machine: a busy one lets it wait for its turn. */
function timeOf({ ms, processorMs }: Pick<ProgramEnd, 'ms' | 'processorMs'>): number {
  return Math.min(ms, processorMs)
}

/** The ledger's first words, progress, which a slow machine has time for, and a command where LibreOffice is. */
const isBeside = /^(?:warning: the ledger is new|LibreOffice does it, too: |\d{4}-\d{2}-\d{2}T\S+ reading)/

function expectOneLine({ what, message }: RefusedFile, { code, stdout, stderr }: ProgramEnd): void {
  const said = stderr.trimEnd().split('\n')
  const [error = '', hint = '', ...more] = said.filter((line) => !isBeside.test(line))
  expect({ what, code, stdout, more }).toEqual({ what, code: 2, stdout: '', more: [] })
  expect(error).toMatch(/^error: /)
  expect(error).toMatch(message)
  expect(hint).toMatch(/^[A-Z].{10,}[.)]$/)
}
