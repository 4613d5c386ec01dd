import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ForgetKey, hideContents, revealContents } from '../../rooms/ledger/forgetting.ts'
import { createFolder } from '../workspace.ts'

const content = '00112233445566778899aabbccddeeff'

describe('the key of forgotten trips', () => {
  it('is made once, for its user alone, and hides a content in the same way for everybody who has it', () => {
    const file = join(createFolder(), 'state', 'forget.key')
    const first = new ForgetKey('l.sqlite', file)
    const fingerprint = first.create()
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const second = new ForgetKey('l.sqlite', file)
    second.require(fingerprint)
    expect(second.hide(content)).toBe(first.hide(content))
    expect(second.hide(content)).toMatch(/^[0-9a-f]{32}$/)
    // Of a forgetting that was broken off.
    new ForgetKey('l.sqlite', file).require(new ForgetKey('l.sqlite', file).create())
  })

  it('is refused when it is missing, another one, or no key; its fingerprint tells nothing of it', () => {
    const file = join(createFolder(), 'forget.key')
    const fingerprint = new ForgetKey('l.sqlite', file).create()
    const key = readFileSync(file, 'utf8').trim()
    expect(fingerprint).not.toContain(key.slice(0, 8))
    const refuse = (code: string) =>
      expect(() => new ForgetKey('l.sqlite', file).require(fingerprint)).toThrow(
        expect.objectContaining({ code: 'configuration', said: expect.objectContaining({ code }) }),
      )
    writeFileSync(file, `${'0'.repeat(64)}\n`)
    refuse('forget-key-other')
    writeFileSync(file, 'secret')
    refuse('forget-key-unreadable')
    rmSync(file)
    refuse('forget-key-missing')
    expect(() => new ForgetKey('l.sqlite', undefined).create()).toThrow(/no folder/)
  })
})

describe('contents as they were hidden', () => {
  const createKey = () => new ForgetKey('l.sqlite', join(createFolder(), 'forget.key'))

  it('need no key where nothing was forgotten', () => {
    const key = createKey()
    expect(hideContents(key, undefined, [content]).size).toBe(0)
    expect(() => hideContents(key, '00:00', [content])).toThrow(/their key 00 is not at/)
  })

  it('are found under their contents again; others stay as they are', () => {
    const key = createKey()
    const fingerprint = key.create()
    const hidden = hideContents(key, fingerprint, [content])
    const known = [{ hash: key.hide(content) }, { hash: content }, { hash: 'ff' }]
    expect(revealContents(known, hidden)).toEqual([{ hash: content }, { hash: content }, { hash: 'ff' }])
  })
})
