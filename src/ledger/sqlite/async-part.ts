import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../support/sqlite.ts'
import { explainStorageFailure, isStorageFailure } from '../storage-failure.ts'
import { diagnoseFailure } from './file/diagnose-failure.ts'

/** A part of the port as SQLite implements it, synchronously. */
export type SyncPart<Part> = {
  [Name in keyof Part]: Part[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Result
    : Part[Name]
}

/**
 * The part as the port has it. The work is done before the call returns, and only its end is a promise. A caller of
 * several methods thus gives others a turn of the event loop in between. Storage failures become errors for the user:
 * any statement may meet a full disk or a damaged page.
 */
export function toAsyncPart<Part extends object>(part: SyncPart<Part>): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member] as const
    const served = async (...given: unknown[]): Promise<unknown> => {
      try {
        const result: unknown = await member(...given)
        await setImmediate()
        return result
      } catch (error) {
        throw isStorageFailure(error) ? explainStorageFailure('the ledger could not be used', error) : error
      }
    }
    return [name, served] as const
  })
  return Object.fromEntries(members) as Part
}

/** The part for use during a transaction in steps: each call waits for its end. Failures are diagnosed. */
export function waitForTransactions<Part extends object>(db: Database, part: Part): Part {
  const fail = (error: unknown): never => {
    throw diagnoseFailure(db, error)
  }
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member] as const
    const judged = (...given: unknown[]): unknown => {
      const result: unknown = member(...given)
      return result instanceof Promise ? result.catch(fail) : result
    }
    const waiting = async (...given: unknown[]): Promise<unknown> => {
      while (db.pendingTransaction !== undefined) await db.pendingTransaction
      return judged(...given)
    }
    return [
      name,
      (...given: unknown[]) => (db.pendingTransaction === undefined ? judged(...given) : waiting(...given)),
    ] as const
  })
  return Object.fromEntries(members) as Part
}
