import { closeSync, existsSync, fsyncSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs'

const bytesPerMegabyte = 1024 * 1024

/**
 * A file of zeros beside the ledger, given up when the disk is full so that the outcomes in flight still fit.
 * It must be written, not merely sized: a sparse file holds no blocks.
 */
export interface Ballast {
  /** True when there was something to free. */
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
    // `x` follows no link that somebody puts there at this moment.
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
