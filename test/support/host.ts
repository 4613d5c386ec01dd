import { Readable, Writable } from 'node:stream'
import type { Host } from '../rooms/cli.ts'
import type { HostEnvironment } from '../rooms/ledger.ts'
import { systemClock, systemRandom } from '../rooms/support.ts'

/** A stream that keeps what is written to it. */
class Kept extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8')
    done()
  }
}

export interface KeptHost extends Host {
  stdout: Kept
  stderr: Kept
}

/** Of nobody in particular. */
export const noSurroundings: HostEnvironment = { platform: process.platform, env: {}, folder: process.cwd() }

/** A host without a terminal, whose standard input is empty and whom no signal reaches. */
export function createHost(
  argv: readonly string[] = [],
  { folder = process.cwd(), env = {} }: { folder?: string; env?: Record<string, string | undefined> } = {},
): KeptHost {
  return {
    platform: process.platform,
    env: { ...env },
    folder,
    argv,
    program: [process.execPath, 'rwa-batch'],
    nodeVersion: process.versions.node,
    system: 'Node.js, under test',
    stdin: Readable.from([]),
    stdout: new Kept(),
    stderr: new Kept(),
    clock: systemClock,
    random: systemRandom,
    onSignal: () => () => {},
    exit(code) {
      throw new Error(`ended at once with ${code}`)
    },
  }
}
