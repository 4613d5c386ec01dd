import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, win32 } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HostEnvironment } from '../ledger/ledger-location.ts'
import { toWriteError } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'
import type { Host } from './host.ts'

const fileName = 'open.html'

/**
 * Opens the user's browser. Every account can read the arguments of a process. So they name a file that only this user
 * can read, and the file leads to the link.
 */
export function createBrowser({ platform }: Pick<Host, 'platform'>, own: string | undefined) {
  /** The page's own, where the file outlives this program until the page ends; else one of this program. */
  let folder = own
  return {
    /** Uses the system's opener; without one, the user copies the link. */
    open(link: string): void {
      const address = writePage(link)
      if (address === undefined) return
      const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
        darwin: ['open', address],
        win32: ['rundll32', 'url.dll,FileProtocolHandler', address],
      }
      const [command, ...rest] = commands[platform] ?? ['xdg-open', address]
      const child = spawn(command, rest, { stdio: 'ignore', detached: true })
      child.on('error', () => {})
      child.unref()
    },
    removePage(): void {
      if (folder === undefined) return
      rmSync(join(folder, fileName), { force: true })
      if (own === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }

  /** Undefined when it cannot be written, as on a full disk: the page still works. */
  function writePage(link: string): string | undefined {
    try {
      folder ??= mkdtempSync(join(tmpdir(), 'rwa-batch-page-'))
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, fileName)
      writeFileSync(file, pageThatLeadsTo(link), { mode: 0o600 })
      return pathToFileURL(file).href
    } catch {
      return undefined
    }
  }
}

/** `link` is our own: it has only letters, digits and the characters of addresses. */
function pageThatLeadsTo(link: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Risk assessments</title>
<p>The page opens. If it does not: <a href="${link}">open it</a>.</p>
`
}

export interface ShortcutOptions extends HostEnvironment {
  /** The program with its arguments, as absolute paths. */
  command: readonly string[]
}

export interface ShortcutFile {
  file: string
  content: string
  mode: number
  /** Write it only where its folder exists. */
  isBeside?: true
}

const name = 'Risk assessments'
const comment = 'Check a sheet of trips, have their risks assessed, and see what became of them'

/** @throws BatchError `configuration` for a platform without a known folder for shortcuts. Pure. */
export function planShortcut(options: ShortcutOptions): ShortcutFile[] {
  const { platform, env } = options
  const executable = (file: string, content: string): ShortcutFile => ({ file, content, mode: 0o755 })
  if (platform === 'win32') {
    const folder = win32.join(requireVariable(env, 'APPDATA'), 'Microsoft', 'Windows', 'Start Menu', 'Programs')
    return [executable(win32.join(folder, `${name}.cmd`), writeBatchFile(options))]
  }
  const home = requireVariable(env, 'HOME')
  if (platform === 'darwin')
    return [executable(posix.join(home, 'Applications', `${name}.command`), writeShellScript(options))]
  const data = env['XDG_DATA_HOME'] ?? ''
  const folder = posix.isAbsolute(data) ? data : posix.join(home, '.local', 'share')
  const entry = writeDesktopEntry(options)
  return [
    executable(posix.join(folder, 'applications', 'rwa-batch.desktop'), entry),
    { ...executable(posix.join(home, 'Desktop', 'rwa-batch.desktop'), entry), isBeside: true },
  ]
}

/** Returns the paths of the files. @throws BatchError when they cannot be written. */
export function writeShortcut(options: ShortcutOptions): string[] {
  const files = planShortcut(options).filter(({ file, isBeside }) => isBeside !== true || existsSync(dirname(file)))
  for (const { file, content, mode } of files) {
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content, { mode })
      chmodSync(file, mode)
    } catch (error) {
      throw toWriteError(error, file)
    }
  }
  return files.map(({ file }) => file)
}

function requireVariable(env: ShortcutOptions['env'], variable: string): string {
  const value = env[variable]
  if (value !== undefined && value !== '') return value
  throw new BatchError('configuration', `there is no place for an icon: ${variable} is not set`, {
    hint: 'Start the page as before, or set the variable.',
  })
}

/** Desktop Entry Specification, key `Exec`: arguments in quotes, four characters escaped, percent signs doubled. */
function writeDesktopEntry({ command, folder }: ShortcutOptions): string {
  const quoted = command.map((word) => `"${word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`).join(' ')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    `Name=${name}`,
    `Comment=${comment}`,
    `Exec=${escapeEntry(quoted)}`,
    `Path=${escapeEntry(folder)}`,
    'Terminal=false',
    'Categories=Office;',
    '',
  ].join('\n')
}

/** The specification escapes values once more, on top of the quoting of `Exec`. */
function escapeEntry(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

function writeShellScript({ command, folder }: ShortcutOptions): string {
  const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  return `#!/bin/sh\ncd ${quote(folder)} && exec ${command.map(quote).join(' ')}\n`
}

function writeBatchFile({ command, folder }: ShortcutOptions): string {
  const quote = (word: string): string => `"${word.replaceAll('%', '%%')}"`
  const lines = ['@echo off', 'chcp 65001 >nul', `cd /d ${quote(folder)}`]
  return [...lines, `start "${name}" /min ${command.map(quote).join(' ')}`, ''].join('\r\n')
}
