import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { assess, invite } from '../../rooms/operations.ts'
import { requireKnownOutput } from '../../rooms/pipeline/earlier-output.ts'
import { createCsv, createWorkbook } from '../../rooms/sheet/writing.ts'

function writeCsv(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'output.csv')
  writeFileSync(file, text)
  return file
}

function ledgerThatKnows(...known: readonly string[]) {
  return {
    name: 'ledger',
    recognised: async (identifiers: readonly string[]) => new Set(identifiers.filter((one) => known.includes(one))),
    identifierPage: async (afterId: number, limit: number) =>
      known.map((identifier, index) => ({ id: index + 1, identifier })).slice(afterId, afterId + limit),
  }
}

it.each([
  ['names only what the ledger knows', 'Staff ID,assessmentId\nE-1,R-1\nE-2,\n'],
  ['has no such column', 'Staff ID,other\nE-1,R-9\n'],
  ['is no sheet at all', ''],
])('an earlier output that %s may be replaced', async (_title, text) => {
  await requireKnownOutput(writeCsv(text), assess, ledgerThatKnows('R-1'))
})

it('an output that is not there yet, or of an operation without identifiers, is no matter', async () => {
  await requireKnownOutput('/does/not/exist.xlsx', assess, ledgerThatKnows())
  await requireKnownOutput(writeCsv('Staff ID,assessmentId\nE-1,R-1\n'), invite, ledgerThatKnows())
})

it('an earlier output that names what the ledger has never heard of is not replaced', async () => {
  const file = writeCsv('Staff ID,assessmentId\nE-1,R-1\nE-2,R-2\n')
  await expect(requireKnownOutput(file, assess, ledgerThatKnows('R-1'))).rejects.toMatchObject({
    code: 'ledger',
    message: expect.stringContaining('names R-2 (and perhaps more)'),
    hint: expect.stringContaining(`take ${file} as input`),
  })
})

const odd = [
  '-Nx17953',
  '=1+1',
  '+A',
  '@a',
  ' id-7 ',
  'a\u0001b',
  "'quoted",
  '＝1',
  'x'.repeat(40_000),
  '\ttab',
  'c\r\nd',
]

it.each(['.csv', '.xlsx'])(
  'an output knows its own identifiers again in the form they were written in (%s)',
  async (end) => {
    const file = join(mkdtempSync(join(tmpdir(), 'rwa-own-')), `output${end}`)
    onTestFinished(() => rmSync(dirname(file), { recursive: true, force: true }))
    const workbook = end === '.csv' ? createCsv(file) : createWorkbook(file)
    const sheet = workbook.addSheet({
      name: 'Results',
      columns: [{ heading: 'Staff ID' }, { heading: 'assessmentId' }],
    })
    for (const v of odd)
      await sheet.write([
        { t: 's', v: 'E-1' },
        { t: 's', v },
      ])
    await sheet.finish()
    await workbook.finish()
    await requireKnownOutput(file, assess, ledgerThatKnows(...odd))
    for (const lost of odd) {
      const others = odd.filter((identifier) => identifier !== lost)
      await expect(requireKnownOutput(file, assess, ledgerThatKnows(...others)), lost.slice(0, 20)).rejects.toThrow(
        'does not know',
      )
    }
  },
)
