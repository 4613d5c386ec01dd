import { describe, expect, it } from 'vitest'
import { compareRecords, type StoreRecord } from '../../rooms/app/rehearsal.ts'
import type { ContentCounts } from '../../rooms/ledger/port.ts'

const nothing: ContentCounts = { submissions: 0, ofRun: 0, unnamed: 0, covered: 0, resends: 0 }

/** A record as `identifier:content`, or `:content` where the service gives no identifier. */
function record(text: string): StoreRecord {
  const [identifier, content = ''] = text.split(':')
  return { identifier: identifier === '' ? undefined : identifier, hash: () => Buffer.from(content) }
}

interface Ledger {
  /** Identifiers that rows of the run have. */
  run?: readonly string[]
  other?: readonly string[]
  contents?: Readonly<Record<string, Partial<ContentCounts>>>
  unknown?: number
}

function judge(records: readonly string[], { run = [], other = [], contents = {}, unknown = 0 }: Ledger) {
  return compareRecords(records.map(record), {
    unknown,
    find: async (identifier) => (run.includes(identifier) ? 'run' : other.includes(identifier) ? 'other' : undefined),
    ofContent: async (hash) => ({ ...nothing, ...contents[hash.toString()] }),
  })
}

const one = { submissions: 1, ofRun: 1 }
const unknown = { ...one, unnamed: 1, covered: 1 }
const refused = { ...one, unnamed: 1 }

describe('the verdict of a rehearsal', () => {
  it.each<[string, readonly string[], Ledger, object]>([
    ['all named', ['A:x', 'B:y'], { run: ['A', 'B'] }, { created: 2 }],
    ['nothing there', [], { run: [] }, {}],
    ['one unknown and there', ['A:x'], { contents: { x: unknown }, unknown: 1 }, { created: 1, unknown: 1 }],
    ['one unknown and not there', [], { contents: { x: unknown }, unknown: 1 }, { unknown: 1 }],
    ['one there that is said to be refused', ['A:x'], { contents: { x: refused } }, { created: 1, lost: 1 }],
    [
      'a second one beside a named one',
      ['A:x', 'B:x'],
      { run: ['A'], contents: { x: one } },
      { created: 2, twice: 1, lost: 1 },
    ],
    [
      'two of one unknown',
      ['A:x', 'B:x'],
      { contents: { x: unknown }, unknown: 1 },
      { created: 2, twice: 1, lost: 1, unknown: 1 },
    ],
    [
      'two of two that are meant to be equal',
      ['A:x', 'B:x'],
      { contents: { x: { submissions: 2, ofRun: 2, unnamed: 2, covered: 2 } }, unknown: 2 },
      { created: 2, unknown: 2 },
    ],
    [
      'a second one because somebody sent an unknown one again',
      ['A:x', 'B:x'],
      { run: ['B'], contents: { x: { ...one, resends: 1 } } },
      { created: 2, repeated: 1 },
    ],
    [
      'two more than somebody asked for',
      ['A:x', 'B:x', 'C:x', 'D:x'],
      { run: ['D'], contents: { x: { ...one, resends: 1 } } },
      { created: 4, twice: 2, lost: 2, repeated: 1 },
    ],
    ['sent by somebody else', ['A:x'], {}, {}],
    [
      'of another sheet',
      ['A:x', 'B:y'],
      { other: ['A'], contents: { y: { submissions: 1, unnamed: 1, covered: 1 } } },
      {},
    ],
    ['lost in another sheet', ['A:x'], { contents: { x: { submissions: 1, unnamed: 1 } } }, { lost: 1 }],
    ['decisions, which have no identifier', [':x', ':y'], { contents: { x: unknown, y: unknown } }, { created: 2 }],
    ['a decision recorded twice', [':x', ':x'], { contents: { x: unknown } }, { created: 2, twice: 1, lost: 1 }],
  ])('%s', async (_, records, ledger, counts) => {
    expect(await judge(records, ledger)).toEqual({ created: 0, twice: 0, lost: 0, unknown: 0, repeated: 0, ...counts })
  })
})
