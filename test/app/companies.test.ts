import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCompanies } from '../rooms/app.ts'
import { Workspace } from '../support/program.ts'

async function* nothing(): AsyncGenerator<string> {}

function keepTokens(): { profile: { file: string; profile: { companies: Record<string, string> } }; folder: string } {
  const { folder } = new Workspace()
  for (const name of ['acme', 'globex'])
    writeFileSync(join(folder, `${name}.token`), `token-of-${name}\n`, { mode: 0o600 })
  const companies = { acme: 'acme.token', Globex: 'globex.token' }
  return { folder, profile: { file: join(folder, 'rwa-batch.json'), profile: { companies } } }
}

const others = { company: 'default', tokenFile: undefined, env: { RWA_API_TOKEN: 'of-the-shell' }, stdin: nothing() }

describe('the companies of a worker', () => {
  it('are those that the profile names, with the tokens of their files', async () => {
    const { profile } = keepTokens()
    const companies = await readCompanies({ ...others, profile })
    expect(companies.map(({ label, token }) => [label, token.toAuthorization()])).toEqual([
      ['acme', 'Bearer token-of-acme'],
      ['Globex', 'Bearer token-of-globex'],
    ])
  })

  it('are the one of the shell where the profile names none', async () => {
    const [only, ...more] = await readCompanies({ ...others, profile: undefined })
    expect([only?.label, only?.token.toAuthorization(), more]).toEqual(['default', 'Bearer of-the-shell', []])
  })

  it.skipIf(process.platform === 'win32')('are refused when others can read one of the files', async () => {
    const { profile, folder } = keepTokens()
    chmodSync(join(folder, 'globex.token'), 0o640)
    await expect(readCompanies({ ...others, profile })).rejects.toThrow('can be read or written by other users')
  })
})
