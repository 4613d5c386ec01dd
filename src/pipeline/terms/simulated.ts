import type { Target } from '../../ledger/port/targets.ts'

/** Whether what it answers is made up: that of the sandbox in the program itself. */
export function isSimulated({ address }: Pick<Target, 'address'>): boolean {
  return address.startsWith('sandbox:')
}
