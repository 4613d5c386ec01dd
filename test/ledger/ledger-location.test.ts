import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRegisterFile, isFolderLedger, locateLedger } from '../rooms/ledger.ts'
import { BatchError } from '../rooms/support.ts'
import { createFolder } from './workspace.ts'

type Env = Readonly<Record<string, string>>

describe('without a name the memory is one file per user', () => {
  it.each<[NodeJS.Platform, Env, string]>([
    ['linux', { HOME: '/home/ada' }, '/home/ada/.local/share/rwa-batch/rwa-batch.ledger.sqlite'],
    ['linux', { HOME: '/home/ada', XDG_DATA_HOME: '/data' }, '/data/rwa-batch/rwa-batch.ledger.sqlite'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/rwa-batch/rwa-batch.ledger.sqlite'],
    ['linux', { HOME: '/h', XDG_DATA_HOME: 'relative' }, '/h/.local/share/rwa-batch/rwa-batch.ledger.sqlite'],
    ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/rwa-batch/rwa-batch.ledger.sqlite'],
    ['win32', { LOCALAPPDATA: 'C:\\Ada\\Local' }, 'C:\\Ada\\Local\\rwa-batch\\rwa-batch.ledger.sqlite'],
    ['win32', { USERPROFILE: 'C:\\Ada' }, 'C:\\Ada\\AppData\\Local\\rwa-batch\\rwa-batch.ledger.sqlite'],
  ])('on %s with %o it is %s', (platform, env, expected) => {
    expect(locateLedger(undefined, { platform, env, folder: createFolder() })).toBe(expected)
  })

  it.each<[NodeJS.Platform, Env, string]>([
    ['linux', {}, 'HOME'],
    ['linux', { HOME: '' }, 'HOME'],
    ['linux', { HOME: 'relative' }, 'HOME'],
    ['darwin', {}, 'HOME'],
    ['win32', { HOME: '/home/ada' }, 'LOCALAPPDATA'],
  ])('on %s with %o there is no place for it, which is said with %s and the ways out', (platform, env, variable) => {
    const find = () => locateLedger(undefined, { platform, env, folder: createFolder() })
    expect(find).toThrow(BatchError)
    expect(find).toThrow(`${variable} is not set`)
    expect(locateLedger('here.sqlite', { platform, env, folder: '/srv' })).toBe('/srv/here.sqlite')
  })
})

it('the file that is named counts before all others, and an empty name is none', () => {
  const env = { HOME: '/home/ada' }
  const folder = createFolder()
  expect(locateLedger('/shared/led.sqlite', { platform: 'linux', env, folder })).toBe('/shared/led.sqlite')
  expect(locateLedger('', { platform: 'linux', env, folder })).toContain('/home/ada/')
})

it.each(['', '.mark'])('a ledger in output/ from before is used in its folder; what it left is enough (%s)', (end) => {
  const folder = createFolder()
  const file = join(folder, 'output', 'rwa-batch.ledger.sqlite')
  mkdirSync(join(folder, 'output'))
  writeFileSync(file + end, '')
  const found = locateLedger(undefined, { platform: 'linux', env: { HOME: '/home/ada' }, folder })
  expect([found, isFolderLedger(found, folder), isFolderLedger(found, '/')]).toEqual([file, true, false])
})

it.each<[string, NodeJS.Platform, Record<string, string>, string | undefined]>([
  ['Linux', 'linux', { HOME: '/home/ann' }, '/home/ann/.local/state/rwa-batch/register.sqlite'],
  ['a variable that says where', 'linux', { HOME: '/home/ann', XDG_STATE_HOME: '/s' }, '/s/rwa-batch/register.sqlite'],
  ['macOS', 'darwin', { HOME: '/Users/ann' }, '/Users/ann/Library/Application Support/rwa-batch/register.sqlite'],
  [
    'Windows',
    'win32',
    { LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' },
    'C:\\Users\\ann\\AppData\\Local\\rwa-batch\\register.sqlite',
  ],
  ['an account without a home', 'linux', {}, undefined],
])('the register of %s has its place', (_, platform, env, file) => {
  expect(findRegisterFile({ platform, env })).toBe(file)
})
