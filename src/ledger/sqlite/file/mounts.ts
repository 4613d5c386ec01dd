import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'

/** Network file systems: another machine sees its locks late, or not at all. */
const network =
  /^(?:nfs4?|cifs|smb\w*|ncpfs|afs|coda|ceph|lustre|gpfs|beegfs|ocfs2|gfs2|fuse\.(?:sshfs|glusterfs|ceph|s3fs|rclone|gcsfuse|blobfuse2?|davfs2?))$/

/**
 * The reason why a file cannot be a ledger at its path, by Linux's mounts; undefined when it can. Pure. `mountinfo` is
 * the content of `/proc/self/mountinfo`.
 */
export function explainMount(file: string, mountinfo: string): 'mount' | 'network' | undefined {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , , mountPoint] = before.split(' ')
    return mountPoint === undefined ? [] : [{ mountPoint: decode(mountPoint), kind: after.split(' ')[0] ?? '' }]
  })
  if (mounts.some(({ mountPoint }) => mountPoint === file)) return 'mount'
  // The later of two mounts at one path is visible.
  const holding = mounts
    .filter(({ mountPoint }) => isWithin(posix.dirname(file), mountPoint))
    .reduce<(typeof mounts)[number] | undefined>(
      (longest, mount) => (mount.mountPoint.length >= (longest?.mountPoint.length ?? 0) ? mount : longest),
      undefined,
    )
  return holding !== undefined && network.test(holding.kind) ? 'network' : undefined
}

/** @throws BatchError `ledger` for a file that is a mount itself, or that is on another machine. */
export function requireLocalFile(file: string): void {
  const reason = /^[\\/]{2}[^\\/?.]/.test(file) ? 'network' : explainMount(file, readMounts())
  if (reason === undefined) return
  const found = reason === 'mount' ? find('ledger-mounted', { file }) : find('ledger-on-network', { file })
  throw new BatchError('ledger', found)
}

function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    // Linux only.
    return ''
  }
}

function isWithin(folder: string, mountPoint: string): boolean {
  return mountPoint === '/' || folder === mountPoint || folder.startsWith(`${mountPoint}/`)
}

/** A blank is written as `\040`. */
function decode(mountPoint: string): string {
  return mountPoint.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
}
