import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { avoidDeviceName } from '../pipeline/earlier-output/output-names.ts'
import { decodePercent } from '../sheet/package/relationships.ts'
import { processTag } from '../sheet/writing/temporary-files.ts'
import { BatchError } from '../support/errors.ts'

export const uploadLimit = 200 * 1024 * 1024
const maxNameLength = 120

/** A dropped file: its path, and the user's name for it. */
export interface Upload {
  file: string
  label: string
}

/** Earlier versions gave the file itself such a name. */
const uploadName = /^sheet-[0-9a-f]{12}(?:\.[a-z0-9]{1,8})?$/i

/**
 * Stores dropped files under their own names, each in a folder of its own, below one that only this user can read: the
 * page's own, where they stay with the corrections of them, else one that is removed with the other temporary folders of
 * a killed process.
 */
export class Uploads {
  readonly #kept: string | undefined
  #folder: string | undefined

  constructor(kept: string | undefined) {
    this.#kept = kept === undefined ? undefined : join(kept, 'sheets')
    this.#folder = this.#kept
  }

  /** @throws BatchError `input` for a file above the size limit */
  async save(encodedName: string | undefined, body: ReadableStream | null): Promise<Upload> {
    const label = sanitizeFileName(encodedName)
    this.#folder ??= mkdtempSync(join(tmpdir(), `rwa-batch-${processTag}-`))
    const own = join(this.#folder, `sheet-${randomBytes(6).toString('hex')}`)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    const file = join(own, avoidDeviceName(label))
    // The types of web streams in Node and in the standard library differ in name only.
    const content = body === null ? Readable.from([]) : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(content, limitSize(label), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
    return { file, label }
  }

  /** Removes the files that nothing shows any more: they hold trips. */
  keepOnly(used: ReadonlySet<string>): void {
    if (this.#folder === undefined || !existsSync(this.#folder)) return
    for (const name of readdirSync(this.#folder).filter((name) => uploadName.test(name))) {
      const own = join(this.#folder, name)
      if (!used.has(own) && ![...used].some((file) => dirname(file) === own))
        rmSync(own, { recursive: true, force: true })
    }
  }

  /** Only the sheets of `drafts` stay, for the next start. */
  close(drafts: ReadonlySet<string>): void {
    this.keepOnly(drafts)
    if (this.#kept === undefined && this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}

function limitSize(label: string) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > uploadLimit) throw new BatchError('input', `${label} is larger than 200 MB: the page cannot take it`)
      yield chunk
    }
  }
}

/** A file name as a label, and as a prefix of names in the folder `output`: it holds no path. Pure. */
export function sanitizeFileName(encoded: string | undefined): string {
  const name =
    decodePercent(encoded ?? '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  const plain = [...name.replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_').replace(/^[.\s]+/, '')]
  const ending = extname(plain.join('')).slice(0, 9)
  const short =
    plain.length > maxNameLength ? plain.slice(0, maxNameLength - ending.length).join('') + ending : plain.join('')
  return short === '' ? 'sheet' : short
}

const endingsOfResults =
  /(?:(?:\.results)?(?:\.corrected)?\.(?:assessed|decided|invited)(?:\.simulated)?(?:\.edited-\w+)?(?: \(\d+\))?)+$/

/** The file for a sheet's corrections; `trips.results.corrected.xlsx` for any result of `trips`, however often it went round. */
export function nameCorrected({ label }: Pick<Upload, 'label'>): string {
  const stem = basename(label, extname(label))
    .replace(endingsOfResults, '.results')
    .replace(/\.corrected$/, '')
  return join('output', avoidDeviceName(`${stem}.corrected.xlsx`))
}

/** The file for the meaning of a sheet's headings. */
export function nameColumns(upload: Pick<Upload, 'label'>): string {
  return nameCorrected(upload).replace(/corrected\.xlsx$/, 'columns.json')
}
