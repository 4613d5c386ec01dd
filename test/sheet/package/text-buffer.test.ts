import { describe, expect, it } from 'vitest'
import { TextBuffer } from '../../rooms/sheet/package.ts'

describe('kept text', () => {
  it('gives back all that was added, in order, a part at a time, and then nothing', () => {
    const texts = Array.from({ length: 5_000 }, (_, index) => `<é ${index}/>`.repeat(3))
    const kept = new TextBuffer()
    for (const text of texts) kept.add(text)
    const parts = [...kept.drain()]
    expect(Buffer.concat(parts).toString()).toBe(texts.join(''))
    expect(parts.length).toBeGreaterThan(2)
    expect([...kept.drain()]).toEqual([])
  })

  it('gives no part when nothing was added', () => {
    expect([...new TextBuffer().drain()]).toEqual([])
  })
})
