import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readColumnsFile, readListsFile, readValuesFile } from '../rooms/app.ts'

/** Headings, each of a field. */
function namesOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`h${index}`, 'destination']))
}

describe('an option file', () => {
  function write(content: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'rwa-options-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'file.json'), content)
    return join(folder, 'file.json')
  }

  it('is JSON, with or without a byte order mark; any heading is one', () => {
    const columns = readColumnsFile(write('\uFEFF{"Wohin": "destination", "__proto__": "purpose"}'))
    expect(Object.entries(columns ?? {})).toEqual([
      ['Wohin', 'destination'],
      ['__proto__', 'purpose'],
    ])
    expect(readListsFile(write('{"destination": ["France"]}'))).toEqual({ destination: ['France'] })
  })

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['values of another kind', '{"a": 1}'],
    ['nothing', ''],
    ['two hundred thousand levels', `${'['.repeat(200_000)}`],
    ['more names than a sheet has columns', JSON.stringify(namesOf(16_385))],
    ['three hundred thousand names', JSON.stringify(namesOf(300_000))],
    ['more than anybody writes', `{"a": "${'x'.repeat(4 * 2 ** 20)}"}`],
  ])('with %s in it is refused with an example of what is expected', (_, content) => {
    const refusal = { code: 'configuration', hint: expect.stringContaining('Expected JSON such as') }
    expect(() => readColumnsFile(write(content))).toThrow(expect.objectContaining(refusal))
    expect(() => readListsFile(write(content))).toThrow(expect.objectContaining(refusal))
  })

  it('may name as many headings as a sheet has columns', () => {
    expect(Object.keys(readColumnsFile(write(JSON.stringify(namesOf(16_384)))) ?? {})).toHaveLength(16_384)
  })

  it('that names something twice is refused: only the last would count', () => {
    const twice = '{"a{b": {"x": "1"}, "b": [{"x": "2"}], "a": {"x": "\\"x\\": ", "y": "x", "x": "4"}}'
    expect(() => readColumnsFile(write(twice))).toThrow('has "x" twice in one object')
    expect(readColumnsFile(write('{"a": "x", "b": "a", "x": "x"}'))).toEqual({ a: 'x', b: 'a', x: 'x' })
  })

  it.each([
    ['a number', '{"legalRight": {"x": 1}}', '“legalRight”: “x”: expected a text, received 1'],
    ['no object', '{"legalRight": ["x"]}', '“legalRight”: Invalid input: expected an object of texts'],
    ['nothing by field', '["x"]', 'is not a JSON object'],
  ])('of values with %s in it is refused with the place', (_, content, message) => {
    expect(() => readValuesFile(write(content))).toThrow(message)
  })

  it('of values may correct any text, also none', () => {
    const values = readValuesFile(write('{"legalRight": {"": "No", "__proto__": "Yes"}}'))
    expect(Object.entries(values?.['legalRight'] ?? {})).toEqual([
      ['', 'No'],
      ['__proto__', 'Yes'],
    ])
  })

  it('that is not there is refused by name', () => {
    expect(() => readListsFile('nowhere.json')).toThrow('nowhere.json does not exist')
  })

  it.runIf(process.platform === 'linux')('that never ends, or never begins, is refused at once', () => {
    const pipe = `${write('')}.pipe`
    execFileSync('mkfifo', [pipe])
    for (const file of ['/dev/zero', pipe]) {
      expect(() => readColumnsFile(file)).toThrow('is not a regular file')
    }
  })
})
