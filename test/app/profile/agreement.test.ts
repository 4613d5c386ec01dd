import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findProfile,
  findQuestion,
  type Profile,
  ProfileStore,
  profileSchema,
  recordAgreement,
  requireAgreed,
  writeProfile,
} from '../../rooms/app/profile.ts'
import { createFolder } from './folder.ts'

/** A user with a home of their own. */
function createUser() {
  const home = createFolder()
  const surroundings = { platform: process.platform, env: { HOME: home }, folder: home }
  const file = join(home, 'rwa-batch.json')
  const ask = (profile: Profile) => findQuestion({ file, profile }, surroundings)
  return {
    home,
    surroundings,
    file,
    ask,
    agree: (profile: Profile) => recordAgreement({ file, profile }, surroundings),
  }
}

const harmful: Profile = {
  baseUrl: 'https://service.example',
  tokenFile: 'token',
  ledger: 'postgres://rwa@db.example/rwa?sslmode=verify-full&sslrootcert=own.pem',
  retryStatus: [502],
  distrustStatus: [429],
  companies: { acme: 'acme.token' },
  retention: { trips: 'P1D' },
  lists: '../lists.json',
  holds: '/etc/holds.csv',
  notify: 'https://hooks.example/x',
}

describe('what a profile names', () => {
  it.each(Object.entries(harmful))('is asked about when it is new, and when it is another one: %s', (key, value) => {
    const { ask, agree } = createUser()
    expect(ask({ [key]: value })).toMatchObject({ isChanged: false, values: [{ key }] })
    agree({ [key]: value })
    expect(ask({ [key]: value })).toBeUndefined()
    expect(ask({ [key]: value, company: 'acme', rate: 3, assess: { set: { purpose: 'Trip' } } })).toBeUndefined()
    for (const [other, more] of Object.entries(harmful).filter(([name]) => name !== key)) {
      expect(ask({ [key]: value, [other]: more }), other).toMatchObject({ isChanged: true })
    }
  })

  it('is not asked about for the other keys, which change no address, file or status', () => {
    const harmless = Object.keys(profileSchema.shape).filter((key) => !(key in harmful))
    expect(harmless).toEqual([
      '$schema',
      'concurrency',
      'rate',
      'requestTimeout',
      'pollTimeout',
      'retries',
      'waitForService',
      'maxUnknown',
      'maxErrors',
      'company',
      'fourEyes',
      'secondPair',
      'noteFor',
      'assess',
      'decide',
      'invite',
    ])
  })

  it('counts with the folder that its paths count from, and each profile for itself', () => {
    const { home, surroundings, agree } = createUser()
    agree({ tokenFile: 'token' })
    const moved = { file: join(home, 'mail/rwa-batch.json'), profile: { tokenFile: 'token' } }
    const same = { file: join(home, 'mail/rwa-batch.json'), profile: { tokenFile: '../token' } }
    expect([findQuestion(moved, surroundings), findQuestion(same, surroundings)]).not.toContain(undefined)
  })

  it('is silent about lists beside it, but not about a link there that leads elsewhere', () => {
    const { home, ask } = createUser()
    writeFileSync(join(home, 'lists.json'), '{}')
    mkdirSync(join(home, 'data'))
    expect(ask({ lists: 'lists.json', holds: 'data/holds.csv' })).toBeUndefined()
    const elsewhere = join(createFolder(), 'secret.json')
    writeFileSync(elsewhere, '{}')
    symlinkSync(elsewhere, join(home, 'data/lists.json'))
    expect(ask({ lists: 'data/lists.json' })?.values).toMatchObject([
      { key: 'lists', value: join(home, 'data/lists.json') },
    ])
  })
})

describe('an agreement', () => {
  it('is for the run where the profile is named, and lasts where it was given; a no is a refusal', async () => {
    const { surroundings, file, ask } = createUser()
    const found = { file, profile: harmful }
    const given = { isNamed: false, isTrusted: false }
    await requireAgreed(found, { ...given, isNamed: true }, surroundings)
    for (const answer of [undefined, async () => false]) {
      await expect(requireAgreed(found, { ...given, ask: answer }, surroundings)).rejects.toThrow('nobody agreed yet')
    }
    await requireAgreed(found, { ...given, ask: async ({ values }) => values.length === 10 }, surroundings)
    expect(ask(harmful)).toBeUndefined()
    await requireAgreed({ file, profile: { retryStatus: [500] } }, { ...given, isTrusted: true }, surroundings)
    expect(ask({ retryStatus: [500] })).toBeUndefined()
  })

  it('is given with what the program writes for its user: a profile, and the token file of the page', () => {
    const { surroundings, file, ask } = createUser()
    writeProfile(file, { baseUrl: 'https://service.example' }, { isNew: true, env: surroundings.env })
    expect(ask({ baseUrl: 'https://service.example' })).toBeUndefined()
    const profile = { baseUrl: 'https://service.example' }
    const kept = new ProfileStore({ file, profile }, surroundings, {})
    kept.nameTokenFile('/home/x/acme.token')
    expect(ask({ ...profile, tokenFile: '/home/x/acme.token' })).toBeUndefined()
  })

  it('is not given by the page for what somebody else wrote meanwhile', () => {
    const { surroundings, file, ask } = createUser()
    writeFileSync(file, '{}')
    const kept = new ProfileStore({ file, profile: {} }, surroundings, {})
    writeFileSync(file, JSON.stringify({ baseUrl: 'https://attacker.example' }))
    expect(() => kept.nameTokenFile('/home/x/acme.token')).toThrow('nobody agreed yet')
    expect(ask({ baseUrl: 'https://attacker.example' })).not.toBeUndefined()
  })
})

it('the library finds no profile that was not agreed to', () => {
  const folder = createFolder({ 'rwa-batch.json': { baseUrl: 'https://attacker.example' }, 'own/rwa-batch.json': {} })
  expect(() => findProfile(folder)).toThrow('https://attacker.example')
  expect(findProfile(join(folder, 'own'))).toBe(join(folder, 'own/rwa-batch.json'))
  writeProfile(join(folder, 'rwa-batch.json'), { baseUrl: 'https://own.example' })
  expect(findProfile(folder)).toBe(join(folder, 'rwa-batch.json'))
})
