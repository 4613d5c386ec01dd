import { describe, expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { hasTerminal, keys, startOnTerminal } from '../support/terminal.ts'

interface Found {
  outcomes: Record<string, number>
  problems: { field: string; rule: string; hint: string; count: number; cells: string[]; values?: string[] }[]
  warnings: { field: string; rule: string; hint: string }[]
}

const headings =
  'Purpose,Employee ID,Employee name,Seniority,Role type,Citizenship,Destination,Residency,Start date,End date,Sales contracts,Past trips duration,Right to work,Benefits local market,Note'

interface Cells {
  name?: string
  role?: string
  destination?: string
  start?: string
  end?: string
}

function line(number: number, cells: Cells = {}): string {
  const { name = 'Person', role = 'Engineering', destination = 'Portugal' } = cells
  const { start = '2026-03-02', end = '2026-03-27' } = cells
  return `Work From Anywhere,E-000${number},${name},Mid,${role},Germany,${destination},Germany,${start},${end},No,0,Yes,No,`
}

function write(...lines: readonly string[]): Workspace {
  const space = new Workspace()
  space.write('trips.csv', [headings, ...lines, ''].join('\r\n'))
  return space
}

async function check(space: Workspace, ...options: readonly string[]): Promise<Found & { text: string }> {
  const { stdout } = await space.run(['check', 'assess', 'trips.csv', '--json', ...options])
  const { stdout: text } = await space.run(['check', 'assess', 'trips.csv', ...options])
  return { ...JSON.parse(stdout), text }
}

describe('placeholders', () => {
  const written = ['n/a', 'NA', 'tbd', '-', 'unknown', 'keine', 'Aucun', 'à définir', 'n.v.t.']

  it('are named, and nothing is proposed, where a country or a role type is wanted', async () => {
    const { problems, warnings, outcomes, text } = await check(
      write(...written.map((destination, index) => line(index, { destination })), line(9, { role: 'unbekannt' })),
    )
    expect(outcomes).toEqual({ invalid: 10 })
    expect(problems.map(({ field, rule, count }) => [field, rule, count])).toEqual([
      ['destination', 'must be a value, not a placeholder', 9],
      ['roleType', 'must be a value, not a placeholder such as “unbekannt”', 1],
    ])
    expect(warnings).toEqual([])
    expect(text).not.toMatch(/Namibia|Did you mean/)
  })

  it.each([
    ['decide', 'Assessment ID,Status,Compliance approver', 'keine,Approved,C-1\nA-1,Approved,unbekannt'],
    ['invite', 'First name,Last name,E-mail,Staff ID', 'Ann,Lee,ann@example.com,s.o.\nBo,Li,bo@example.com,n/a'],
  ])('are one list for the IDs of %s', async (operation, first, rows) => {
    const space = new Workspace()
    space.write('sheet.csv', `${first}\n${rows}\n`)
    const { stdout } = await space.run(['check', operation, 'sheet.csv', '--json'])
    const { outcomes, problems }: Found = JSON.parse(stdout)
    expect(outcomes).toEqual({ invalid: 2 })
    const named = problems.filter(({ rule }) => rule === 'must be an id, not a placeholder')
    expect(named.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })

  it('that stand on a list are values of it', async () => {
    const space = write(line(1, { destination: 'NA' }), line(2, { destination: 'n/a' }))
    space.write('lists.json', JSON.stringify({ destination: ['NA', 'Portugal'] }))
    const { problems } = await check(space, '--lists', 'lists.json')
    expect(problems.map(({ field, cells }) => [field, cells])).toEqual([['destination', ['G3']]])
  })
})

describe('day numbers', () => {
  const days = (): Workspace =>
    write(line(1, { start: '46084', end: '46109' }), line(2, { start: '46085.0', end: '46110.5' }))

  it('are said to be what they are', async () => {
    const [start] = (await check(write(line(1, { start: '46084' })))).problems
    expect(start).toMatchObject({
      rule: 'must be a date, not the number 46084',
      hint: 'Spreadsheet programs count days: 46084 is 2026-03-03. Format the column as a date, or say --date-format day-number.',
    })
    const { problems, outcomes } = await check(days())
    expect(outcomes).toEqual({ invalid: 2 })
    expect(problems[0]?.hint).toContain('46084 is 2026-03-03')
  })

  it('are read when told, beside other patterns too', async () => {
    const { outcomes, problems } = await check(days(), '--date-format', 'day-number')
    expect([problems, outcomes]).toEqual([[], { ready: 2 }])
    const mixed = write(
      line(1, { start: '46084', end: '27.03.2026' }),
      line(2, { start: '02.03.2026', end: '13.03.2026' }),
    )
    const both = await check(mixed, '--date-format', 'day-number', '--date-format', 'DD.MM.YYYY')
    expect([both.problems, both.outcomes]).toEqual([[], { ready: 2 }])
  })

  it('stand in a draft of a profile as a guess', async () => {
    const space = days()
    await space.run(['inspect', 'trips.csv', '--draft'])
    const { stdout } = await space.run(['check', 'assess', 'trips.csv', '--json'])
    expect(JSON.parse(stdout).profile).toContain('rwa-batch.json')
  })
})

it('an error as text is no word of a formula', async () => {
  const { problems, text } = await check(write(line(1, { destination: '#N/A' }), line(2, { start: '#REF!' })))
  expect(problems.map(({ field, rule }) => [field, rule])).toEqual([
    ['destination', 'must hold a value, not the error #N/A'],
    ['startDate', 'must hold a value, not the error #REF!'],
  ])
  expect(text).not.toContain('formula')
})

describe('a record longer than the headings', () => {
  const shifted = 'must not have more values than there are columns (16 instead of 15)'

  it.each([
    ['with an empty last cell', line(1, { name: 'Lee, Ann' })],
    ['with a last cell that is filled', `${line(1, { name: 'Lee, Ann' })}Her note`],
  ])('is explained, %s', async (_, record) => {
    const { problems } = await check(write(record, line(2)))
    expect(problems.map(({ rule }) => rule)).toContain(shifted)
  })

  it('is no fault where each record ends with a delimiter, the headings too', async () => {
    const space = new Workspace()
    space.write('trips.csv', [`${headings},,`, `${line(1)},,`, `${line(2, { start: 'soon' })},,`].join('\n'))
    const { problems } = await check(space)
    expect(problems.map(({ field }) => field)).toEqual(['startDate'])
  })
})

/** Windows-1252 for letters that it has, by the bytes of another encoding. */
const bytesOf: Record<string, Record<string, number>> = {
  macintosh: { ü: 0x9f, ß: 0xa7, ä: 0x8a, é: 0x8e, ú: 0x9c, ñ: 0x96, í: 0x92, ë: 0x91 },
  cp850: { ü: 0x81, ß: 0xe1, ä: 0x84, é: 0x82, ú: 0xa3, ñ: 0xa4, í: 0xa1, ë: 0x89 },
  'windows-1250': { ę: 0xea, ł: 0xb3, Ł: 0xa3, ó: 0xf3, ź: 0x9f, ü: 0xfc },
  'windows-1251': { Г: 0xc3, е: 0xe5, р: 0xf0, м: 0xec, а: 0xe0, н: 0xed, и: 0xe8, я: 0xff },
  // ド, イ, ツ
  shift_jis: { '\u30c9': 0x8368, '\u30a4': 0x8343, '\u30c4': 0x8363 },
  'windows-1252': {
    ü: 0xfc,
    ß: 0xdf,
    ä: 0xe4,
    é: 0xe9,
    ú: 0xfa,
    ñ: 0xf1,
    í: 0xed,
    ë: 0xeb,
    '’': 0x92,
    '–': 0x96,
    '€': 0x80,
    '…': 0x85,
  },
}

function encode(text: string, encoding: string): Buffer {
  const bytes = [...text].flatMap((letter) => {
    const code = bytesOf[encoding]?.[letter] ?? letter.charCodeAt(0)
    return code > 0xff ? [code >> 8, code & 0xff] : [code]
  })
  return Buffer.from(bytes)
}

const western = [
  line(1, { name: 'Jürgen Weiß', role: 'Geschäftsführung', destination: 'Türkei' }),
  line(2, { name: 'José Núñez', role: 'Ingeniería', destination: 'España' }),
  line(3, { name: 'Zoë', destination: 'Brésil' }),
]

function writeIn(encoding: string, lines: readonly string[]): Workspace {
  const space = new Workspace()
  space.write('trips.csv', encode([headings, ...lines, ''].join('\r\n'), encoding))
  return space
}

describe('encodings', () => {
  const named = [
    ['macintosh', western, 'TŸrkei', 'Türkei'],
    ['cp850', western, 'T\ufffdrkei', 'Türkei'],
    ['macintosh', [line(1, { name: 'Jürgen Müller' })], 'JŸrgen MŸller', 'Jürgen Müller'],
    ['cp850', [line(1, { name: 'Jürgen Müller' })], 'J\ufffdrgen M\ufffdller', 'Jürgen Müller'],
    ['windows-1250', [line(1, { destination: 'Węgry' })], 'Wêgry', 'Węgry'],
    ['windows-1250', [line(1, { name: 'Łódź Wałęsa' })], '£ódŸ Wa³êsa', 'Łódź Wałęsa'],
    ['windows-1251', [line(1, { destination: 'Германия' })], 'Ãåðìàíèÿ', 'Германия'],
    ['shift_jis', [line(1, { destination: '\u30c9\u30a4\u30c4' })], 'ƒhƒCƒc', '\u30c9\u30a4\u30c4'],
  ] as const

  it.each(named)('%s is named with an example', async (encoding, lines, shown, meant) => {
    const { warnings } = await check(writeIn(encoding, lines))
    expect(warnings.map(({ rule }) => rule)).toContainEqual(
      `trips.csv is not UTF-8 and is read as Windows-1252; it says “${shown}” then, and “${meant}” if it is read as ${encoding}: say which is right with --encoding.`,
    )
  })

  it.each(named)('%s is read when told', async (encoding, lines, _, meant) => {
    const { stdout } = await writeIn(encoding, lines).run(['inspect', 'trips.csv', '--encoding', encoding])
    expect(stdout).toContain(meant)
    expect(stdout).not.toContain('by which it says')
  })

  it('Windows-1252 is not doubted', async () => {
    const more = line(4, { name: 'D’Arcy – Nuñez', role: 'wait… 5 €' })
    const { warnings } = await check(writeIn('windows-1252', [...western, more]))
    const words = warnings.map(({ rule }) => rule).filter((rule) => rule.includes('UTF-8'))
    expect(words).toEqual([
      'trips.csv is not UTF-8 and is read as Windows-1252; if accents look wrong, save it as CSV UTF-8, or name its encoding with --encoding.',
    ])
  })

  it('that are not known are refused with the way out', async () => {
    const { stderr, code } = await writeIn('cp850', western).run([
      'check',
      'assess',
      'trips.csv',
      '--encoding',
      'cp852',
    ])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Save it as CSV UTF-8')])
  })
})

describe.skipIf(!hasTerminal)('at a terminal', () => {
  async function answer(typed: string): Promise<{ code: number | null; said: string }> {
    const session = startOnTerminal(
      writeIn('macintosh', western).folder,
      ['check', 'assess', 'trips.csv', '--json'],
      {},
    )
    await session.until('Type 1 or 2')
    session.type(typed + keys.enter)
    return { code: await session.ended, said: session.said() }
  }

  it('a person says which encoding is right, and it is read so', async () => {
    const { said } = await answer('2')
    expect(said).toContain('1  TŸrkei  (windows-1252)')
    expect(said).toContain('2  Türkei  (macintosh)')
    expect(said).toContain('“Türkei” is sent as written')
    expect(said).not.toContain('is read as Windows-1252')
  })

  it('nothing is read without an answer', async () => {
    const { code, said } = await answer('')
    expect(code).toBe(2)
    expect(said).toContain('how its letters are read was not answered')
  })
})
