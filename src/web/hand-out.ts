import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordDisclosure } from '../app/ledger/record-disclosure.ts'
import type { Disclosure } from '../ledger/port/attempts.ts'
import { processTag } from '../sheet/writing/temporary-files.ts'
import type { PageSettings } from './page-settings.ts'
import { teeWarnings } from './run-messages.ts'

/** The content of a file that is written for a download and not kept; undefined when none was written. */
export async function handOut(
  name: string,
  write: (file: string) => Promise<unknown>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const folder = mkdtempSync(join(tmpdir(), `rwa-batch-${processTag}-`))
  try {
    const file = join(folder, name)
    await write(file)
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same of people's records: `record` adds the line about it to the log. `notes`: what that warned of. */
export async function handOutRecords(
  name: string,
  { run, clock, logger }: Pick<PageSettings, 'run' | 'clock' | 'logger'>,
  write: (
    file: string,
    record: (operation: Disclosure['operation'], detail: string) => Promise<void>,
  ) => Promise<unknown>,
): Promise<{ content: Uint8Array<ArrayBuffer> | undefined; notes: readonly string[] }> {
  const notes: string[] = []
  const ports = { clock, logger: teeWarnings(logger, (note) => notes.push(note)) }
  const content = await handOut(name, (file) =>
    write(file, (operation, detail) => recordDisclosure(run, ports, { operation, detail })),
  )
  return { content, notes }
}
