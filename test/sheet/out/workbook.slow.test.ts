import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createWorkbook } from '../../../src/sheet/out/workbook.ts'
import { hazards } from './read-workbook.ts'

const run = promisify(execFile)
const hasOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)

describe('LibreOffice', () => {
  it.skipIf(!hasOffice)('reads every text as it was written (skipped where soffice is not installed)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rwa-office-'))
    const file = join(folder, 'out.xlsx')
    // It has no NUL, and leaves the escape of DEL as it is.
    const texts = hazards.filter((text) => !/[\u0000\u007f]/.test(text))
    const workbook = createWorkbook(file)
    const sheet = workbook.addSheet({ name: 'Results', columns: [{ heading: 'text' }] })
    for (const text of texts) await sheet.write([{ t: 's', v: text }])
    await sheet.finish()
    await workbook.finish()

    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
    const quotedCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false'
    await run('soffice', [profile, '--headless', '--convert-to', quotedCsv, '--outdir', folder, file])
    const shown = (await readFile(join(folder, 'out.csv'), 'utf8')).replaceAll('\r\n', '\n')

    const expected = ['text', ...texts].map((text) => `"${text.replaceAll('"', '""').replaceAll('\r\n', '\n')}"`)
    expect(shown).toBe(`${expected.join('\n')}\n`)
    await rm(folder, { recursive: true })
  })
})
