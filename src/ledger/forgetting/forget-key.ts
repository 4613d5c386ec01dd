import { createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { find } from '../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { syncFolder, writeDurably } from '../durable-file.ts'
import { explainStorageFailure } from '../storage-failure.ts'
import { parseFingerprint } from '../target-keys.ts'

/** Key in the ledger's table `meta`: the fingerprint of the key. A ledger without forgotten trips has none. */
export const fingerprintKey = 'forget_key'

/** Of a command. */
export interface PrintedKey {
  print(): Promise<string>
}

/** The file of a ledger's key, or a command that prints it; undefined where the user has no folder for it. */
export type KeyLocator = (ledgerId: string) => string | PrintedKey | undefined

/**
 * The key under which forgotten trips keep their identity. It stands apart from the ledger: with both, the content of a
 * forgotten trip could be found by trying out. Each machine of a team needs the same key.
 */
export class ForgetKey {
  readonly #ledger: string
  readonly #source: string | PrintedKey | undefined
  #key: Buffer | undefined

  constructor(ledger: string, source: string | PrintedKey | undefined) {
    this.#ledger = ledger
    this.#source = source
  }

  /** Before anything else: a command may ask a person for a password. */
  async load(): Promise<void> {
    if (typeof this.#source === 'object') this.#key ??= parseKey(await this.#source.print(), undefined)
  }

  /**
   * Before the first forgetting: creates the file of the key, durable when this returns; a command must print one that
   * is there. Returns its fingerprint.
   */
  create(): string {
    if (this.#source === undefined) throw new BatchError('configuration', find('forget-key-nowhere'))
    if (typeof this.#source === 'string' && !existsSync(this.#source)) publishKey(this.#source)
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${digestKey(salt, this.#read())}`
  }

  /** Reads the key and compares its fingerprint. @throws BatchError `configuration` if it is missing or another one. */
  require(fingerprint: string): void {
    const { salt, hash } = parseFingerprint(fingerprint) ?? { salt: '', hash: '' }
    const source = this.#source ?? ''
    const file = typeof source === 'string' ? source : undefined
    const facts = { ledger: this.#ledger, file, name: hash.slice(0, 8) }
    if (this.#key === undefined && (file === undefined || !existsSync(file))) {
      throw new BatchError('configuration', find('forget-key-missing', facts))
    }
    if (digestKey(salt, this.#read()) !== hash) throw new BatchError('configuration', find('forget-key-other', facts))
  }

  /** The identity of a forgotten content, in hexadecimal as the content's own. Call `create` or `require` first. */
  hide(hash: string): string {
    return createHmac('sha256', this.#read()).update(Buffer.from(hash, 'hex')).digest('hex').slice(0, 32)
  }

  #read(): Buffer {
    this.#key ??= readKey(typeof this.#source === 'string' ? this.#source : '')
    return this.#key
  }
}

function readKey(file: string): Buffer {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw explainStorageFailure(`the key ${file} cannot be read`, error)
  }
  return parseKey(text, file)
}

/** `file`: undefined for one that a command printed. */
function parseKey(text: string, file: string | undefined): Buffer {
  const digits = text.trim()
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw new BatchError('configuration', find('forget-key-unreadable', { file }))
  return Buffer.from(digits, 'hex')
}

function digestKey(salt: string, key: Buffer): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(key).digest('hex')
}

/** Published whole; of two processes one is first. */
function publishKey(file: string): void {
  const beside = `${file}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeDurably(beside, 'wx', `${randomBytes(32).toString('hex')}\n`)
    linkSync(beside, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw explainStorageFailure(`the key ${file} cannot be written`, error)
  } finally {
    rmSync(beside, { force: true })
  }
}

/**
 * For contents, in hexadecimal: their identities as forgotten trips → the contents. Empty for a ledger without a
 * fingerprint: it has forgotten nothing.
 * @throws BatchError `configuration` when the ledger's key is missing: a forgotten trip would be created again.
 */
export function hideContents(
  key: ForgetKey,
  fingerprint: string | undefined,
  contents: readonly string[],
): ReadonlyMap<string, string> {
  if (fingerprint === undefined) return new Map()
  key.require(fingerprint)
  return new Map(contents.map((content) => [key.hide(content), content]))
}

/** The same submissions under their contents: a forgotten one is the one that its row stands for. */
export function revealContents<Known extends { hash: string }>(
  known: readonly Known[],
  hidden: ReadonlyMap<string, string>,
): Known[] {
  return hidden.size === 0 ? [...known] : known.map((each) => ({ ...each, hash: hidden.get(each.hash) ?? each.hash }))
}
