import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { findPagesFolder, type HostEnvironment } from '../ledger/ledger-location.ts'
import { parseObject } from '../ledger/stored-json.ts'
import { toWriteError } from '../sheet/writing/temporary-files.ts'
import { BatchError, codeOf } from '../support/errors.ts'
import type { linkRequest } from './request-schemas.ts'

export type LinkRequest = z.infer<typeof linkRequest>
const linkAnswer = z.strictObject({ code: z.string(), proof: z.string() })
type LinkAnswer = z.infer<typeof linkAnswer>

const record = z.strictObject({ port: z.int(), secret: z.string() })
type PageRecord = z.infer<typeof record>
const loopback = '127.0.0.1'
const answerTimeoutMs = 10_000

/**
 * The folder of this user for a page: its record, and the corrections that were not sent yet. `facts`: what makes
 * another page of it, such as the current folder and the ledger. Undefined when this user has no such folder.
 */
export function findPageFolder(
  environment: Pick<HostEnvironment, 'platform' | 'env'>,
  facts: readonly (string | undefined)[],
): string | undefined {
  const pages = findPagesFolder(environment)
  if (pages === undefined) return undefined
  return join(pages, createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16))
}

/**
 * The page that runs for a folder, so that a second start opens it. Both sides prove that they can read the record;
 * its secret never leaves the file, as another program may have the port by now.
 */
export class RunningPage {
  readonly #folder: string
  #own: PageRecord | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  get #file(): string {
    return join(this.#folder, 'page.json')
  }

  /**
   * Asks the running page for a link, and to open `input`. Undefined when none runs.
   * @throws BatchError `surroundings` when it does not answer
   */
  async requestLink(input = ''): Promise<string | undefined> {
    const found = this.#read()
    if (found === undefined) {
      // There is none, or one of another version.
      rmSync(this.#file, { force: true })
      return undefined
    }
    const nonce = randomBytes(16).toString('base64url')
    const asked = { nonce, input, proof: prove(found, 'request', nonce, input) }
    const answer = await post(found.port, asked)
    const isProven = answer !== undefined && isSame(answer.proof, prove(found, 'answer', nonce, answer.code))
    if (isProven) return `http://${loopback}:${found.port}/#k=${answer.code}`
    // Its program was killed.
    if (this.#read()?.secret === found.secret) rmSync(this.#file, { force: true })
    return undefined
  }

  /** @throws BatchError when another start was faster, and when the record cannot be written */
  register(port: number): void {
    this.#own = { port, secret: randomBytes(32).toString('base64url') }
    const partial = `${this.#file}.${randomBytes(6).toString('hex')}`
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileSync(partial, JSON.stringify(this.#own), { mode: 0o600 })
      linkSync(partial, this.#file)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw toWriteError(error, this.#file)
      throw new BatchError('usage', 'the page was started a second time at the same moment', {
        hint: 'Use the page that opens, or start the program again.',
      })
    } finally {
      rmSync(partial, { force: true })
    }
  }

  /** Undefined for a request without the secret. */
  answer({ nonce, input, proof }: LinkRequest, makeCode: () => string): LinkAnswer | undefined {
    const own = this.#own
    if (own === undefined || !isSame(proof, prove(own, 'request', nonce, input))) return undefined
    const code = makeCode()
    return { code, proof: prove(own, 'answer', nonce, code) }
  }

  remove(): void {
    if (this.#own !== undefined && this.#read()?.secret === this.#own.secret) rmSync(this.#file, { force: true })
  }

  #read(): PageRecord | undefined {
    try {
      return record.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch {
      return undefined
    }
  }
}

function prove({ secret }: PageRecord, role: 'request' | 'answer', nonce: string, text: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([role, nonce, text]))
    .digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Undefined when nothing listens there, or something else. */
function post(port: number, asked: LinkRequest): Promise<LinkAnswer | undefined> {
  const body = JSON.stringify(asked)
  const headers = {
    origin: `http://${loopback}:${port}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const asking = request({ host: loopback, port, path: '/api/link', method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.length > 10_000) asking.destroy()
      })
      response.on('close', () => resolve(linkAnswer.safeParse(parseObject(text)).data))
    })
    asking.setTimeout(answerTimeoutMs, () => {
      reject(
        new BatchError('surroundings', `the page of this folder runs already (port ${port}) and does not answer`, {
          hint: 'Wait until it answers, or end its program.',
        }),
      )
      asking.destroy()
    })
    asking.on('error', () => resolve(undefined))
    asking.end(body)
  })
}
