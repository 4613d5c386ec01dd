import { afterAll, beforeAll, expect, it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { concurrency, type Kill, type Round, rows, runRound } from './killed-round.ts'

const rounds = scale({ full: 50, short: 2 })
/** Most of a round is waiting. */
const atOnce = 3

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.spawn()
})
afterAll(() => sandbox.close())

it(`killed twice or more in each of ${rounds} rounds of ${rows} trips, it creates none twice and loses none`, {
  timeout: 1_800_000,
}, async () => {
  const done: Round[] = []
  let next = 1
  const worker = async (): Promise<void> => {
    while (next <= rounds) {
      const number = next
      next += 1
      done.push(await runRound(sandbox, `kill-${number}`, number))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))

  const violations = done.flatMap((round) => round.violations)
  expect(violations).toEqual([])
  const kills = done.flatMap((round) => round.kills)
  const most = Math.max(...kills.map(({ inFlight }) => inFlight))
  const sum = (count: (kill: Kill) => number): number => kills.reduce((total, kill) => total + count(kill), 0)
  const unknown = done.reduce((total, round) => total + round.unknown, 0)
  const stages = `${sum((kill) => kill.notArrived)} not arrived yet, ${sum((kill) => kill.onItsWay)} not answered yet, ${sum((kill) => kill.answered)} answered just then`
  prove({
    area: 'Real kills',
    claim: `${scale({ full: 'at least 100 kills', short: 'kills' })}: 0 twice, 0 lost, unknown at most the requests in flight at each kill (limit ${concurrency})`,
    measured: `${rounds} rounds of ${rows}, ${kills.length} kills: 0 twice, 0 lost; ${unknown} unknown of ${sum((kill) => kill.inFlight)} in flight (${stages}), at most ${most} at one kill`,
    isKept: violations.length === 0 && kills.length >= 2 * rounds && most <= concurrency,
  })
})
