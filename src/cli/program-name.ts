import { isSea } from 'node:sea'

/** One file without an installed Node.js, made by `npm run package`. */
export const isSingleExecutable = isSea()

/** Commands in messages and in the guide are written for the installed package. */
export function nameProgram(text: string, isSingle = isSingleExecutable): string {
  return isSingle ? text.replaceAll('npx rwa-batch', 'rwa-batch') : text
}
