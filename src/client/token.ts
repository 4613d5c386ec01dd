import { spawn } from 'node:child_process'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { inspect, promisify } from 'node:util'
import { find } from '../messages/catalogue.ts'
import { BatchError, codeOf } from '../support/errors.ts'
import type { Environment } from './base-url.ts'
import { createRedactor, placeholder } from './redactor.ts'

const slowHash = promisify<string, string, number, Buffer>(scrypt)
const maxTokenBytes = 16 * 1024

/** The company's API token. Printed, inspected or serialised it is `[token]`. */
export class Token {
  readonly #value: string
  readonly #redact: (text: string, mayBeCut: boolean) => string

  /** @throws BatchError `configuration` when the text cannot be a token */
  constructor(text: string) {
    const value = text.trim()
    if (value === '') throw new BatchError('configuration', find('token-empty'))
    if (!/^[\x21-\x7e]+$/.test(value)) {
      throw new BatchError(
        'configuration',
        'The API token holds a space, a line break or a character that a token cannot have.',
        { hint: 'Give the token alone, on one line, without the word "Bearer" and without quotes.' },
      )
    }
    this.#value = value
    this.#redact = createRedactor(value)
  }

  toAuthorization(): string {
    return `Bearer ${this.#value}`
  }

  /**
   * Redacts the token, also where JSON, addresses or HTML escape it, and in base64. `mayBeCut`: also a beginning of
   * the token at the end of the text.
   */
  redact(text: string, mayBeCut = false): string {
    return this.#redact(text, mayBeCut)
  }

  /** A token of fewer than 8 characters may occur in any text by chance: then always false. */
  isIn(text: string): boolean {
    return this.#value.length >= 8 && this.redact(text) !== text
  }

  /** A slow salted hash, computed on another thread. The ledger compares tokens by it without storing them. */
  async fingerprint(salt = randomBytes(16).toString('hex')): Promise<{ salt: string; hash: string }> {
    const hash = await slowHash(this.#value, salt, 32)
    return { salt, hash: hash.toString('hex') }
  }

  /** Takes a tenth of a second, on another thread. */
  async matches({ salt, hash }: { salt: string; hash: string }): Promise<boolean> {
    const [given, known] = [Buffer.from((await this.fingerprint(salt)).hash), Buffer.from(hash)]
    return given.length === known.length && timingSafeEqual(given, known)
  }

  toString(): string {
    return placeholder
  }

  toJSON(): string {
    return placeholder
  }

  [inspect.custom](): string {
    return placeholder
  }
}

export interface TokenSources {
  env: Environment
  /** A file, or `-` for standard input; it goes before the environment. */
  tokenFile: string | undefined
  /** A command of the shell that prints the token; it goes before the others. */
  tokenCommand?: string | undefined
  stdin: AsyncIterable<Uint8Array | string>
}

/**
 * The token is never an argument, which other users of the machine could read.
 * @throws BatchError `configuration` when there is no token, its file is open to others, or its command fails
 */
export async function readToken({ env, tokenFile, tokenCommand, stdin }: TokenSources): Promise<Token> {
  if (tokenCommand !== undefined) {
    const read = (output: AsyncIterable<Uint8Array>) => readBounded(output, 'the token command')
    return new Token(await runSecretCommand('token', tokenCommand, env, read))
  }
  if (tokenFile === '-') return new Token(await readBounded(stdin, 'standard input'))
  if (tokenFile !== undefined) return new Token(await readTokenFile(tokenFile))
  const text = env['RWA_API_TOKEN']
  if (text === undefined) throw new BatchError('configuration', find('token-missing'))
  return new Token(text)
}

async function readTokenFile(file: string): Promise<string> {
  // A shell's `<(…)` is a pipe with a writer; any other pipe may never end.
  const isPipe = !/^\/(?:dev|proc)\//.test(file) && statSync(file, { throwIfNoEntry: false })?.isFIFO() === true
  if (isPipe) throw new BatchError('configuration', find('token-pipe', { file }))
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new BatchError('configuration', `The token file "${file}" cannot be read (${codeOf(cause) ?? 'error'}).`, {
      hint: 'Check its name and that you may read it.',
    })
  })
  try {
    // Check the open file, not its name: the name may point to another file by then.
    const status = await handle.stat()
    if (status.isDirectory()) throw new BatchError('configuration', find('token-folder', { file }))
    if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
      throw new BatchError('configuration', `The token file "${file}" can be read or written by other users.`, {
        hint: `Close it to others: chmod 600 "${file}"`,
      })
    }
    return await readBounded(handle.createReadStream({ autoClose: false }), `the token file "${file}"`)
  } finally {
    await handle.close()
  }
}

async function readBounded(source: AsyncIterable<Uint8Array | string>, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxTokenBytes) throw new BatchError('configuration', find('token-long', { name }))
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Other secrets than the one that it prints are not its business. */
const secrets = ['RWA_API_TOKEN', 'PGPASSWORD', 'RWA_LEDGER']

/** A person may have to unlock a password manager. */
const timeoutMs = 120_000

/**
 * The output of a command of the shell, read by `read`. Its questions and messages are for the terminal. Neither the
 * command nor its output stands in a message: both may hold a secret.
 * @throws BatchError `configuration` when the command cannot be started, or fails
 */
export async function runSecretCommand<Result>(
  printed: 'token' | 'key',
  command: string,
  env: Environment,
  read: (output: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const child = spawn(command, {
    shell: true,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name))),
    stdio: ['inherit', 'pipe', 'inherit'],
    timeout: timeoutMs,
  })
  const ended = once(child, 'close')
  // Awaited below; a failed start also ends the output.
  ended.catch(() => {})
  try {
    const result = await read(child.stdout)
    const [code, signal]: unknown[] = await ended.catch(() => [null, 'it did not start'])
    if (code !== 0)
      throw new BatchError(
        'configuration',
        find('secret-command-failed', { printed, ending: signal === null ? `exit code ${code}` : String(signal) }),
      )
    return result
  } finally {
    child.kill()
  }
}
