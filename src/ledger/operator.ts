import { hostname, userInfo } from 'node:os'

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

/** In a container an account may have no name. */
function nameAccount(): string {
  try {
    return userInfo().username
  } catch {
    return process.getuid === undefined ? 'unknown' : `uid ${process.getuid()}`
  }
}
