import { describe, expect, it } from 'vitest'
import { SessionLogin } from '../../rooms/web/server.ts'
import { ManualClock } from '../../support/manual-clock.ts'

function enter(door: SessionLogin): string {
  const exchange = door.exchange(door.makeCode())
  if (exchange.kind !== 'key') throw new Error(exchange.kind)
  return exchange.key
}

describe('the door', () => {
  it('gives the key for a code, and takes no other text for it', () => {
    const door = new SessionLogin(new ManualClock())
    const key = enter(door)
    expect(door.isValidKey(key)).toBe(true)
    expect(key.length).toBeGreaterThanOrEqual(32)
    for (const other of [undefined, '', 'x', key.slice(1), `${key}x`]) expect(door.isValidKey(other)).toBe(false)
  })

  it('gives nothing for a guess, nor before there is a code', () => {
    const door = new SessionLogin(new ManualClock())
    expect(door.exchange('').kind).toBe('refused')
    door.makeCode()
    expect(door.exchange('guess').kind).toBe('refused')
    expect(door.isValidKey('guess')).toBe(false)
  })

  it('a code is good for two minutes', async () => {
    const clock = new ManualClock()
    const door = new SessionLogin(clock)
    const code = door.makeCode()
    await clock.advance(120_001)
    expect(door.exchange(code).kind).toBe('refused')
  })

  it('a code that was used ends the key when it is shown again: somebody else may have it', () => {
    const door = new SessionLogin(new ManualClock())
    const code = door.makeCode()
    const exchange = door.exchange(code)
    const key = exchange.kind === 'key' ? exchange.key : ''
    expect(door.isValidKey(key)).toBe(true)
    const life = door.keyRevoked
    expect(life.aborted).toBe(false)
    expect(door.exchange(code).kind).toBe('used-again')
    expect(life.aborted).toBe(true)
    expect(door.isValidKey(key)).toBe(false)
    expect(enter(door)).not.toBe(key)
  })

  it('a second link opens a second page of the same person', () => {
    const door = new SessionLogin(new ManualClock())
    const key = enter(door)
    expect(enter(door)).toBe(key)
  })
})
