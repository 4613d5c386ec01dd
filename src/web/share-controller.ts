import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Collected, collectShared, keepAnswers } from '../app/share-out/collect-answers.ts'
import { isSharedWorkbook } from '../app/share-out/read-answers.ts'
import { isAnswered, listShareOuts, nameOfRest, type ShareOut } from '../app/share-out/share-index.ts'
import { listShareHeadings, nameShareFile, shareOut } from '../app/share-out/share-out.ts'
import type { RunStatus } from '../ledger/port/reports.ts'
import { wordMessage } from '../messages/catalogue.ts'
import { assess } from '../operations/assess.ts'
import { stemOfInput } from '../pipeline/earlier-output/output-names.ts'
import { ZipWriter } from '../sheet/package/zip-writer.ts'
import { handOut, type WorkspaceSettings } from './page-settings.ts'
import type { SharingRequest } from './request-schemas.ts'
import type { Upload } from './uploads.ts'
import { pageFace } from './user-messages.ts'

/** Rows that are handed out to others, and what comes back. */
export class ShareController {
  readonly #settings: WorkspaceSettings
  #shared: readonly ShareOut[] = []
  #shareable: { output: string; headings: readonly string[] } | undefined
  /** Of the sheet that is open, where it was made of answers. */
  collected: Collected | undefined

  constructor(settings: WorkspaceSettings) {
    this.#settings = settings
  }

  get state() {
    const { collected } = this
    return {
      /** The latest first. */
      shared: this.#shared.map(({ code, heading, file, folder, by, due, parts }) => {
        const shown = parts?.map((part) => {
          return { ...part, at: part.at ?? null, isDone: isAnswered(part), isRest: part.name === nameOfRest(heading) }
        })
        return { code, heading, file: basename(file), folder, by, due, parts: shown ?? null }
      }),
      /** What of the latest results can be shared out. */
      shareable: this.#shareable ? { ...this.#shareable, output: basename(this.#shareable.output) } : null,
      answers: collected === undefined ? null : describeCollected(collected),
    }
  }

  /** `runs`: the latest first. */
  async refresh(runs: readonly RunStatus[]): Promise<void> {
    const { run } = this.#settings
    const { destination, company } = run
    const ofCompany = runs.filter((each) => each.address === destination.address && each.company === company)
    const latest = ofCompany.find(({ operation, output }) => operation === assess.name && output && existsSync(output))
    this.#shared = await listShareOuts(run).catch(() => [])
    const headings = latest === undefined ? [] : await listShareHeadings(run, latest).catch(() => [])
    this.#shareable = latest?.output && headings.length > 0 ? { output: latest.output, headings } : undefined
    this.#settings.changed()
  }

  async share({ heading, by, due }: SharingRequest): Promise<void> {
    const input = this.#shareable?.output
    if (input === undefined) return
    const { run, clock, logger } = this.#settings
    const name = `${stemOfInput(input)} - ${heading}`
    const folder = join(
      'output',
      nameShareFile(name, (each) => existsSync(join('output', each)), ''),
    )
    await shareOut({ input, heading, folder, by, due: due || undefined }, run, { clock, logger })
  }

  /** The workbooks that are to be sent, as one file. */
  async zip(code: string) {
    const share = this.#shared.find((each) => each.code === code)
    if (share?.parts === undefined) return undefined
    const { folder, parts } = share
    const content = await handOut('shared.zip', async (file) => {
      const zip = await ZipWriter.create(file)
      for (const { file: name } of parts) await zip.add(name, [readFileSync(join(folder, name))])
      await zip.finish()
    })
    return { name: `${basename(folder)}.zip`, content }
  }

  /** One sheet of what came back. Undefined for a single sheet that is no answer. */
  async collect(uploads: readonly Upload[]): Promise<Upload | undefined> {
    const files = uploads.map(({ file }) => file)
    const [first = ''] = files
    if (files.length === 0 || (files.length === 1 && !(await isSharedWorkbook(first)))) return undefined
    const { run, clock, logger } = this.#settings
    const { folder, others } = await keepAnswers(files, run, { logger })
    this.collected = await collectShared(folder, run, { clock, logger }, others)
    this.#shared = await listShareOuts(run)
    return { file: this.collected.file, label: basename(this.collected.file) }
  }
}

function describeCollected({ taken, parts, problems }: Collected) {
  const missing = parts.filter((part) => !isAnswered(part)).map(({ name }) => name)
  return {
    taken,
    of: parts.length,
    missing,
    problems: problems.map((said) => wordMessage(said, pageFace)?.text ?? said.rule),
  }
}
