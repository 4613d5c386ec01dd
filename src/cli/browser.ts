import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Host } from './host.ts'

/**
 * The browser of whoever started the program. Every account can read the arguments of a process: they name a file that
 * only this user can read, and that leads to the link.
 */
export class Browser {
  readonly #platform: NodeJS.Platform
  #folder: string | undefined

  constructor({ platform }: Pick<Host, 'platform'>) {
    this.#platform = platform
  }

  /** With what the system has; where it has nothing, the link is there to be copied. */
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

  /** Undefined where nothing can be written, as on a full disk: the page itself serves all the same. */
  #writePage(link: string): string | undefined {
    try {
      this.#folder ??= mkdtempSync(join(tmpdir(), 'rwa-batch-page-'))
      const file = join(this.#folder, 'open.html')
      writeFileSync(file, pageThatLeadsTo(link), { mode: 0o600 })
      return pathToFileURL(file).href
    } catch {
      return undefined
    }
  }

  /** Takes the file away. */
  removePage(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** `link` is one of our own: letters, digits and what addresses have. */
function pageThatLeadsTo(link: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Risk assessments</title>
<p>The page opens. If it does not: <a href="${link}">open it</a>.</p>
`
}
