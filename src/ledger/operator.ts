import { hostname, userInfo } from 'node:os'
import { toIsoTime } from '../support/clock.ts'

export interface Operator {
  account: string
  machine: string
}

export function currentOperator(): Operator {
  return { account: nameAccount(), machine: hostname() }
}

/** For messages: `ben@laptop`. */
export function formatOperator({ account, machine }: Operator = currentOperator()): string {
  return `${account}@${machine}`
}

/** For people: process, machine and start of who holds a ledger. */
export function describeHolder(holder: { process: number; machine: string; since: number }): string {
  return `process ${holder.process} on ${holder.machine} since ${toIsoTime(holder.since)}`
}

/** In a container an account may have no name. */
function nameAccount(): string {
  try {
    return userInfo().username
  } catch {
    return process.getuid === undefined ? 'unknown' : `uid ${process.getuid()}`
  }
}
