import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Profile, readProfile, writeProfile } from '../../rooms/app/profile.ts'
import { createFolder } from './folder.ts'

describe('a profile that is written', () => {
  it('is read back as it was, with its keys in their order, and leaves nothing beside it', () => {
    const folder = createFolder({ 'rwa-batch.json': { company: 'before' } })
    const file = join(folder, 'rwa-batch.json')
    const profile: Profile = { rate: 2, company: 'acme', assess: { values: { legalRight: { x: 'Yes', '': 'No' } } } }
    writeProfile(file, profile)
    expect(JSON.stringify(readProfile(file).profile)).toBe(JSON.stringify(profile))
    expect(readFileSync(file, 'utf8')).toMatch(/^\{\n {2}"rate": 2,\n/)
    expect(readdirSync(folder)).toEqual(['rwa-batch.json'])
  })

  it('is never written over another one where it is to be new', () => {
    const file = join(createFolder({ 'rwa-batch.json': { company: 'before' } }), 'rwa-batch.json')
    expect(() => writeProfile(file, { company: 'after' }, { isNew: true })).toThrow(file)
    expect(readProfile(file).profile.company).toBe('before')
  })

  it('holds what a profile may hold, or is not written', () => {
    const file = join(createFolder(), 'rwa-batch.json')
    expect(() => writeProfile(file, JSON.parse('{"token": "x"}'))).toThrow('a profile must not contain the token')
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })
})
