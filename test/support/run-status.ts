/** A run of trips that is going on, as a ledger would tell of it. */
import type { RunStatus } from '../rooms/ledger/port.ts'
export function runStatus(changes: Partial<RunStatus> = {}): RunStatus {
  return {
    id: 7,
    operation: 'assess',
    address: 'https://service.example/version-test',
    company: 'default',
    file: '/trips.csv',
    sheets: [],
    startedAt: 0,
    endedAt: undefined,
    ending: undefined,
    isRunning: true,
    output: undefined,
    rows: 3,
    balance: [],
    orphans: 0,
    ...changes,
  }
}
