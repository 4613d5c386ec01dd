import { describe, expect, it } from 'vitest'
import { describeRun, summariseRun, terminalFace } from '../../rooms/cli/output.ts'
import { rowStates } from '../../rooms/contract.ts'
import { describeHalt, type HaltReason } from '../../rooms/messages.ts'
import type { RunReport } from '../../rooms/pipeline/model.ts'

const command = 'rwa-batch assess trips.csv'

function report(states: readonly string[], changes: Partial<RunReport> = {}): RunReport {
  return {
    runId: 1,
    input: 'trips.xlsx',
    operation: 'assess',
    balance: states.map((state) => ({ state, wasDone: false, count: 1_200 })),
    rows: states.length * 1_200,
    sheets: [],
    halt: undefined,
    output: { file: 'out.xlsx', isSecondName: false },
    orphans: 0,
    targetLabel: 'https://service.example/version-test',
    isTestTarget: true,
    traffic: { requests: 9, refused: { 429: 2 }, retries: 2, latencyMs: { p50: 80, p95: 200 } },
    ledger: { ledgerId: 'a1', number: 61, digest: 'd'.repeat(32), at: 0 },
    startedAt: 0,
    endedAt: 90_000,
    ...changes,
  }
}

function lastLine(states: readonly string[], changes: Partial<RunReport> = {}): string {
  return describeRun(report(states, changes), { command }).at(-1) ?? ''
}

describe('the end of a run', () => {
  it('says every state with its number and meaning, and where the workbook is', () => {
    expect(describeRun(report(['scored', 'invalid']), { command })).toEqual([
      '2,400 rows in 1 min 30 s:',
      '  1,200  scored     created, with scores',
      '  1,200  invalid    not sent: correct them (see the sheet Problems)',
      'Written to out.xlsx',
      `Next: correct the rows in trips.xlsx, then: ${command}`,
    ])
  })

  it.each(rowStates)('has words for the state %s', (state) => {
    expect(describeRun(report([state]), { command })[1]).toMatch(/\w {2,}\w/)
  })

  it.each([
    [['scored'], 'Written to out.xlsx'],
    [['scored', 'duplicate'], 'Written to out.xlsx'],
    [['ready'], `Next: ${command}`],
    [['pending', 'invalid'], `Next: ${command}`],
    [['failed'], `Next: ${command}`],
    [['rejected'], `Next: correct the rows in trips.xlsx, then: ${command}`],
    [['unknown', 'ready'], `Next: look up the rows of the sheet Unknown at the service, then: ${command}`],
  ])('after %j says: %s', (states, line) => {
    expect(lastLine(states)).toBe(line)
  })

  it('after a refused token asks for the right one first', () => {
    expect(lastLine(['ready'], { halt: { kind: 'authorisation', message: 'Invalid Auth' } })).toContain('right token')
  })

  it('after a wrong address asks for the right one, and tells whether the row that was sent is in doubt', () => {
    const halt: HaltReason = { kind: 'address', address: 'https://service.example/wf', message: 'HTTP 404' }
    expect(lastLine(['ready'], { halt })).toBe(
      'Next: start again with the right base address (--base-url or RWA_BASE_URL).',
    )
    expect(lastLine(['ready', 'unknown'], { halt })).toContain('cannot be known')
  })

  it('counts rows with the same words in one line', () => {
    const done = { state: 'scored', wasDone: true } as const
    const balance = [
      { ...done, count: 56, wasNamed: true as const },
      { ...done, count: 544 },
    ]
    expect(describeRun(report([], { balance, rows: 600 }), { command })[1]).toBe(
      '  600  scored     already done by an earlier run',
    )
  })

  it.each([
    [['rejected'], `; if not: correct the rows in trips.xlsx, then: ${command}`],
    [['accepted', 'invalid'], `; if not: ${command}`],
    [['scored'], ''],
  ])('with corrections in the output, and %j, names the command that uses them first', (states, rest) => {
    const output = { file: 'out.xlsx', isSecondName: false, edited: { file: 'out.edited.xlsx', cells: 2 } }
    const commandWith = (input: string, other: string): string => `assess ${input} → ${other}`
    const lines = describeRun(report(states, { output }), { command, commandWith })
    expect(lines.slice(-2)).toEqual([
      '  2 cells of out.edited.xlsx differ from trips.xlsx',
      `Next: if you corrected rows in out.edited.xlsx: assess trips.xlsx → out.edited.xlsx${rest}`,
    ])
  })

  it('of a file that was sent in another version last names that one, and how to go on with it', () => {
    const commandWith = (input: string, other: string): string => `assess ${input} → ${other}`
    const changes = { orphans: 2, sentFrom: 'output/trips.corrected.xlsx' }
    const lines = describeRun(report(['invalid'], changes), { command, commandWith })
    expect(lines.slice(2)).toEqual([
      '  2 assessments of earlier runs have no row in trips.xlsx (sheet Orphans)',
      '  last sent from output/trips.corrected.xlsx: what was changed there is not in trips.xlsx',
      'Written to out.xlsx',
      `Next: to go on with output/trips.corrected.xlsx: assess trips.xlsx → output/trips.corrected.xlsx; to go on with trips.xlsx: correct the rows in trips.xlsx, then: ${command}`,
    ])
  })

  it('calls orphans what they are', () => {
    const lines = describeRun(report(['decided'], { operation: 'decide', orphans: 2 }), { command })
    expect(lines).toContain('  2 decisions of earlier runs have no row in trips.xlsx (sheet Orphans)')
  })

  it('says the second name of an output that could not be replaced, and counts orphans', () => {
    const said = describeRun(report(['scored'], { output: { file: 'out (2).xlsx', isSecondName: true }, orphans: 2 }), {
      command,
    })
    expect(said.join('\n')).toMatch(/2 assessments of earlier runs.*Orphans[\s\S]*out \(2\)\.xlsx, because/)
  })

  it.each<[string[], Partial<RunReport>, string]>([
    [
      ['changed'],
      {},
      `answer the rows of the sheet Changed with yes or no (column send), then: ${command}; or send all changed rows: ${command} --send-changed`,
    ],
    [
      ['changed', 'invalid'],
      {},
      `correct the rows in trips.xlsx, and answer the rows of the sheet Changed with yes or no (column send), then: ${command}; or send all changed rows: ${command} --send-changed`,
    ],
    [
      ['changed'],
      { output: { file: 'out.CSV', isSecondName: false, beside: new Map([['Changed', 'out.changed.csv']]) } },
      `answer the rows of out.changed.csv with yes or no (column send), then: ${command}; or send all changed rows: ${command} --send-changed`,
    ],
  ])('names both ways to send changed rows: %j', (states, changes, next) => {
    expect(lastLine(states, changes)).toBe(`Next: ${next}`)
  })

  it.each([[['rejected']], [['rejected', 'ready']]])(
    'after a release that left %j says what is sealed anew',
    (states) => {
      const anew = { sheet: 'd.csv', command: 'rwa-batch decide d.csv --seal plan-2.xlsx --by <staff id>' }
      expect(describeRun(report(states), { command, reseal: anew }).at(-1)).toBe(
        `Next: correct the rows in d.csv, then seal what is left: ${anew.command}; a second person reads that plan and releases it`,
      )
    },
  )

  it.each<HaltReason>([
    { kind: 'interrupted' },
    { kind: 'authorisation', message: 'Invalid Auth' },
    { kind: 'redirect', message: 'HTTP 302 to elsewhere' },
    { kind: 'address', address: 'https://service.example', message: 'HTTP 404 (Not Found)' },
    { kind: 'mixed-up', count: 3 },
    { kind: 'unreachable', message: 'refused' },
    { kind: 'held-off', message: 'the service asks to wait 900 s' },
    { kind: 'unknowns', count: 10 },
    { kind: 'errors', count: 3 },
    { kind: 'rejections', field: 'destination', message: 'Incorrect Country' },
    { kind: 'broken', error: new Error('x') },
  ])('says why it stopped: $kind', (halt) => {
    expect(describeHalt(halt, terminalFace)).toMatch(/^\S.*[.?]$/)
  })
})

it('the summary adds up the rows of a state and keeps apart what was done before', () => {
  const balance = [
    { state: 'scored', wasDone: true, count: 3 },
    { state: 'scored', wasDone: false, count: 2 },
    { state: 'invalid', wasDone: false, count: 1 },
  ]
  expect(summariseRun(report([], { balance, rows: 6 }), 3)).toEqual({
    exitCode: 3,
    target: 'https://service.example/version-test',
    environment: 'test environment',
    rows: 6,
    sheets: [],
    outcomes: { scored: 5, invalid: 1 },
    alreadyDone: 3,
    orphans: 0,
    replaced: 0,
    stopped: null,
    output: 'out.xlsx',
    beside: {},
    requests: 9,
    refused: { 429: 2 },
    retries: 2,
    latencyMs: { p50: 80, p95: 200 },
    ledger: { id: 'a1', line: 61, digest: 'd'.repeat(32) },
    startedAt: '1970-01-01T00:00:00.000Z',
    endedAt: '1970-01-01T00:01:30.000Z',
  })
})
