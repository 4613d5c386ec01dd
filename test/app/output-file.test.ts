import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { prepareFolder, requireSeparateOutput } from '../rooms/app.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rwa-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

describe('the output', () => {
  it.each(['out.xlsx', 'out.CSV', 'a.b/c.d.xlsx'])('may be %s', (output) => {
    expect(() => requireSeparateOutput('trips.csv', output)).not.toThrow()
  })

  it.each(['out.pdf', 'out', 'out.xls', 'out.xlsx.bak'])('may not be %s', (output) => {
    expect(() => requireSeparateOutput('trips.csv', output)).toThrow('neither .xlsx nor .csv')
  })

  it('may not be the input, whatever it is called', () => {
    const input = join(folder, 'trips.csv')
    writeFileSync(input, '')
    symlinkSync(input, join(folder, 'link.csv'))
    for (const output of [input, `${folder}/./x/../trips.csv`, join(folder, 'link.csv')]) {
      expect(() => requireSeparateOutput(input, output)).toThrow('is the input itself')
    }
  })
})

describe('the folder of the output', () => {
  it('is made when it is the default one', () => {
    const before = process.cwd()
    process.chdir(folder)
    onTestFinished(() => process.chdir(before))
    prepareFolder('output/out.xlsx')
    expect(existsSync(join(folder, 'output'))).toBe(true)
  })

  it.each(['nope/out.xlsx', 'a/b/out.csv', 'output/nope/out.xlsx', 'nope/output/out.xlsx'])(
    'is not made, but said to be missing, for %s',
    (name) => {
      const output = join(folder, name)
      const error = { code: 'usage', message: `the folder of the output, ${dirname(output)}, does not exist` }
      expect(() => prepareFolder(output)).toThrow(expect.objectContaining(error))
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('is refused in plain words when a file stands in its place', () => {
    writeFileSync(join(folder, 'taken'), '')
    expect(() => prepareFolder(join(folder, 'taken/out.xlsx'))).toThrow(/could not be written: a part of the path/)
  })

  it('is no use for a name that no file can have', () => {
    const output = join(folder, `${'x'.repeat(251)}.csv`)
    expect(() => prepareFolder(output)).toThrow(/could not be written: the file name is too long/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('is no use where a pipe or a device stands already', () => {
    execFileSync('mkfifo', [join(folder, 'pipe.csv')])
    symlinkSync('/dev/null', join(folder, 'null.csv'))
    for (const name of ['pipe.csv', 'null.csv']) {
      expect(() => prepareFolder(join(folder, name))).toThrow(`${name} is a device or pipe`)
    }
  })

  it.skipIf(process.getuid?.() === 0)('is refused when it cannot be written to', () => {
    mkdirSync(join(folder, 'closed'))
    chmodSync(join(folder, 'closed'), 0o500)
    expect(() => prepareFolder(join(folder, 'closed/out.xlsx'))).toThrow('cannot be written to')
  })
})
