import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'

/** Of a network disk, another machine sees the locks late, or not at all; the others end with machine or container. */
const unsafeKinds = {
  network:
    /^(?:nfs4?|cifs|smb\w*|ncpfs|afs|coda|ceph|lustre|gpfs|beegfs|ocfs2|gfs2|fuse\.(?:sshfs|glusterfs|ceph|s3fs|rclone|gcsfuse|blobfuse2?|davfs2?))$/,
  layer: /^(?:overlay(?:fs)?|aufs|unionfs|fuse\.(?:fuse-overlayfs|unionfs(?:-fuse)?))$/,
  memory: /^(?:tmpfs|ramfs|rootfs)$/,
}

type UnsafePlace = 'mount' | keyof typeof unsafeKinds

/**
 * The reason why a file is no safe ledger at its path, by Linux's mounts; undefined when it is. Pure. `mountinfo` is
 * the content of `/proc/self/mountinfo`.
 */
export function explainMount(file: string, mountinfo: string): UnsafePlace | undefined {
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
  const kinds = Object.entries(unsafeKinds) as [keyof typeof unsafeKinds, RegExp][]
  return kinds.find(([, kind]) => holding !== undefined && kind.test(holding.kind))?.[0]
}

/** @throws BatchError `ledger` for a file that is a mount itself, or that is on another machine. */
export function requireLocalFile(file: string): void {
  const place = findPlace(file)
  if (place === 'mount') throw new BatchError('ledger', find('ledger-mounted', { file }))
  if (place === 'network') throw new BatchError('ledger', find('ledger-on-network', { file }))
}

/** @throws BatchError `configuration` for a file in memory, or in a container's own layer. */
export function requireLastingFile(file: string): void {
  const place = findPlace(file)
  if (place === 'memory' || place === 'layer')
    throw new BatchError('configuration', find('ledger-ephemeral', { file, place }))
}

function findPlace(file: string): UnsafePlace | undefined {
  return /^[\\/]{2}[^\\/?.]/.test(file) ? 'network' : explainMount(file, readMounts())
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
