import { closeSync, existsSync, fsyncSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs'

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
    const handle = openSync(file, 'wx', 0o600)
    try {
      const zeros = Buffer.alloc(64 * 1024)
      for (let left = bytes; left > 0; left -= zeros.length) writeFileSync(handle, zeros.subarray(0, left))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}
