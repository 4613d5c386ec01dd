import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { locateProfile, ProfileStore, readProfile } from '../../rooms/app/profile.ts'
import { assess } from '../../rooms/operations.ts'
import { noSurroundings } from '../../support/host.ts'
import { createFolder } from './folder.ts'

function openIn(folder: string, given = {}): ProfileStore {
  const file = locateProfile(folder)
  return new ProfileStore(file === undefined ? undefined : readProfile(file), { ...noSurroundings, folder }, given)
}

const uk = { values: { destination: { UK: 'United Kingdom' } } }

it('is made when there is something to keep, and is what a run finds there', () => {
  const folder = createFolder()
  const kept = openIn(folder)
  expect([kept.found, readdirSync(folder)]).toEqual([undefined, []])
  const reverse = kept.change(assess, uk)
  expect(kept.reading(assess).values).toEqual(uk.values)
  expect(openIn(folder).reading(assess).values).toEqual(uk.values)
  kept.change(assess, reverse)
  expect(openIn(folder).reading(assess).values).toEqual({})
})

it('keeps what somebody else has written meanwhile, its rights, and what was said at the start before it', () => {
  const folder = createFolder({ 'rwa-batch.json': { company: 'acme', assess: uk } })
  const file = join(folder, 'rwa-batch.json')
  const kept = openIn(folder, { set: { purpose: 'Hire From Anywhere' } })
  chmodSync(file, 0o600)
  writeFileSync(file, JSON.stringify({ company: 'acme', rate: 3, assess: uk }))
  kept.change(assess, { set: { purpose: 'Work From Anywhere' } })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    company: 'acme',
    rate: 3,
    assess: { ...uk, set: { purpose: 'Work From Anywhere' } },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(kept.reading(assess).set).toEqual({ purpose: 'Hire From Anywhere' })
})

it('nothing is kept that a run would refuse', () => {
  const folder = createFolder({ 'rwa-batch.json': { assess: uk } })
  const before = readFileSync(join(folder, 'rwa-batch.json'), 'utf8')
  const kept = openIn(folder)
  expect(() => kept.change(assess, { values: { legalRight: { x: 'Perhaps' } } })).toThrow('“x” → “Perhaps”')
  expect(() => kept.change(assess, { set: { nothing: 'x' } })).toThrow('nothing')
  expect(readFileSync(join(folder, 'rwa-batch.json'), 'utf8')).toBe(before)
  expect(kept.reading(assess).values).toEqual(uk.values)
})

it('is not written where nothing is new', () => {
  const folder = createFolder({ 'rwa-batch.json': { assess: uk } })
  const before = readFileSync(join(folder, 'rwa-batch.json'), 'utf8')
  openIn(folder).change(assess, uk)
  expect(readFileSync(join(folder, 'rwa-batch.json'), 'utf8')).toBe(before)
})
