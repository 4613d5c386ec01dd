import { existsSync, lstatSync, rmSync } from 'node:fs'
import { writeDurably } from '../../durable-file.ts'

const bytesPerMegabyte = 1024 * 1024

/**
 * A file of zeros beside the ledger, deleted when the disk is full: the outcomes in flight still fit then. It must be
 * written, not merely sized: a sparse file occupies no blocks.
 */
export interface Ballast {
  /** True when space was freed. */
  free(): boolean
}

export function keepBallast(file: string, megabytes: number): Ballast {
  const bytes = megabytes * bytesPerMegabyte
  if (bytes > 0 && lstatSync(file, { throwIfNoEntry: false })?.size !== bytes) writeWhole(file, bytes)
  return {
    free() {
      if (!existsSync(file)) return false
      rmSync(file)
      return true
    },
  }
}

/** Half a ballast on a full disk would only take the space that the ledger needs. */
function writeWhole(file: string, bytes: number): void {
  try {
    rmSync(file, { force: true })
    // `x` does not follow a link placed there at this moment.
    writeDurably(file, 'wx', Buffer.alloc(bytes))
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}
