import { closeSync, fstatSync, fsyncSync, openSync, writeFileSync } from 'node:fs'

/** On disk when this returns. `flags` as of `open`. Returns the file's number in its file system. */
export function writeDurably(file: string, flags: 'a' | 'w' | 'wx' | number, content: string | Uint8Array): number {
  const handle = openSync(file, flags, 0o600)
  try {
    writeFileSync(handle, content)
    fsyncSync(handle)
    return fstatSync(handle).ino
  } finally {
    closeSync(handle)
  }
}

/** Makes the names in it durable. */
export function syncFolder(folder: string): void {
  // Windows opens no folder.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
