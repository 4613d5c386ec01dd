import { formatState } from '../../../contract/states.ts'
import type {
  CellsReader,
  MentionFinder,
  PersonRecords,
  PersonRow,
  PersonStatement,
  PersonSubmission,
  ReplacedVersion,
  RowKey,
} from '../../port/forgetting.ts'
import type { AuditLine } from '../../port/reports.ts'
import { readAudit } from '../audit.ts'
import { inPages, type Store } from '../store.ts'
import { type FoundPeople, findPeople } from './find-people.ts'

interface Shown {
  doneWord: string
}

const doneWordOf = (operation: string): string =>
  `COALESCE((SELECT same.done_word FROM runs AS same WHERE same.operation = ${operation} LIMIT 1), 'done') AS "doneWord"`

/** Their number does not grow with the ledger. */
export async function readPerson(
  store: Store,
  person: string,
  readCells: CellsReader,
  isNamed: MentionFinder,
): Promise<PersonRecords> {
  const { dialect } = store
  const found = await findPeople(store, [person], readCells)
  const ids = [...found.submissions.keys()]
  const lines: AuditLine[] = []
  for await (const page of readAudit(store, { submissions: ids })) lines.push(...page)
  const select = `SELECT submission_id AS "submissionId", request, result, replaced_at AS "replacedAt"
     FROM earlier_versions WHERE submission_id ${dialect.anyOf('$1')} ORDER BY replaced_at`
  const earlier = await store.query<ReplacedVersion>(select, [ids])
  const { submissions: others, rows, statements } = await findActs(store, found, isNamed)
  const acts = { submissions: await readSubmissions(store, others), rows: await readRows(store, rows), statements }
  return {
    submissions: await readSubmissions(store, ids),
    rows: await readRows(store, found.rows),
    lines,
    earlier,
    acts,
  }
}

async function readSubmissions(store: Store, ids: readonly number[]): Promise<PersonSubmission[]> {
  const { checks, dialect } = store
  const text = `SELECT submissions.id, submissions.operation, address, company, state, ${doneWordOf('submissions.operation')},
          identifier, report_url AS "reportUrl", request, result, problem_field AS "problemField", problem,
          raw_answer AS "rawAnswer", sent_at AS "sentAt", accepted_at AS "acceptedAt", done_at AS "doneAt",
          (SELECT account || '@' || machine FROM holders WHERE holders.id = sent_by) AS sender${checks.columns()}
     FROM submissions JOIN targets ON targets.id = target_id
    WHERE submissions.id ${dialect.anyOf('$1')} ORDER BY submissions.operation, submissions.id`
  const found = await store.query<PersonSubmission & Shown>(text, [ids])
  return found.map((record) => {
    const { doneWord, ...submission } = checks.verify(record)
    return { ...submission, state: formatState(submission.state, doneWord) }
  })
}

type RowFound = Omit<PersonRow, 'rowNumber' | 'sheet'> & Shown & { sheet: number; name: string; row_number: number }

async function readRows(store: Store, keys: readonly RowKey[]): Promise<PersonRow[]> {
  const { checks, dialect } = store
  const select = `SELECT rows.run_id AS "runId", rows.seq, runs.operation, file, run_sheets.name, run_sheets.columns, sheet, row_number,
          started_at AS "readAt", runs.account || '@' || runs.machine AS reader, runs.output, cells, warnings, COALESCE(held, submissions.state) AS state,
          ${doneWordOf('runs.operation')}, detail${checks.rowColumns}
     FROM ${dialect.records('wanted', 'runId bigint, seq integer')}
     JOIN rows ON rows.run_id = wanted."runId" AND rows.seq = wanted.seq
     JOIN runs ON runs.id = rows.run_id
     JOIN run_sheets ON run_sheets.run_id = rows.run_id AND position = sheet
     LEFT JOIN submissions ON submissions.id = rows.submission_id
    ORDER BY rows.run_id, rows.seq`
  const found = await store.query<RowFound>(select, [JSON.stringify(keys)])
  return found.map((record) => {
    checks.verifyRow(record)
    const { runId, seq, operation, columns, cells, file, readAt, reader, output, warnings, detail } = record
    const place = { file, sheet: record.name, rowNumber: record.row_number }
    const state = formatState(record.state, record.doneWord)
    return { runId, seq, operation, columns, cells, ...place, readAt, reader, output, state, warnings, detail }
  })
}

/**
 * What a person did, or is named for, beside being travelled for or invited: requests about other people that name them,
 * statements about runs, and rows. All of a ledger is read once.
 */
async function findActs(store: Store, own: FoundPeople, isNamed: MentionFinder) {
  const submissions: number[] = []
  const requests = 'SELECT id, request FROM submissions WHERE order_key IS NOT NULL AND id > $1 ORDER BY id'
  for await (const { id, request } of inPages<{ id: number; request: string }>(store, requests, ['id'])) {
    if (!own.submissions.has(id) && isNamed(request)) submissions.push(id)
  }
  const known = new Set(own.rows.map(({ runId, seq }) => `${runId} ${seq}`))
  const rows: RowKey[] = []
  const read = 'SELECT run_id AS "runId", seq, cells FROM rows WHERE (run_id, seq) > ($1, $2) ORDER BY run_id, seq'
  for await (const { cells, ...key } of inPages<RowKey & { cells: string }>(store, read, ['runId', 'seq'])) {
    if (!known.has(`${key.runId} ${key.seq}`) && isNamed(cells)) rows.push(key)
  }
  const select = `SELECT attempts.operation, answered_at AS at, outcome, detail, account, machine, file
     FROM attempts LEFT JOIN runs ON runs.id = run_id WHERE submission_id IS NULL ORDER BY attempts.id`
  const statements = await store.query<PersonStatement>(select, [])
  return { submissions, rows, statements: statements.filter(({ detail }) => isNamed(detail)) }
}
