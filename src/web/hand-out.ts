import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processTag } from '../sheet/writing/temporary-files.ts'

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
