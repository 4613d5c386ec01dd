import type { HostEnvironment } from '../ledger/ledger-location.ts'

// Defaults from the process of a library caller. The command line has its own (`cli/host.ts`).

export function readProcessEnvironment(): HostEnvironment {
  return { platform: process.platform, env: process.env, folder: process.cwd() }
}

export function emitProcessWarning(message: string): void {
  process.emitWarning(message)
}
