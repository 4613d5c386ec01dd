import { currentOperator } from '../operator.ts'
import type { OutputOwner } from '../port/outputs.ts'
import { execute, readValue, readValues, type Store } from './store.ts'

/** The inputs of a run as one text, independent of their names; for a run without inputs its file. */
const inputsOf = (run: string): string =>
  `COALESCE((SELECT string_agg(CAST(input_id AS text), ',' ORDER BY input_id) FROM run_sheets WHERE run_id = ${run}.id), ${run}.file)`

const isSame = `runs.operation = this.operation AND runs.target_id = this.target_id
                AND ${inputsOf('runs')} = ${inputsOf('this')}`

/** Files written by runs, with their digests. Paths are absolute. */
export function createOutputs(store: Store) {
  // Its place is `$1`.
  const machine = store.dialect.isShared ? currentOperator().machine : undefined
  const isHere = machine === undefined ? 'CAST($1 AS text) IS NULL' : 'outputs.machine = $1'
  const [column, parameter] = machine === undefined ? ['', ''] : ['machine, ', '$1, ']
  const insert = `INSERT INTO outputs (${column}file, digest, asked, run_id) VALUES (${parameter}$2, $3, $4, $5)
     ON CONFLICT (${column}file, digest) DO UPDATE SET asked = excluded.asked, run_id = excluded.run_id`
  const selectOther = `SELECT runs.id FROM outputs JOIN runs ON runs.id = outputs.run_id
       JOIN targets ON targets.id = runs.target_id, runs AS this
      WHERE ${isHere} AND outputs.file = $2 AND this.id = $3 AND targets.retired_at IS NULL AND NOT (${isSame}) LIMIT 1`
  const selectOwn = `SELECT outputs.file FROM outputs JOIN runs ON runs.id = outputs.run_id, runs AS this
      WHERE ${isHere} AND asked = $2 AND this.id = $3 AND ${isSame} ORDER BY outputs.run_id DESC`
  const selectAsked = `SELECT DISTINCT outputs.file FROM outputs JOIN runs ON runs.id = outputs.run_id
      WHERE ${isHere} AND asked = $2 AND operation = $3 AND target_id = $4`

  // Only of this machine.
  const list = (text: string, ...values: unknown[]) => readValues<string>(store, text, [machine ?? null, ...values])
  const write = (text: string, ...values: unknown[]) => execute(store, text, [machine ?? null, ...values])

  async function ownerOf(runId: number): Promise<OutputOwner> {
    const select = `SELECT operation, file, address, company, name FROM runs JOIN targets ON targets.id = target_id
       LEFT JOIN run_sheets ON run_id = runs.id WHERE runs.id = $1 ORDER BY position`
    const sheets = await store.query<Omit<OutputOwner, 'sheets'> & { name: string | null }>(select, [runId])
    const { operation, file, address, company } = sheets[0] ?? { operation: '', file: '', address: '', company: '' }
    return { operation, file, address, company, sheets: sheets.flatMap(({ name }) => name ?? []) }
  }

  return {
    ownerOf,
    /**
     * The writer of this file, if its input, set of sheets, target or operation differs from this run's. Results of a
     * sandbox whose data was deleted belong to no run.
     */
    async findOtherOwner(file: string, runId: number) {
      const other = await readValue<number>(store, selectOther, [machine ?? null, file, runId])
      return other === undefined ? undefined : ownerOf(other)
    },
    /** The run that has written the file at this path. */
    runOf: (file: string) =>
      readValue<number>(store, `SELECT MAX(run_id) FROM outputs WHERE ${isHere} AND file = $2`, [
        machine ?? null,
        file,
      ]),
    /** Files that runs of the same input, sheets, target and operation wrote for this requested path; newest first. */
    listOwn: (asked: string, runId: number) => list(selectOwn, asked, runId),
    /** Files that runs of this operation and target wrote for this requested path, of any input. */
    listAsked: (asked: string, operation: string, targetId: number) => list(selectAsked, asked, operation, targetId),
    /** All files that runs wrote on this machine, and plans for a second person. */
    listAll: () =>
      list(
        `SELECT file FROM outputs WHERE ${isHere} UNION
         SELECT COALESCE(${store.dialect.field('detail', `'plan'`)}, '') FROM attempts JOIN runs ON runs.id = run_id
          WHERE submission_id IS NULL AND attempts.operation = 'seal' AND ${isHere.replace('outputs', 'runs')} ORDER BY 1`,
      ),
    /** All sheets that runs read on this machine. */
    listInputs: () => list(`SELECT DISTINCT file FROM runs WHERE ${isHere.replace('outputs', 'runs')} ORDER BY 1`),
    /** Of the file at this path as it was written, or backed up. */
    digestsOf: (file: string) => list(`SELECT digest FROM outputs WHERE ${isHere} AND file = $2`, file),
    /** Before the file is published; the earlier file at its path stays known. `asked`: empty for a second name. */
    announce: (runId: number, { file, asked, digest }: { file: string; asked: string; digest: string }) =>
      write(insert, file, digest, asked, runId),
    /** The file was published: an earlier one at its path is no longer known. */
    confirm: (file: string, digest: string) =>
      write(`DELETE FROM outputs WHERE ${isHere} AND file = $2 AND digest <> $3`, file, digest),
    /** The file at this path has a backup and may be replaced. */
    recordBackup: (runId: number, file: string, digest: string) => write(insert, file, digest, '', runId),
  }
}
