import type { Client, Connection, Submittable } from 'pg'
import { storable } from '../../store/storable.ts'

interface TakingConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

type TableRecord = Readonly<Record<string, unknown>>

/** The server reads these while the next are formatted. */
const recordsOfChunk = 50

/**
 * A COPY that sends its lines without waiting for the answer; after a refusal the server skips them. The driver's
 * interface prescribes the members.
 */
class CopyIn implements Submittable {
  readonly text: string
  readonly query_timeout: number
  /** The driver replaces it, to stop waiting after a time-out. */
  callback: (error: Error | null) => void
  readonly #records: readonly TableRecord[]

  constructor(
    table: string,
    records: readonly TableRecord[],
    timeoutMs: number,
    callback: (error: Error | null) => void,
  ) {
    this.text = `COPY ${table} (${Object.keys(records[0] ?? {}).join(', ')}) FROM STDIN`
    this.#records = records
    this.query_timeout = timeoutMs
    this.callback = callback
  }

  submit(given: Connection): void {
    const connection = given as TakingConnection
    connection.query(this.text)
    for (let first = 0; first < this.#records.length; first += recordsOfChunk) {
      const lines = this.#records.slice(first, first + recordsOfChunk).map(toLine)
      connection.sendCopyFromChunk(Buffer.from(lines.join('')))
    }
    connection.endCopyFrom()
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }
}

/**
 * Adds records to a table, twice as fast as an INSERT. All have the same columns in the same order; undefined becomes
 * NULL, and a duplicate key makes the whole COPY fail.
 */
export function copyInto(
  client: Client,
  table: string,
  records: readonly TableRecord[],
  timeoutMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(table, records, timeoutMs, (error) => (error === null ? resolve() : reject(error))))
  })
}

function toLine(record: TableRecord): string {
  return `${Object.values(record).map(toField).join('\t')}\n`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Most texts need no escape. */
const special = /[\0\\\n\r\t\uD800-\uDFFF]/

/** In COPY's text format. */
export function toField(value: unknown): string {
  if (value === undefined || value === null) return '\\N'
  const text = `${value}`
  if (!special.test(text)) return text
  return `${storable(text)}`.replace(/[\\\n\r\t]/g, (found) => escapes[found] ?? found)
}
