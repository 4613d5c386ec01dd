import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readToken, Token } from '../rooms/client.ts'

const secret = 'sk_live+4/2"9='
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-token-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('Token', () => {
  it('never shows itself', () => {
    const token = new Token(secret)
    const texts = [
      `${token}`,
      String(token),
      JSON.stringify({ token }),
      inspect(token, { showHidden: true, getters: true }),
      inspect({ a: { token } }, { depth: 9 }),
      JSON.stringify(Object.entries(token)),
    ]
    expect(texts.join()).not.toContain('4/2')
    expect(texts.slice(0, 2)).toEqual(['[token]', '[token]'])
  })

  it('is given to the header alone', () => {
    expect(new Token(`  ${secret}\r\n`).toAuthorization()).toBe(`Bearer ${secret}`)
  })

  it.each(['', ' \n', 'Bearer abc', 'a\nb', 'a\tb', 'clé', 'a\u0000b', 'a\u007fb', '\u200babc'])(
    'refuses %j',
    (text) => {
      expect(() => new Token(text)).toThrow(expect.objectContaining({ code: 'configuration' }))
    },
  )

  it('does not repeat what it refuses', () => {
    expect(() => new Token('Bearer s3cret')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('s3cret') }),
    )
  })

  it.each([
    ['as it is', `x ${secret} y ${secret}`, 'x [token] y [token]'],
    ['in JSON', JSON.stringify({ secret }), '{"secret":"[token]"}'],
    ['in an address', `?token=${encodeURIComponent(secret)}`, '?token=[token]'],
    ['not at all', 'nothing to hide', 'nothing to hide'],
  ])('is replaced in a text that holds it %s', (_, text, expected) => {
    expect(new Token(secret).redact(text)).toBe(expected)
  })

  it.each([
    [secret, `x${encodeURIComponent(secret)}`, true],
    [secret, `x${secret.slice(1)}`, false],
    ['abc1234', 'id-abc1234', false],
  ])('%s is in %s: %s', (value, text, isIn) => {
    expect(new Token(value).isIn(text)).toBe(isIn)
  })

  it('has a fingerprint that depends on the salt and the value, and does not hold the value', async () => {
    const { salt, hash } = await new Token(secret).fingerprint('salt')
    expect([salt, hash]).toEqual(['salt', expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect((await new Token(` ${secret}`).fingerprint('salt')).hash).toBe(hash)
    expect((await new Token(secret).fingerprint('pepper')).hash).not.toBe(hash)
    expect((await new Token('other').fingerprint('salt')).hash).not.toBe(hash)
  })

  it('is salted differently each time', async () => {
    const token = new Token(secret)
    const [first, second] = [await token.fingerprint(), await token.fingerprint()]
    expect(first.salt).not.toBe(second.salt)
    expect(first.hash).not.toBe(second.hash)
  })
})

describe('readToken', () => {
  it('reads the environment', async () => {
    const token = await readToken({ env: { RWA_API_TOKEN: ` ${secret}\n` }, tokenFile: undefined, stdin: lines() })
    expect(token.toAuthorization()).toBe(`Bearer ${secret}`)
  })

  it('reads a file that is closed to others, before the environment', async () => {
    const tokenFile = await writeToken(`\ufeff${secret}\r\n`, 0o600)
    const token = await readToken({ env: { RWA_API_TOKEN: 'other' }, tokenFile, stdin: lines() })
    expect(token.toAuthorization()).toBe(`Bearer ${secret}`)
  })

  it('reads standard input in pieces', async () => {
    const token = await readToken({ env: {}, tokenFile: '-', stdin: lines('sk_live+', Buffer.from('4/2"9=\n')) })
    expect(token.toAuthorization()).toBe(`Bearer ${secret}`)
  })

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o620, 0o602, 0o666])(
    'refuses a file of mode %o',
    async (mode) => {
      const tokenFile = await writeToken(secret, mode)
      await expect(readToken({ env: {}, tokenFile, stdin: lines() })).rejects.toMatchObject({
        code: 'configuration',
        hint: expect.stringContaining('chmod 600'),
      })
    },
  )

  it.each([
    ['no token at all', {}, undefined, /no API token/],
    ['an empty variable', { RWA_API_TOKEN: '' }, undefined, /empty/],
    ['a file that is not there', {}, 'not-there', /cannot be read \(ENOENT\)/],
    ['a folder', {}, '.', /is a folder/],
    ['nothing on standard input', {}, '-', /empty/],
  ])('refuses %s', async (_, env, name, message) => {
    const tokenFile = name === undefined || name === '-' ? name : join(folder, name)
    await expect(readToken({ env, tokenFile, stdin: lines() })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(message),
    })
  })

  it('does not read without end', async () => {
    async function* endless(): AsyncGenerator<string> {
      for (;;) yield 'x'.repeat(1000)
    }
    await expect(readToken({ env: {}, tokenFile: '-', stdin: endless() })).rejects.toMatchObject({
      code: 'configuration',
    })
  })
})

async function* lines(...chunks: (string | Buffer)[]): AsyncGenerator<string | Buffer> {
  yield* chunks
}

async function writeToken(text: string, mode: number): Promise<string> {
  const file = join(folder, `token-${mode.toString(8)}`)
  await writeFile(file, text)
  await chmod(file, mode)
  return file
}
