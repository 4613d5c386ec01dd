import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Token } from '../client/token.ts'
import { findUserDataFolder, type HostEnvironment } from '../ledger/ledger-location.ts'
import { toWriteError } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'
import type { Destination } from './destination.ts'

/** Source of the token; `none`: it must be given before anything is sent. */
export type TokenSource = 'none' | 'start' | 'typed'

/**
 * The destination of a running program, whose token may come later or be replaced. The token is only in memory, for the
 * address given at the start.
 */
export class TokenAccess {
  #destination: Destination
  #source: TokenSource
  /** The new token belongs to the same company. */
  #isRotated = false
  readonly #held: Token[]

  constructor(destination: Destination, hasToken: boolean) {
    this.#destination = destination
    this.#source = hasToken ? 'start' : 'none'
    this.#held = [destination.token]
  }

  get destination(): Destination {
    return this.#destination
  }

  get source(): TokenSource {
    return this.#source
  }

  get isRotated(): boolean {
    return this.#isRotated
  }

  /** @throws BatchError `configuration` for a text that cannot be a token. */
  replaceToken(text: string, { isRotated }: { isRotated: boolean }): void {
    const token = new Token(text)
    this.#held.push(token)
    this.#destination = { ...this.#destination, token }
    this.#source = 'typed'
    this.#isRotated = isRotated
  }

  /** @throws BatchError `configuration` without a token. */
  requireToken(): void {
    if (this.#source !== 'none') return
    throw new BatchError('configuration', 'There is no access to the service yet', {
      hint: 'Give the token in Settings. Nothing was sent.',
    })
  }

  redact(text: string): string {
    return this.#held.reduce((rest, token) => token.redact(rest), text)
  }
}

/** Path of a saved token, one for each company, in the user's own folder. */
export function findTokenFile(company: string, surroundings: HostEnvironment): string {
  const name = company.replaceAll(/[^\p{L}\p{N}_-]/gu, '_').slice(0, 60)
  return join(findUserDataFolder(surroundings), `${name}.token`)
}

/**
 * Saves a token in a file that only this user can read.
 * @throws BatchError on a system without such rights, and when the file cannot be written.
 */
export function saveToken(file: string, text: string): void {
  if (process.platform === 'win32') {
    throw new BatchError('configuration', 'The token cannot be saved here in a file that only you can read', {
      hint: 'It is used until this program ends; have it set in the program’s environment.',
    })
  }
  const partial = `${file}.${process.pid}.partial`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(partial, `${text.trim()}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(partial, file)
  } catch (error) {
    throw toWriteError(error, file)
  } finally {
    rmSync(partial, { force: true })
  }
}
