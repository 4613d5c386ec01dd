import { UserRegister } from '../../rooms/ledger.ts'
import { messageOf } from '../../rooms/support.ts'
import type { Workspace } from '../../support/program.ts'

type Known = Pick<UserRegister, 'ledgers' | 'uses'>
interface Register {
  ledgers: ReturnType<Known['ledgers']>
  uses: ReturnType<Known['uses']>
}

/** What the register of this user says. */
export function readRegister(space: Workspace): Register {
  const known = new UserRegister(space.path('.local/state/rwa-batch/register.sqlite'))
  return { ledgers: known.ledgers(), uses: known.uses() }
}

/** What a process that died has made it forget, or damaged. */
export function findForgotten(space: Workspace, before: Register): string[] {
  try {
    const now = readRegister(space)
    const ledgers = before.ledgers.filter(
      ({ sight }) =>
        !now.ledgers.some(
          ({ sight: seen }) =>
            seen.ledgerId === sight.ledgerId &&
            seen.attempt.number >= sight.attempt.number &&
            seen.opening.number >= sight.opening.number,
        ),
    )
    const uses = before.uses.filter((use) => !now.uses.some((seen) => seen.ledgerId === use.ledgerId))
    return ledgers.length + uses.length === 0 ? [] : ['the register has forgotten a ledger']
  } catch (error) {
    return [`the register after a death: ${messageOf(error)}`]
  }
}
