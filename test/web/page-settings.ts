import { join } from 'node:path'
import { ProfileStore } from '../rooms/app/profile.ts'
import { silentLogger, systemClock } from '../rooms/support.ts'
import type { WorkspaceSettings } from '../rooms/web.ts'
import { noSurroundings } from '../support/host.ts'
import { createRunSettings } from '../support/run-defaults.ts'

/** What the parts of a page are given, for a test of one of them; `given`: options for reading sheets. */
export function createPageSettings(
  folder: string,
  baseUrl = 'https://service.example',
  given: ConstructorParameters<typeof ProfileStore>[2] = {},
): WorkspaceSettings {
  const run = createRunSettings(baseUrl, join(folder, 'ledger.sqlite'))
  return {
    folder: undefined,
    runDefaults: {} as WorkspaceSettings['runDefaults'],
    kept: new ProfileStore(undefined, { ...noSurroundings, folder }, given),
    access: {} as WorkspaceSettings['access'],
    run,
    example: { name: '', read: () => new Uint8Array() },
    formatCommand: () => '',
    clock: systemClock,
    logger: silentLogger,
    copies: new Set(),
    changed() {},
    watch: () => ({}),
  }
}
