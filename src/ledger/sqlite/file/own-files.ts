import { chmodSync, lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, posix, resolve } from 'node:path'
import { find } from '../../../messages/catalogue.ts'
import { attempt, BatchError, codeOf } from '../../../support/errors.ts'
import type { Rights } from '../../port.ts'

const companions = ['.lock', '.mark', '.ballast', '-wal', '-shm']

/**
 * Called before any file beside a ledger is written. In a folder that others may write, a link would redirect the
 * write to any file of this user.
 * @throws BatchError `ledger` when one of the files is a link, or no regular file.
 */
export function requireOwnFiles(ledgerFile: string): void {
  for (const path of companions.map((end) => ledgerFile + end)) {
    const stat = readStats(path)
    if (stat === undefined || (stat.isFile() && stat.nlink === 1)) continue
    throw new BatchError('ledger', find('ledger-link', { path }))
  }
}

/** Removes other users' rights on a ledger and its companions: it holds personal data. */
export function tightenRights(ledgerFile: string): Rights {
  if (process.platform === 'win32') return 'own'
  const found = ['', ...companions].map((end) => tighten(ledgerFile + end))
  return (['open', 'tightened', 'own'] as const).find((rights) => found.includes(rights)) ?? 'own'
}

function tighten(path: string): Rights {
  const stat = readStats(path)
  if (stat === undefined || (stat.mode & 0o077) === 0) return 'own'
  try {
    chmodSync(path, stat.mode & 0o700)
    return 'tightened'
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return 'open'
  }
}

function readStats(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

const mostLinks = 40

/**
 * One path for all names of a ledger: its lock and companions depend on it.
 * @throws BatchError `ledger` when the file has hard links: no lock could exclude two processes then.
 */
export function findRealFile(file: string): string {
  const real = followLinks(resolve(file), mostLinks)
  const stat = statSync(real, { throwIfNoEntry: false })
  if (stat?.isFile() !== true || stat.nlink === 1) return real
  throw new BatchError(
    'ledger',
    `the ledger ${real} has ${stat.nlink} names (hard links): two processes that use different ones would send the same trips and ruin it`,
    {
      hint: `Delete the other names, which find <folder> -inum ${stat.ino} shows, and keep the one with the files -wal and .mark beside it. A symbolic link (ln -s) may be used.`,
    },
  )
}

/** As the system resolves it, even for a missing file. */
function followLinks(path: string, linksLeft: number): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    const folder = dirname(path)
    if (folder === path || linksLeft === 0) throw error
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    if (isLink) return followLinks(resolve(folder, readlinkSync(path)), linksLeft - 1)
    return join(followLinks(folder, linksLeft), basename(path))
  }
}

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
  if (/^[\\/]{2}[^\\/?.]/.test(file)) return 'network'
  // On Linux only.
  return explainMount(file, attempt(() => readFileSync('/proc/self/mountinfo', 'utf8')) ?? '')
}

function isWithin(folder: string, mountPoint: string): boolean {
  return mountPoint === '/' || folder === mountPoint || folder.startsWith(`${mountPoint}/`)
}

/** A blank is written as `\040`. */
function decode(mountPoint: string): string {
  return mountPoint.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
}
