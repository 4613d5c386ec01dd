import { readFileSync } from 'node:fs'
import { BatchError } from '../support/errors.ts'

/** The pages of the guide that stand in `src/help`, in the order in which they are listed. */
export const guidePages = [
  'page',
  'sheets',
  'outputs',
  'decisions',
  'sharing',
  'undo',
  'profile',
  'team',
  'unattended',
  'schedule',
  'library',
  'ledger',
  'privacy',
  'rights',
  'security',
  'accessibility',
  'flows',
  'sandbox',
] as const

/** The reference is made from the program by the tests. */
export const topics: readonly string[] = [...guidePages, 'reference']

/** `src/help` is part of the package. @throws BatchError `surroundings` when a file is missing. */
export function readHelpFile(name: string): string {
  try {
    // The same from src/cli, from dist/cli and from dist/bin.
    return readFileSync(new URL(`../../src/help/${name}`, import.meta.url), 'utf8')
  } catch (error) {
    throw new BatchError('surroundings', `the file “${name}” of the guide is missing`, {
      hint: 'Install the program again.',
      cause: error,
    })
  }
}

/** `samples` is part of the package: the same from src/cli, from dist/cli and from dist/bin. */
export function readSample(name: string): Uint8Array {
  return readFileSync(new URL(`../../samples/${name}`, import.meta.url))
}
