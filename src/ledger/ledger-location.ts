import { existsSync } from 'node:fs'
import { posix, resolve, win32 } from 'node:path'
import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import { isDatabaseAddress, parseDatabaseAddress } from './database-address.ts'

export interface HostEnvironment {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  folder: string
}

type System = Pick<HostEnvironment, 'platform' | 'env'>

const fileName = 'rwa-batch.ledger.sqlite'
const ownFolder = 'rwa-batch'

/**
 * The ledger's location as an absolute path or address: the one named; else a ledger in `output/` of the current
 * folder, from earlier versions; else the user's own.
 * @throws BatchError `configuration` when this user has no folder for it.
 */
export function locateLedger(named: string | undefined, environment: HostEnvironment): string {
  if (named !== undefined && isDatabaseAddress(named)) return parseDatabaseAddress(named, environment.env).shown
  if (named !== undefined && /^[a-z][\w+.-]+:\/\//i.test(named)) {
    throw new BatchError('usage', `a ledger cannot be kept at an address of ${named.replace(/:.*/s, '')}`, {
      hint: 'Name a file, or a database: postgres://user@host/database.',
    })
  }
  if (named !== undefined && named !== '') return resolve(environment.folder, named)
  const ofFolder = folderLedgerFile(environment.folder)
  // A lost ledger leaves its mark file. Another ledger would not know its requests.
  if (existsSync(ofFolder) || existsSync(`${ofFolder}.mark`)) return ofFolder
  return pathsOf(environment).join(findUserDataFolder(environment), fileName)
}

/** True for the ledger in `output/` of a folder, from the time before each user had one. */
export function isFolderLedger(file: string, folder: string): boolean {
  return file === folderLedgerFile(folder)
}

function folderLedgerFile(folder: string): string {
  return resolve(folder, 'output', fileName)
}

/** This user's folder for data about ledgers elsewhere; undefined, as below, when there is no such folder. */
export function findSpoolFolder(system: System): string | undefined {
  return joinFor(system, findDataFolder(system), 'databases')
}

/** The user's register, apart from the ledgers in it. */
export function findRegisterFile(system: System): string | undefined {
  return joinFor(system, findStateFolder(system), 'register.sqlite')
}

/** This user's folder for pages, with a folder for each. */
export function findPagesFolder(system: System): string | undefined {
  return joinFor(system, findStateFolder(system), 'pages')
}

export function findUserLedger(system: System): string | undefined {
  return joinFor(system, findDataFolder(system), fileName)
}

/** The key of a ledger's forgotten trips: the file named in the environment, else one beside the user's register. */
export function findForgetKeyFile(system: System, ledgerId: string): string | undefined {
  return system.env['RWA_FORGET_KEY_FILE'] || joinFor(system, findStateFolder(system), `forget-${ledgerId}.key`)
}

/** @throws BatchError `configuration` when the variables for the user's folder are not set. */
export function findUserDataFolder(system: System): string {
  const found = findDataFolder(system)
  if (found !== undefined) return found
  const [variables] = dataFolderOf(system.platform, system.env)
  throw new BatchError('configuration', find('ledger-no-folder', { variables }))
}

function findDataFolder(system: System): string | undefined {
  const [, folder] = dataFolderOf(system.platform, system.env)
  return joinFor(system, folder, ownFolder)
}

function findStateFolder(system: System): string | undefined {
  const { platform, env } = system
  const home = absolute(env['HOME'], posix.isAbsolute)
  const ofLinux = home === undefined ? undefined : posix.join(home, '.local', 'state')
  const usual = platform === 'win32' || platform === 'darwin' ? dataFolderOf(platform, env)[1] : ofLinux
  return joinFor(system, absolute(env['XDG_STATE_HOME'], pathsOf(system).isAbsolute) ?? usual, ownFolder)
}

function joinFor(system: System, folder: string | undefined, name: string): string | undefined {
  return folder === undefined ? undefined : pathsOf(system).join(folder, name)
}

function pathsOf({ platform }: System): typeof posix {
  return platform === 'win32' ? win32 : posix
}

/** The variable to set, and the folder for application data that it gives. */
function dataFolderOf(
  platform: NodeJS.Platform,
  env: HostEnvironment['env'],
): readonly [variables: string, folder: string | undefined] {
  const home = absolute(env['HOME'], posix.isAbsolute)
  if (platform === 'win32') {
    const profile = absolute(env['USERPROFILE'], win32.isAbsolute)
    const local = absolute(env['LOCALAPPDATA'], win32.isAbsolute)
    return ['LOCALAPPDATA', local ?? (profile === undefined ? undefined : win32.join(profile, 'AppData', 'Local'))]
  }
  if (platform === 'darwin') {
    return ['HOME', home === undefined ? undefined : posix.join(home, 'Library', 'Application Support')]
  }
  // The XDG specification: a relative path is to be ignored.
  const data = absolute(env['XDG_DATA_HOME'], posix.isAbsolute)
  return ['HOME', data ?? (home === undefined ? undefined : posix.join(home, '.local', 'share'))]
}

function absolute(folder: string | undefined, isAbsolute: (path: string) => boolean): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}
