import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ServiceClient } from '../rooms/client.ts'
import { assess } from '../rooms/operations.ts'
import { loadInput } from '../rooms/pipeline/load.ts'
import type { BatchOptions, Operation, RunEvent } from '../rooms/pipeline/model.ts'
import { confirmSending } from '../rooms/pipeline.ts'
import { openSheet } from '../rooms/sheet.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { loadDefaults, resendNothing, sendDefaults } from '../support/run-defaults.ts'
import { createFolder, createLedger, createPorts, headings, line } from './stage.ts'

type Answer = boolean | undefined

/** A sheet with two trips, loaded; each call is one more run up to the first request. */
async function create(isTestTarget: boolean, operation: Operation = assess) {
  const folder = createFolder()
  const clock = new ManualClock()
  const ledger = createLedger(folder, clock)
  const input = join(folder, 'trips.csv')
  writeFileSync(input, [headings, line('E-1'), line('E-2')].join('\n'))
  const target = await ledger.targets.find('https://example.test/api', 'default')
  const events: RunEvent[] = []
  let asked = 0
  const options: BatchOptions = {
    input,
    output: join(folder, 'out.csv'),
    load: loadDefaults,
    resend: resendNothing,
    send: sendDefaults,
    targetLabel: target.address,
    isTestTarget,
    toolVersion: '0.0.0',
  }
  return {
    ledger,
    target,
    events,
    clock,
    asked: () => asked,
    async confirm(answer: Answer): Promise<void> {
      const ports = {
        ...createPorts(clock),
        onEvent: (event: RunEvent) => void (event.kind === 'progress' || events.push(event)),
        ask: async () => {
          asked += 1
          return answer
        },
      }
      const connection = { ledger, target, client: {} as ServiceClient, rememberToken() {} }
      const source = await openSheet(input, options.load)
      const request = { operation, target, file: input, load: options.load, resend: options.resend }
      const loaded = await loadInput(source, request, ledger, ports)
      await source.close()
      await confirmSending({ operation, connection, options, ports, startedAt: 0 }, loaded)
    },
  }
}

describe('before the first request', () => {
  it('it is told how much goes where, and nobody is asked for a test environment', async () => {
    const scene = await create(true)
    await scene.confirm(false)
    expect(scene.asked()).toBe(0)
    expect(scene.events).toMatchObject([
      { kind: 'planned', sending: { operation: 'assess', toSend: 2, toAsk: 0, isTestTarget: true, hasPlan: false } },
    ])
  })

  it('a production address is asked for until somebody agrees, and never again', async () => {
    const scene = await create(false)
    await expect(scene.confirm(false)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('nothing was sent'),
    })
    // Nobody there: it is only said.
    await scene.confirm(undefined)
    await scene.confirm(true)
    await scene.confirm(false)
    expect([scene.asked(), scene.events.length]).toEqual([3, 4])
  })

  it.each<[Answer]>([[false], [undefined]])(
    'a plan is sent after a yes only, not when the answer is %s',
    async (answer) => {
      const scene = await create(true, { ...assess, send: { ...assess.send, needsConfirmation: true } })
      await expect(scene.confirm(answer)).rejects.toMatchObject({ code: 'usage' })
      await scene.confirm(true)
      expect(scene.asked()).toBe(2)
    },
  )

  it('what is remembered of the service says how long it will take', async () => {
    const scene = await create(true)
    const learnedAt = scene.clock.now()
    const limiter = JSON.stringify({ inFlight: 4, perSecond: 0.5, latencyMs: 100, learnedAt })
    await scene.ledger.targets.writeMemory(scene.target, { limiter, pollSchedule: undefined })
    await scene.confirm(true)
    expect(scene.events).toMatchObject([{ sending: { estimate: { calls: 4, perSecond: 0.5, seconds: 8 } } }])
  })
})
