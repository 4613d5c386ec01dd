import { isAbsolute, relative, resolve } from 'node:path'

/** Relative to the folder when it is below it. */
export function showPath(folder: string, file: string): string {
  const near = relative(folder, resolve(folder, file))
  return near.startsWith('..') || isAbsolute(near) ? file : near
}
