import { explainStorageFailure, isStorageFailure } from '../storage-failure.ts'

/** A part of the port as SQLite can do it: at once. */
export type AtOnce<Part> = {
  [Name in keyof Part]: Part[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Result
    : Part[Name]
}

/**
 * The part as the port has it. What is asked for is done before the call returns; only its end is a promise, and a
 * failure of the storage an error for a user: any statement may meet a full disk or a damaged page.
 */
export function serve<Part extends object>(part: AtOnce<Part>): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member] as const
    const served = async (...given: unknown[]): Promise<unknown> => {
      try {
        return await member(...given)
      } catch (error) {
        throw isStorageFailure(error) ? explainStorageFailure('the ledger could not be used', error) : error
      }
    }
    return [name, served] as const
  })
  return Object.fromEntries(members) as Part
}
