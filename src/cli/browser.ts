import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Host } from './host.ts'

const fileName = 'open.html'

/**
 * Opens the user's browser. Every account can read the arguments of a process. So they name a file that only this user
 * can read, and the file leads to the link.
 */
export class Browser {
  readonly #platform: NodeJS.Platform
  readonly #own: string | undefined
  #folder: string | undefined

  /** `folder`: the page's own, where the file outlives this program until the page ends. */
  constructor({ platform }: Pick<Host, 'platform'>, folder: string | undefined) {
    this.#platform = platform
    this.#own = folder
  }

  /** Uses the system's opener; without one, the user copies the link. */
  open(link: string): void {
    const address = this.#writePage(link)
    if (address === undefined) return
    const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
      darwin: ['open', address],
      win32: ['rundll32', 'url.dll,FileProtocolHandler', address],
    }
    const [command, ...rest] = commands[this.#platform] ?? ['xdg-open', address]
    const child = spawn(command, rest, { stdio: 'ignore', detached: true })
    child.on('error', () => {})
    child.unref()
  }

  /** Undefined when it cannot be written, as on a full disk: the page still works. */
  #writePage(link: string): string | undefined {
    try {
      const folder = this.#makeFolder()
      const file = join(folder, fileName)
      writeFileSync(file, pageThatLeadsTo(link), { mode: 0o600 })
      return pathToFileURL(file).href
    } catch {
      return undefined
    }
  }

  #makeFolder(): string {
    if (this.#own === undefined) {
      this.#folder ??= mkdtempSync(join(tmpdir(), 'rwa-batch-page-'))
      return this.#folder
    }
    mkdirSync(this.#own, { recursive: true, mode: 0o700 })
    return this.#own
  }

  removePage(): void {
    if (this.#own !== undefined) rmSync(join(this.#own, fileName), { force: true })
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
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
