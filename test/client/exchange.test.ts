import type { Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import { type Exchange, ExchangeRecorder } from '../rooms/client.ts'

function start(): { witness: ExchangeRecorder; ends: Exchange[] } {
  const ends: Exchange[] = []
  return { witness: new ExchangeRecorder({ now: () => 0 }, (exchange) => ends.push(exchange)), ends }
}

function controller(): Dispatcher.DispatchController & { aborts: number } {
  return {
    aborts: 0,
    aborted: false,
    paused: false,
    reason: null,
    abort() {
      this.aborts += 1
    },
    pause() {},
    resume() {},
  }
}

describe('a witness', () => {
  it('lets one start pass', () => {
    const { witness, ends } = start()
    const first = controller()
    witness.onRequestStart(first)
    witness.onResponseStart(first, 200, {})
    witness.onResponseEnd()
    expect(first.aborts).toBe(0)
    expect(ends).toMatchObject([{ isStarted: true, isWhole: true, status: 200 }])
  })

  it('aborts a start after the seal, and has not started', () => {
    const { witness, ends } = start()
    witness.forbidStart(1000)
    const late = controller()
    witness.onRequestStart(late)
    witness.onResponseError(late, new Error('aborted'))
    witness.expire()
    expect(late.aborts).toBe(1)
    expect(ends).toMatchObject([{ isStarted: false, failure: { code: 'TIMEOUT' } }])
  })

  it('aborts a second start: nothing is replayed', () => {
    const { witness, ends } = start()
    witness.onRequestStart(controller())
    const replay = controller()
    witness.onRequestStart(replay)
    expect(replay.aborts).toBe(1)
    expect(ends).toMatchObject([{ isStarted: true, isWhole: false, failure: { code: 'REPLAY' } }])
  })

  it('aborts a start that may not be made any more in the moment in which it would, and has not started', () => {
    const ends: Exchange[] = []
    let isGiven = true
    const mayStart = (): boolean => isGiven
    const witness = new ExchangeRecorder({ now: () => 0 }, (exchange) => ends.push(exchange), mayStart)
    isGiven = false
    const late = controller()
    witness.onRequestStart(late)
    expect([late.aborts, ends]).toMatchObject([1, [{ isStarted: false, failure: { code: 'LAPSED' } }]])
  })

  it('takes an answer that comes between the seal and the end', () => {
    const { witness, ends } = start()
    const first = controller()
    witness.onRequestStart(first)
    witness.forbidStart(1000)
    witness.onResponseStart(first, 200, {})
    witness.onResponseData(first, Buffer.from('{}'))
    witness.onResponseEnd()
    witness.expire()
    expect(ends).toMatchObject([{ isWhole: true, body: '{}', failure: undefined }])
  })

  it('ends once, whatever comes after', () => {
    const { witness, ends } = start()
    const first = controller()
    witness.onRequestStart(first)
    witness.onResponseError(first, new Error('lost'))
    witness.onResponseEnd()
    witness.forbidStart(1000)
    witness.expire()
    witness.onResponseData(first, Buffer.from('late'))
    expect(ends).toMatchObject([{ isStarted: true, isWhole: false, body: '' }])
  })
})
