import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** Firefox by Marionette, its own remote protocol: a message is its length, a colon and JSON. */
export class Firefox {
  readonly #child: ChildProcess
  readonly #socket: Socket
  readonly #folder: string
  readonly #waiting = new Map<number, (answer: unknown[]) => void>()
  #id = 0

  private constructor(child: ChildProcess, socket: Socket, folder: string) {
    this.#child = child
    this.#socket = socket
    this.#folder = folder
    let text = Buffer.alloc(0)
    socket.on('data', (part) => {
      text = Buffer.concat([text, Buffer.from(part)])
      for (;;) {
        const colon = text.indexOf(':')
        const length = colon < 0 ? Number.NaN : Number(text.subarray(0, colon))
        if (!(text.length - colon - 1 >= length)) return
        const message: unknown = JSON.parse(text.subarray(colon + 1, colon + 1 + length).toString())
        text = text.subarray(colon + 1 + length)
        if (Array.isArray(message)) this.#waiting.get(message[1])?.(message)
      }
    })
  }

  /** Its profile and what it downloads are in `folder`. */
  static async launch(path: string, folder: string): Promise<Firefox> {
    mkdirSync(join(folder, 'downloads'), { recursive: true })
    const settings = {
      'marionette.port': 0,
      'browser.download.folderList': 2,
      'browser.download.dir': join(folder, 'downloads'),
      'browser.download.useDownloadDir': true,
      'browser.helperApps.neverAsk.saveToDisk': 'application/octet-stream',
      'datareporting.policy.dataSubmissionEnabled': false,
    }
    const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    writeFileSync(join(folder, 'user.js'), lines.join('\n'))
    const env = { PATH: process.env['PATH'], HOME: folder, MOZ_HEADLESS: '1' }
    const child = spawn(path, ['--marionette', '--headless', '--profile', folder], { env, stdio: 'ignore' })
    const portFile = join(folder, 'MarionetteActivePort')
    while (!existsSync(portFile) || readFileSync(portFile, 'utf8') === '') {
      if (child.exitCode !== null) throw new Error(`Firefox ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const socket = connect(Number(readFileSync(portFile, 'utf8')), '127.0.0.1')
    const firefox = new Firefox(child, socket, folder)
    await firefox.ask('WebDriver:NewSession', {})
    return firefox
  }

  get downloads(): string {
    return join(this.#folder, 'downloads')
  }

  async ask(command: string, parameters: object): Promise<unknown> {
    this.#id += 1
    const id = this.#id
    const text = JSON.stringify([0, id, command, parameters])
    const answered = new Promise<unknown[]>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await answered
    if (error !== null) throw new Error(`${command}: ${JSON.stringify(error)}`)
    return result
  }

  /** Runs a script in the page, and returns what it returns. */
  async evaluate(script: string): Promise<unknown> {
    const answer = (await this.ask('WebDriver:ExecuteScript', { script, args: [] })) as { value: unknown }
    return answer.value
  }

  /** Waits until a script returns something; the test's time-out is the bound. */
  async until(script: string): Promise<unknown> {
    for (;;) {
      const found = await this.evaluate(script)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Clicks as a person does, where the element is. */
  async click(selector: string, text: RegExp): Promise<void> {
    const found = `const [found] = [...document.querySelectorAll('${selector}')].filter((each) => ${text}.test(each.textContent)); return found`
    await this.until(`${found} !== undefined && !found.disabled`)
    const { value } = (await this.ask('WebDriver:ExecuteScript', { script: found, args: [] })) as { value: object }
    await this.ask('WebDriver:ElementClick', { id: Object.values(value)[0] })
  }

  async choose(selector: string, file: string): Promise<void> {
    await this.until(`return document.querySelector('${selector}') !== null`)
    const { value } = (await this.ask('WebDriver:FindElement', { using: 'css selector', value: selector })) as {
      value: object
    }
    await this.ask('WebDriver:ElementSendKeys', { id: Object.values(value)[0], text: file })
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#socket.destroy()
    this.#child.kill('SIGKILL')
    await ended
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
