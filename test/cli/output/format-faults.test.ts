import { expect, it } from 'vitest'
import { describeFaults, faultsHelp } from '../../rooms/cli/output.ts'
import { faultKinds, parseFaultPlan } from '../../rooms/sandbox/faults.ts'

it('a sandbox says which faults are on, once when they are the same for all operations', () => {
  expect(describeFaults(parseFaultPlan('reset-after=1%,slow=0.5%,cut=0%,seed=7'))).toEqual([
    'the sandbox misbehaves on purpose (seed 7):',
    '  all operations: reset-after 1%, slow 0.5% (2000 ms)',
  ])
})

it('and for each where they differ, with the hidden limits', () => {
  expect(describeFaults(parseFaultPlan('create.cut=1%,rate=20,in-flight=4'))).toEqual([
    'the sandbox misbehaves on purpose (seed 1):',
    '  create: cut 1%',
    '  retrieve: no faults',
    '  update: no faults',
    '  invite: no faults',
    '  at most 20 requests a second, 20 at once',
    '  at most 4 requests in flight',
  ])
})

it('the help names every kind', () => {
  const help = faultsHelp()
  for (const { kind, about } of faultKinds) expect(help).toContain(`  ${kind.padEnd(12)}  ${about}`)
})
