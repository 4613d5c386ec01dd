import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProfile, saveDraft } from '../../rooms/app/profile.ts'
import { noSurroundings } from '../../support/host.ts'
import { createFolder } from './folder.ts'

const nothing = { reading: {}, lists: undefined, baseUrl: undefined }
const operation = { name: 'assess' }
const guesses = { sheets: '? all', columns: { Ziel: '? destination' }, set: {}, values: { legalRight: { x: '? Yes' } } }

describe('a draft', () => {
  it('is the profile of a folder that has none, with what was said besides', () => {
    const folder = createFolder()
    const said = {
      reading: { set: { purpose: 'trip' }, dateFormat: ['DD.MM.YYYY'] },
      lists: 'data/lists.json',
      baseUrl: 'https://service.example',
    }
    const { file, guesses: count } = saveDraft(operation, guesses, said, undefined, { ...noSurroundings, folder })
    expect([file, count]).toEqual([join(folder, 'rwa-batch.json'), 3])
    expect(JSON.parse(readFileSync(join(folder, 'rwa-batch.json'), 'utf8'))).toEqual({
      baseUrl: 'https://service.example',
      lists: join('data', 'lists.json'),
      assess: {
        sheets: '? all',
        columns: { Ziel: '? destination' },
        set: { purpose: 'trip' },
        dateFormats: ['DD.MM.YYYY'],
        values: { legalRight: { x: '? Yes' } },
      },
    })
  })

  it('stands beside a profile that serves, which it holds and leaves as it is; no file is replaced', () => {
    const own = {
      company: 'acme',
      assess: { columns: { Ziel: 'residency' }, values: { legalRight: { ja: 'Yes' } }, hidden: 'skip' },
    }
    const folder = createFolder({ 'rwa-batch.json': own, 'rwa-batch.draft.json': '{}' })
    const found = readProfile(join(folder, 'rwa-batch.json'))
    const { file } = saveDraft(operation, guesses, nothing, found, { ...noSurroundings, folder: join(folder, 'q4') })
    expect(file).toBe(join(folder, 'rwa-batch.draft-2.json'))
    expect(JSON.parse(readFileSync(file ?? '', 'utf8'))).toEqual({
      company: 'acme',
      assess: {
        columns: { Ziel: 'residency' },
        values: { legalRight: { ja: 'Yes', x: '? Yes' } },
        hidden: 'skip',
        sheets: '? all',
      },
    })
    expect(readProfile(join(folder, 'rwa-batch.json')).profile).toEqual(own)
  })

  it('that says nothing new is not written', () => {
    const folder = createFolder({ 'rwa-batch.json': { assess: guesses } })
    const found = readProfile(join(folder, 'rwa-batch.json'))
    const empty = { columns: {}, set: {}, values: {} }
    expect(saveDraft(operation, empty, nothing, found, { ...noSurroundings, folder })).toEqual({
      file: undefined,
      guesses: 3,
    })
    expect(saveDraft(operation, empty, nothing, undefined, { ...noSurroundings, folder }).file).toBeUndefined()
    expect(readdirSync(folder)).toEqual(['rwa-batch.json'])
  })
})
