import type { Client, Connection, Submittable } from 'pg'
import { storable } from './records.ts'

/** What the driver has for a COPY besides what its types say. */
interface TakingConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** A COPY that is given all of its lines at once; its members are those that the driver asks for. */
class CopyIn implements Submittable {
  readonly text: string
  readonly query_timeout: number
  /** Replaced by the driver, which stops waiting after a while. */
  callback: (error: Error | null) => void
  readonly #lines: string

  constructor(text: string, lines: string, timeoutMs: number, callback: (error: Error | null) => void) {
    this.text = text
    this.#lines = lines
    this.query_timeout = timeoutMs
    this.callback = callback
  }

  submit(connection: Connection): void {
    connection.query(this.text)
  }

  handleCopyInResponse(connection: TakingConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#lines))
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }
}

/**
 * Adds records to a table, twice as fast as an INSERT of as many. They have the same columns, in the same order; what is
 * undefined becomes NULL, and a key that is there already makes all of it fail.
 */
export function copyInto(
  client: Client,
  table: string,
  records: readonly Readonly<Record<string, unknown>>[],
  timeoutMs: number,
): Promise<void> {
  const text = `COPY ${table} (${Object.keys(records[0] ?? {}).join(', ')}) FROM STDIN`
  const lines = records.map((record) => `${Object.values(record).map(toField).join('\t')}\n`).join('')
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, lines, timeoutMs, (error) => (error === null ? resolve() : reject(error))))
  })
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** One value as COPY reads it from text. */
export function toField(value: unknown): string {
  if (value === undefined || value === null) return '\\N'
  return `${storable(value)}`.replace(/[\\\n\r\t]/g, (special) => escapes[special] ?? special)
}
