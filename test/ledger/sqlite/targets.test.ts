import { describe, expect, it } from 'vitest'
import { createWorkspace } from '../workspace.ts'

const address = 'https://example.test/version-test'

describe('a target in SQLite', () => {
  it('has the fingerprint of no token when it was altered', async () => {
    const workspace = createWorkspace()
    const { targets } = workspace.open()
    const target = await targets.find(address, 'default')
    workspace.connect().exec("UPDATE targets SET token_hash = 'altered'")
    expect(await targets.fingerprint(target)).toEqual({ salt: '', hash: '' })
    expect(await targets.others(await targets.find(address, 'acme'))).toEqual([])
  })
})
