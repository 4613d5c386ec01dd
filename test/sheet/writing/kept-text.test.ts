import { describe, expect, it } from 'vitest'
import { KeptText } from '../../../src/sheet/writing/kept-text.ts'

describe('kept text', () => {
  it('gives back all that was added, in order, a part at a time, and then nothing', () => {
    const texts = Array.from({ length: 5_000 }, (_, index) => `<é ${index}/>`.repeat(3))
    const kept = new KeptText()
    for (const text of texts) kept.add(text)
    const parts = [...kept.take()]
    expect(Buffer.concat(parts).toString()).toBe(texts.join(''))
    expect(parts.length).toBeGreaterThan(2)
    expect([...kept.take()]).toEqual([])
  })

  it('gives no part when nothing was added', () => {
    expect([...new KeptText().take()]).toEqual([])
  })
})
