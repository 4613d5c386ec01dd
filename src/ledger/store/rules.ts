import { isDeepStrictEqual } from 'node:util'
import { currentOperator } from '../operator.ts'
import type { RecordedRules, RuleChange, RuleName, RuleProposal, RuleStatement, TargetRules } from '../port/rules.ts'
import type { Target } from '../port/targets.ts'
import type { StatedPerson } from '../port/waiting.ts'
import { countingRules, latestRules, ruleOperation } from '../state-sql.ts'
import { parseStored } from '../stored-json.ts'
import { appendNotes } from './attempts.ts'
import { insertRun } from './planned/drop-run.ts'
import type { Reader, Store } from './store.ts'

interface Line {
  targetId: number
  name: RuleName
  value: string
}

const readLatest = (statements: Reader, condition: string, values: readonly unknown[]): Promise<Line[]> =>
  statements.query<Line>(
    `SELECT latest.target_id AS "targetId", latest.name, latest.value FROM ${latestRules} WHERE ${condition} ORDER BY latest.id`,
    values,
  )

function parseValue(value: string): unknown {
  return parseStored<{ value: unknown }>(`{"value":${value}}`, 'rule').value
}

function toRules(lines: readonly Line[]): RecordedRules {
  return Object.fromEntries(lines.map(({ name, value }) => [name, parseValue(value)]))
}

async function readRules(statements: Reader, { id }: Pick<Target, 'id'>): Promise<RecordedRules> {
  return toRules(await readLatest(statements, 'latest.target_id = $1', [id]))
}

export async function readAllRules(statements: Reader): Promise<TargetRules[]> {
  const targets = await statements.query<Target>('SELECT id, address, company FROM targets ORDER BY id')
  const lines = await readLatest(statements, 'TRUE', [])
  return targets.map((target) => ({ target, rules: toRules(lines.filter(({ targetId }) => targetId === target.id)) }))
}

/** `holder`: number of this opening of the ledger. */
export function createRules(store: Store, holder: () => number) {
  const inTurn = <Result>(
    target: Target,
    { name, from, to }: RuleChange,
    work: (statements: Reader, add: (now: number, runId?: number) => Promise<unknown>) => Promise<Result>,
  ): Promise<Result | undefined> =>
    store.transaction(async (statements) => {
      await statements.query(store.dialect.lock, [`rules of ${target.id}`])
      if (!isDeepStrictEqual((await readRules(statements, target))[name], from)) return undefined
      return work(statements, (now, runId) =>
        statements.query('INSERT INTO rules (target_id, name, value, since, run_id) VALUES ($1, $2, $3, $4, $5)', [
          target.id,
          name,
          JSON.stringify(to),
          now,
          runId ?? null,
        ]),
      )
    })

  return {
    /** For a target that is not known: none. */
    of: (target: Pick<Target, 'id'>) => readRules(store, target),
    all: () => readAllRules(store),
    /** Durable and logged. False when the rule is no longer `from`: nothing is changed then. `by`: a stated staff ID. */
    async change(target: Target, change: RuleChange, { by, now }: { by?: string | undefined; now: number }) {
      const changed = await inTurn(target, change, async (statements, add) => {
        await add(now)
        await noteRule(statements, { ...change, ...currentOperator(), ...(by === undefined ? {} : { by }) }, now)
        return true
      })
      return changed === true
    },
    /** A run without rows, which another person releases: until then nothing changes. Its number; undefined as above. */
    propose: (
      target: Target,
      change: RuleChange,
      { by, now, until }: { by: StatedPerson; now: number; until: number },
    ) =>
      inTurn(target, change, async (statements, add) => {
        const begun = { operation: ruleOperation, doneWord: 'changed', holder: holder(), target, file: '', now }
        const runId = await insertRun(statements, begun)
        await add(now, runId)
        const update = `UPDATE runs SET waits_for = 'second person', sealed_by = $1, waits_until = $2, how = $3, loaded_at = $4 WHERE id = $5`
        await statements.query(update, [by.key, until, JSON.stringify({ by: by.id }), now, runId])
        return runId
      }),
    /** Undefined for other runs. */
    proposed: (runId: number) => readProposal(store, runId),
  }
}

async function readProposal(statements: Reader, runId: number): Promise<RuleProposal | undefined> {
  const select = `SELECT targets.id, address, company, rules.name, rules.value, runs.how FROM rules JOIN runs ON runs.id = rules.run_id
     JOIN targets ON targets.id = rules.target_id WHERE rules.run_id = $1`
  const [line] = await statements.query<Target & Pick<Line, 'name' | 'value'> & { how: string }>(select, [runId])
  if (line === undefined) return undefined
  const { name, value, how, ...target } = line
  const from = (await readRules(statements, target))[name]
  return { name, from, to: parseValue(value), target, by: parseStored<{ by: string }>(how, 'rule').by }
}

/** Before the release of a run without rows. False when the rule was changed after its proposal: it has no effect. */
export async function noteLoosened(
  statements: Reader,
  runId: number,
  { releasedBy, now }: { releasedBy: string; now: number },
): Promise<boolean> {
  const proposal = await readProposal(statements, runId)
  if (proposal === undefined) return false
  const { target, ...change } = proposal
  const text = `SELECT 1 FROM ${countingRules} WHERE target_id = $1 AND name = $2 AND id > (SELECT id FROM rules WHERE run_id = $3)`
  const later = await statements.query(text, [target.id, change.name, runId])
  if (later.length > 0) return false
  await noteRule(statements, { ...change, releasedBy, run: runId, ...currentOperator() }, now)
  return true
}

async function noteRule(statements: Reader, { from = null, to, ...rest }: RuleStatement, now: number): Promise<void> {
  // A line of the log is kept for ever: it names nobody who was on hold.
  const shown = (value: unknown): unknown => (rest.name === 'holds' && Array.isArray(value) ? value.length : value)
  const detail = JSON.stringify({ ...rest, from: shown(from), to: shown(to) })
  await appendNotes(statements, [{ operation: ruleOperation, at: now, outcome: 'changed', detail }])
}

/** Of people who are no longer on hold the ledger keeps only how many there were. */
export async function emptyOldHolds(statements: Reader): Promise<void> {
  const old = await statements.query<{ id: number; value: string }>(
    `SELECT rules.id, rules.value FROM rules JOIN ${latestRules} ON latest.target_id = rules.target_id AND latest.name = rules.name
      WHERE rules.name = 'holds' AND rules.id < latest.id AND rules.value LIKE '%"%'`,
  )
  for (const { id, value } of old) {
    const { length } = parseValue(value) as unknown[]
    await statements.query('UPDATE rules SET value = $1 WHERE id = $2', [String(length), id])
  }
}
