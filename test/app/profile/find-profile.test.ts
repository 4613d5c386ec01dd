import { chownSync, lchownSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTrusted, locateProfile, openProfile } from '../../rooms/app/profile.ts'
import { noSurroundings } from '../../support/host.ts'
import { createFolder } from './folder.ts'

describe('the profile of a folder', () => {
  it('stands there, or is the nearest above it; one that is named goes before', async () => {
    const folder = createFolder({
      'rwa-batch.json': { company: 'above' },
      'here/rwa-batch.json': { company: 'here' },
      'other.json': { company: 'named' },
    })
    mkdirSync(join(folder, 'here/2026/q4'), { recursive: true })
    mkdirSync(join(folder, 'beside'), { recursive: true })
    expect(locateProfile(join(folder, 'here/2026/q4'))).toBe(join(folder, 'here/rwa-batch.json'))
    expect(locateProfile(join(folder, 'beside'))).toBe(join(folder, 'rwa-batch.json'))
    const named = await openProfile(
      join(folder, 'other.json'),
      { ...noSurroundings, folder: join(folder, 'here') },
      { isTrusted: false },
    )
    expect(named?.profile.company).toBe('named')
  })

  it('is none where there is none, or a folder of that name', () => {
    const folder = createFolder()
    mkdirSync(join(folder, 'rwa-batch.json'))
    expect(locateProfile(folder)).toBeUndefined()
  })

  it.each([
    ['this user’s own', 1000, 1000, true],
    ['the administrator’s', 0, 1000, true],
    ['somebody else’s', 1001, 1000, false],
    ['anybody’s, where there are no accounts by number', 1001, undefined, true],
  ])('counts above the folder when it is %s', (_, owner, user, expected) => {
    expect(isTrusted(owner, user)).toBe(expected)
  })

  it.skipIf(process.getuid?.() !== 0)('is refused when it is another account’s, or found by their link', () => {
    const folder = createFolder({ 'theirs/rwa-batch.json': {}, 'mine.json': {}, 'linked/other.json': {} })
    chownSync(join(folder, 'theirs/rwa-batch.json'), 4321, 4321)
    symlinkSync(join(folder, 'mine.json'), join(folder, 'linked/rwa-batch.json'))
    lchownSync(join(folder, 'linked/rwa-batch.json'), 4321, 4321)
    mkdirSync(join(folder, 'linked/below'))
    for (const at of ['theirs', 'linked', 'linked/below']) {
      expect(() => locateProfile(join(folder, at)), at).toThrow('belongs to another account')
    }
  })
})
