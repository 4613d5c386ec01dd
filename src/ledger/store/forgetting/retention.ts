import type { Retention, RetentionPeriods } from '../../port/retention.ts'
import { parseStored } from '../../stored-json.ts'
import { appendNotes } from '../attempts.ts'
import type { Queryable } from '../queryable.ts'
import type { Store } from '../store.ts'
import { lockContents } from './fingerprint.ts'

const names = ['trips', 'answers'] as const

/** Key in the table `meta`: the periods as JSON. */
const retentionKey = 'retention'

export async function readRetention(statements: Queryable): Promise<RetentionPeriods> {
  const [found] = await statements.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [retentionKey])
  return found === undefined ? {} : parseStored<RetentionPeriods>(found.value, 'list of periods')
}

export function createRetention(store: Store): Retention {
  return {
    read: () => readRetention(store),
    change: (change, { by, now }) =>
      store.transaction(async (statements) => {
        await lockContents(store.dialect, statements)
        const before = await readRetention(statements)
        const after: RetentionPeriods = { ...before, ...change }
        const changed = names.filter((name) => before[name] !== after[name])
        if (changed.length === 0) return before
        const text =
          'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
        await statements.query(text, [retentionKey, JSON.stringify(after)])
        const steps = changed.map((name) => `${name} ${before[name] ?? 'none'} → ${after[name] ?? 'none'}`)
        const detail = `${steps.join(', ')}, by ${by}`
        await appendNotes(store, statements, [{ operation: 'retention', at: now, outcome: 'changed', detail }])
        return readRetention(statements)
      }),
  }
}
