import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { reachService, saveToken, TokenAccess } from '../rooms/app.ts'
import { Token } from '../rooms/client.ts'

const address = 'https://service.example/version-test/api'

it('without a token nothing is sent; one that is given later is held, and never shown', () => {
  const access = new TokenAccess({ ...reachService(address, new Token('none-needed')), hasToken: false })
  expect(() => access.requireToken()).toThrow('no access')
  expect(() => access.replaceToken('two words', { isRotated: false })).toThrow('token')
  expect(access.source).toBe('none')
  access.replaceToken(' tok-later-123456 \n', { isRotated: true })
  access.requireToken()
  expect([access.source, access.isRotated, access.destination.label]).toEqual(['typed', true, address])
  expect(access.destination.token.toAuthorization()).toBe('Bearer tok-later-123456')
  expect(JSON.stringify(access.destination) + inspect(access, { depth: 9 })).not.toContain('tok-later')
})

it('what is said of it holds neither this token nor an earlier one', () => {
  const access = new TokenAccess(reachService(address, new Token('tok-first-123456')))
  access.replaceToken('tok-later-123456', { isRotated: false })
  expect(access.redact('tok-first-123456, tok-later-123456')).toBe('[token], [token]')
})

it.skipIf(process.platform === 'win32')('a token that is kept is for this user alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-token-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'own', 'acme.token')
  saveToken(file, 'tok-1-first ')
  saveToken(file, 'tok-2-later')
  expect(readFileSync(file, 'utf8')).toBe('tok-2-later\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'own')).mode & 0o777).toBe(0o700)
})
