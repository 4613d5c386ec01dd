import type { HostEnvironment } from '../ledger/ledger-location.ts'

// The library's functions run in somebody's process: what they take from it where an option does not say otherwise.
// The command line has its own (`cli/host.ts`).

export function readProcessEnvironment(): HostEnvironment {
  return { platform: process.platform, env: process.env, folder: process.cwd() }
}

export function emitProcessWarning(message: string): void {
  process.emitWarning(message)
}
