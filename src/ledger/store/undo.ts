import { inDoubtStates } from '../../contract/states.ts'
import { currentOperator } from '../operator.ts'
import type { Scope, Target } from '../port/targets.ts'
import type { SentInRun, StateRecord, UndoneRun } from '../port/undo.ts'
import { listOf, maySend } from '../state-sql.ts'
import { mayBeInForce } from './ordered-rows.ts'
import { type Nullable, type Reader, readValue, withoutNulls } from './store.ts'

type SentLine = Nullable<Omit<SentInRun, 'isDoubted' | 'isLast' | 'isShared'>> &
  Record<'isDoubted' | 'isLast' | 'isShared', number>

const keysAtOnce = 1_000

/** Rows of another input than those of run `$1`, in its latest run, that stand for a row of `submissions`. */
const standingElsewhere = `EXISTS (
  SELECT 1 FROM rows JOIN run_sheets ON run_sheets.run_id = rows.run_id AND run_sheets.position = rows.sheet
    JOIN runs ON runs.id = rows.run_id AND runs.operation = submissions.operation
   WHERE rows.submission_id = submissions.id AND (rows.held IS NULL OR rows.held = 'skipped')
     AND run_sheets.input_id NOT IN (SELECT input_id FROM run_sheets AS own WHERE own.run_id = $1 AND input_id IS NOT NULL)
     AND run_sheets.run_id = (SELECT MAX(later.run_id) FROM run_sheets AS later JOIN runs AS released ON released.id = later.run_id
        WHERE later.input_id = run_sheets.input_id AND ${maySend('released')}))`

/** What an undo of a run reads. */
export function createUndoReads(store: Reader) {
  const { checks, dialect } = store
  const selectSent = `SELECT id, request, state, identifier, order_key AS "orderKey", sent_at AS "sentAt", doubted AS "isDoubted",
      (SELECT outcome FROM attempts WHERE submission_id = submissions.id
          AND (run_id = $1 AND attempts.operation = $4 OR sent_in = $1 AND attempts.operation = 'recover')
        ORDER BY attempts.id DESC LIMIT 1) AS outcome,
      CASE WHEN COALESCE(sent_in, $1) = $1 THEN 1 ELSE 0 END AS "isLast",
      CASE WHEN ${standingElsewhere} THEN 1 ELSE 0 END AS "isShared"${checks.columns()}
     FROM submissions
    WHERE submissions.operation = $2 AND target_id = $3 AND (sent_in = $1
       OR id IN (SELECT submission_id FROM attempts WHERE run_id = $1 AND attempts.operation = $4 AND submission_id IS NOT NULL))
    ORDER BY id`
  const selectRecorded = `SELECT id, order_key AS "orderKey", request, state${checks.columns()} FROM submissions
    WHERE order_key ${dialect.anyOf('$1')} AND target_id = $2
      AND (${mayBeInForce('submissions')} OR state IN ${listOf(inDoubtStates)} AND turn IS NOT NULL) ORDER BY turn`
  const machine = dialect.isShared ? currentOperator().machine : null
  const selectWriter = `SELECT COALESCE((
      SELECT MAX(sent_in) FROM submissions
       WHERE sent_in <= owner.id AND input_id IN (SELECT input_id FROM run_sheets WHERE run_id = owner.id)), owner.id) AS id
    FROM (SELECT MAX(run_id) AS id FROM outputs
           WHERE file = $1 AND ${dialect.isShared ? 'machine = $2' : 'CAST($2 AS text) IS NULL'}) AS owner`
  return {
    /** A released run of a target by its number; by its output, the latest of its sheet until then that sent anything. */
    async findRun({ id: target }: Pick<Target, 'id'>, of: { run: number } | { output: string }) {
      const run = 'run' in of ? of.run : await readValue<number>(store, selectWriter, [of.output, machine])
      const text = `SELECT id, operation, file, started_at AS "startedAt" FROM runs
        WHERE id = $1 AND target_id = $2 AND loaded_at IS NOT NULL AND ${maySend('runs')}`
      const [found] = await store.query<UndoneRun>(text, [run ?? null, target])
      return found
    },
    async sentIn(runId: number, { operation, target }: Scope, endpoint: string): Promise<SentInRun[]> {
      const lines = await store.query<SentLine>(selectSent, [runId, operation, target.id, endpoint])
      return lines.map((line) => {
        const { isDoubted, isLast, isShared, ...facts } = checks.verify(line)
        const known = withoutNulls<Omit<SentInRun, 'isDoubted' | 'isLast' | 'isShared'>>(facts)
        return { ...known, isDoubted: isDoubted === 1, isLast: isLast === 1, isShared: isShared === 1 }
      })
    },
    /** For each of these things what was recorded of it, or may have been, in its order. */
    async recordedOf({ id: target }: Pick<Target, 'id'>, things: readonly string[]) {
      const found = new Map<string, StateRecord[]>()
      for (let from = 0; from < things.length; from += keysAtOnce) {
        const keys = things.slice(from, from + keysAtOnce)
        for (const each of await store.query<StateRecord>(selectRecorded, [keys, target])) {
          const { orderKey } = checks.verify(each)
          found.set(orderKey, [...(found.get(orderKey) ?? []), each])
        }
      }
      return found
    },
  }
}
