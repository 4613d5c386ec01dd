import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultLists, defaultSandboxConfig, readSandboxConfig } from '../rooms/sandbox.ts'
import { makeTemporaryFolder } from './fixture.ts'

async function readFrom(content: string): Promise<unknown> {
  const file = join(await makeTemporaryFolder(), 'sandbox.json')
  await writeFile(file, content)
  return readSandboxConfig(file)
}

const initech = { name: 'Initech', token: 'token-i', staff: [{ staff_id: 'I-1', activated: false }] }

describe('a sandbox configuration', () => {
  it('is by default two companies with an activated approver each', () => {
    expect(defaultSandboxConfig.companies).toEqual([
      { name: 'Acme', token: 'sandbox-token-acme', staff: [{ staff_id: 'C-001', activated: true }] },
      { name: 'Globex', token: 'sandbox-token-globex', staff: [{ staff_id: 'G-001', activated: true }] },
    ])
    expect(defaultSandboxConfig.lists).toEqual(defaultLists)
  })

  it('replaces the companies and the lists that it names', async () => {
    expect(await readFrom(JSON.stringify({ companies: [initech], lists: { urgency: ['Now'] } }))).toEqual({
      companies: [initech],
      lists: { ...defaultLists, urgency: ['Now'] },
    })
  })

  it('may start with a byte order mark', async () => {
    expect(await readFrom('\ufeff{}')).toEqual(defaultSandboxConfig)
  })

  it.each([
    ['{', /is not JSON/],
    ['[]', /the whole file/],
    ['{"companies": []}', /companies: /],
    ['{"company": []}', /the whole file: .*company/],
    ['{"companies": [{"name": "A"}]}', /companies\.0\.token/],
    ['{"companies": [{"name": "A", "token": "a b"}]}', /companies\.0\.token: must be printable ASCII/],
    [
      '{"companies": [{"name": "A", "token": "a"}, {"name": "B", "token": "a"}]}',
      /companies\.1\.token: is given twice/,
    ],
    ['{"companies": [{"name": "A", "token": "a"}, {"name": "A", "token": "b"}]}', /companies\.1\.name: is given twice/],
    [
      '{"companies": [{"name": "A", "token": "a", "staff": [{"staff_id": "1"}, {"staff_id": "1"}]}]}',
      /companies\.0\.staff\.1\.staff_id: is given twice/,
    ],
    ['{"lists": {"urgency": ["Now", 3]}}', /lists\.urgency\.1/],
  ])('%s is refused at its place', async (content, message) => {
    await expect(readFrom(content)).rejects.toMatchObject({
      name: 'BatchError',
      code: 'configuration',
      message: expect.stringMatching(message),
    })
  })

  it('that cannot be read is refused', async () => {
    await expect(readSandboxConfig('no-such-file.json')).rejects.toMatchObject({
      code: 'configuration',
      message: 'sandbox configuration no-such-file.json cannot be read',
    })
  })
})
