import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { nameColumns, nameCorrected, sanitizeFileName, Uploads } from '../rooms/web.ts'

it.each([
  ['q3.xlsx', 'q3.xlsx'],
  ['Reisen%20M%C3%A4rz.csv', 'Reisen März.csv'],
  ['..%2F..%2Fetc%2Fpasswd', 'passwd'],
  ['C%3A%5Cx%5Cq3.xlsx', 'q3.xlsx'],
  ['..', 'sheet'],
  ['.hidden.csv', 'hidden.csv'],
  ['a%0Ab%3Cc%3E.csv', 'a_b_c_.csv'],
  ['%E0%A4%A', '%E0%A4%A'],
  [undefined, 'sheet'],
])('the name %s is only a label: %s', (encoded, label) => {
  expect(sanitizeFileName(encoded)).toBe(label)
})

it.each([
  ['q3.xlsx', 'output/q3.corrected.xlsx', 'output/q3.columns.json'],
  ['q3.corrected.xlsx', 'output/q3.corrected.xlsx', 'output/q3.columns.json'],
  ['q3.corrected.assessed.simulated.xlsx', 'output/q3.results.corrected.xlsx', 'output/q3.results.columns.json'],
  ['q3.results.corrected.decided.xlsx', 'output/q3.results.corrected.xlsx', 'output/q3.results.columns.json'],
  [
    'q3.corrected.assessed.simulated.corrected.decided.simulated.edited-20261129T070000.xlsx',
    'output/q3.results.corrected.xlsx',
    'output/q3.results.columns.json',
  ],
  ['CON.xlsx', 'output/_CON.corrected.xlsx', 'output/_CON.columns.json'],
])('corrections of %s are kept in %s, the meaning of its headings in %s', (label, corrected, columns) => {
  expect([nameCorrected({ label }), nameColumns({ label })]).toEqual([corrected, columns])
})

it('a long name keeps its ending', () => {
  expect(sanitizeFileName(`${'x'.repeat(500)}.xlsx`)).toBe(`${'x'.repeat(115)}.xlsx`)
})

it('a file stands under its own name where nobody else can look, until the end; two of one name stand side by side', async () => {
  const uploads = new Uploads(undefined)
  onTestFinished(() => uploads.close(new Set()))
  const { file, label } = await uploads.save('..%2Fq3.csv', new Response('a,b\n1,2\n').body)
  expect(label).toBe('q3.csv')
  expect(basename(file)).toBe('q3.csv')
  const other = await uploads.save('q3.csv', new Response('c\n').body)
  expect([file, other.file].map((path) => readFileSync(path, 'utf8'))).toEqual(['a,b\n1,2\n', 'c\n'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
  uploads.close(new Set())
  expect(existsSync(file)).toBe(false)
})

it('a file that nothing shows any more is removed, and one that is shown stays', async () => {
  const uploads = new Uploads(undefined)
  onTestFinished(() => uploads.close(new Set()))
  const first = await uploads.save('q3.csv', new Response('a\n').body)
  const second = await uploads.save('q4.csv', new Response('b\n').body)
  uploads.keepOnly(new Set([second.file]))
  expect([existsSync(first.file), existsSync(second.file)]).toEqual([false, true])
  const piece = new Uint8Array(4 * 1024 * 1024)
  const large = ReadableStream.from(Array.from({ length: 51 }, () => piece))
  await expect(uploads.save('large.csv', large)).rejects.toThrow('is larger than 200 MB')
  uploads.keepOnly(new Set([second.file]))
  expect(readdirSync(dirname(dirname(second.file)))).toEqual([basename(dirname(second.file))])
})

it('in the folder of the page a sheet stays with its corrections, for the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const uploads = new Uploads(folder)
  const corrected = await uploads.save('q3.csv', new Response('a\n').body)
  const other = await uploads.save('q4.csv', new Response('b\n').body)
  uploads.close(new Set([corrected.file]))
  expect([existsSync(corrected.file), existsSync(other.file)]).toEqual([true, false])
  expect(statSync(dirname(corrected.file)).mode & 0o777).toBe(0o700)
})
