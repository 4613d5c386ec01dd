import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CorrectedFile, type CorrectedRequest, saveCorrected } from '../../app/check/save-corrected.ts'
import type { DryRunPorts } from '../../app/ledger/scratch-ledger.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { CommandLineRun } from '../page-settings.ts'
import { nameBeside, nameCorrected, type Upload } from '../uploads.ts'
import type { SheetAnswers } from './drafts.ts'

/** The files that a sheet is saved to. Those that the page wrote itself are replaced; others are kept beside. */
export class SavedSheets {
  readonly #upload: Upload
  /** Digests of files without a correction that any session of the page wrote. */
  readonly #copies: Set<string>
  /** Digests of files that this session wrote. */
  readonly #own = new Set<string>()
  /** The last file, with the steps and the reading that its content comes from; other steps are another array. */
  #last: { saved: CorrectedFile; steps: object; reading: string } | undefined

  constructor(upload: Upload, copies: Set<string>) {
    this.#upload = upload
    this.#copies = copies
  }

  async save(
    operation: Operation,
    edited: Omit<CorrectedRequest, 'input' | 'output' | 'own'>,
    steps: object,
    ports: DryRunPorts,
  ): Promise<CorrectedFile> {
    const input = this.#upload.file
    const output = nameCorrected(this.#upload)
    const { known } = edited
    const reading = JSON.stringify(edited.reading)
    const last = this.#last
    if (last?.steps === steps && last.reading === reading) {
      const isUntouched = (await digestOf(last.saved.file)) === last.saved.digest
      if (isUntouched && (await digestOf(input)) === known?.digest) return { ...last.saved, kept: undefined }
    }
    // An earlier corrected file of ours was opened.
    if (resolve(input) === resolve(output)) this.#own.add((await digestOf(input)) ?? '')
    const own = new Set([...this.#own, ...this.#copies])
    const saved = await saveCorrected(operation, { ...edited, input, output, own }, ports)
    this.#own.add(saved.digest)
    if (edited.edits.length === 0) this.#copies.add(saved.digest)
    this.#last = known && { saved, steps, reading }
    return saved
  }

  /** What a command line needs to read the saved file alike. Mapped headings and chosen rows go into files of their own. */
  saveAnswers(
    { columns, set, dateFormats }: SheetAnswers,
    { digest, numbers: { leaveOut } }: CorrectedFile,
  ): Omit<CommandLineRun, 'operation' | 'file' | 'sheets'> {
    const write = (name: string, content: object | undefined): string | undefined => {
      if (content === undefined || Object.keys(content).length === 0) return undefined
      const file = nameBeside(this.#upload, name)
      writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
      return file
    }
    const chosen = leaveOut && { ...leaveOut, of: digest }
    return { set, dateFormats, columns: write('columns', columns), leaveOut: write('left-out', chosen) }
  }
}
