import { currentOperator } from '../operator.ts'
import type { OutputOwner, Outputs } from '../port/outputs.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

/** The inputs of a run as one text, independent of their names; for a run without inputs its file. */
const inputsOf = (run: string): string =>
  `COALESCE((SELECT string_agg(input_id::text, ',' ORDER BY input_id) FROM run_sheets WHERE run_id = ${run}.id), ${run}.file)`

const isSame = `runs.operation = this.operation AND runs.target_id = this.target_id
                AND ${inputsOf('runs')} = ${inputsOf('this')}`

/** Only of this machine: the same path is another file on another machine. */
export function createOutputs(connection: ReconnectingConnection): Outputs {
  const { machine } = currentOperator()

  async function ownerOf(runId: number): Promise<OutputOwner> {
    const [owner] = await connection.query<OutputOwner>(
      `SELECT operation, file, address, company,
              ARRAY(SELECT name FROM run_sheets WHERE run_id = runs.id ORDER BY position) AS sheets
         FROM runs JOIN targets ON targets.id = target_id WHERE runs.id = $1`,
      [runId],
    )
    return owner ?? { operation: '', file: '', address: '', company: '', sheets: [] }
  }

  async function listFiles(text: string, values: readonly unknown[]): Promise<string[]> {
    return (await connection.query<{ file: string }>(text, values)).map(({ file }) => file)
  }

  async function write(file: string, digest: string, asked: string, runId: number): Promise<void> {
    await connection.query(
      `INSERT INTO outputs (machine, file, digest, asked, run_id) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (machine, file, digest) DO UPDATE SET asked = excluded.asked, run_id = excluded.run_id`,
      [machine, file, digest, asked, runId],
    )
  }

  return {
    ownerOf,
    async findOtherOwner(file, runId) {
      const [other] = await connection.query<{ id: number }>(
        `SELECT runs.id FROM outputs JOIN runs ON runs.id = outputs.run_id JOIN targets ON targets.id = runs.target_id,
                runs AS this
          WHERE outputs.machine = $1 AND outputs.file = $2 AND this.id = $3 AND targets.retired_at IS NULL
            AND NOT (${isSame}) LIMIT 1`,
        [machine, file, runId],
      )
      return other === undefined ? undefined : ownerOf(other.id)
    },
    listOwn: (asked, runId) =>
      listFiles(
        `SELECT outputs.file FROM outputs JOIN runs ON runs.id = outputs.run_id, runs AS this
          WHERE outputs.machine = $1 AND asked = $2 AND this.id = $3 AND ${isSame} ORDER BY outputs.run_id DESC`,
        [machine, asked, runId],
      ),
    listAsked: (asked, operation, targetId) =>
      listFiles(
        `SELECT DISTINCT outputs.file FROM outputs JOIN runs ON runs.id = outputs.run_id
          WHERE outputs.machine = $1 AND asked = $2 AND operation = $3 AND target_id = $4`,
        [machine, asked, operation, targetId],
      ),
    async isKnown(file, digest) {
      const values = [machine, file, digest]
      const known = await connection.query(
        'SELECT FROM outputs WHERE machine = $1 AND file = $2 AND digest = $3',
        values,
      )
      return known.length > 0
    },
    announce: (runId, { file, asked, digest }) => write(file, digest, asked, runId),
    async confirm(file, digest) {
      await connection.query('DELETE FROM outputs WHERE machine = $1 AND file = $2 AND digest <> $3', [
        machine,
        file,
        digest,
      ])
    },
    recordBackup: (runId, file, digest) => write(file, digest, '', runId),
  }
}
