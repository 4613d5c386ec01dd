import { BatchError } from '../../support/errors.ts'
import { columnName } from '../cell.ts'
import { MemoryPackage } from '../package/part-tree.ts'
import { relationshipsXml, relationshipXml } from '../package/relationships.ts'
import { hiddenSheetName, legaliseSheetName, resultColumnsName } from '../package/sheet-names.ts'
import { WorkbookOut } from '../package/workbook-out.ts'
import { linksNamespace, mainNamespace, packageNamespace, xmlHead } from '../package/xml-entities.ts'
import { Styles } from './styles.ts'
import type { OutputSheet, SheetWriter, WorkbookWriter, WrittenSheet } from './workbook-writer.ts'
import { XlsxSheet } from './xlsx-sheet.ts'

export interface WorkbookOptions extends Partial<WorkbookLimits> {
  /** A word on every sheet: before each heading (not in its value), above each printed page, by the tab's colour. */
  stamp?: string | undefined
  /** Hidden names identify result sheets after users rename them. */
  isMarked?: boolean
  /** Names of sheets that are not replaced, whatever their titles are. */
  kept?: ReadonlySet<string>
  /** Titles of the sheets that go last, in this order. */
  last?: readonly string[]
}

/** `bytes`: XML of one sheet, since a streamed zip entry cannot reach 4 GiB. */
const excelLimits = { rows: 1_048_575, bytes: 3.5 * 2 ** 30, columns: 16_384 }
export type WorkbookLimits = typeof excelLimits

/** Writes an .xlsx to exactly this new file, readable by its owner only. Memory does not grow with rows. */
export function createWorkbook(file: string, options: WorkbookOptions = {}): WorkbookWriter {
  return new XlsxWorkbook(WorkbookOut.create(file, emptyWorkbook()), options)
}

export class XlsxWorkbook implements WorkbookWriter {
  readonly #options: WorkbookOptions
  readonly #limits: WorkbookLimits
  readonly #failure = new AbortController()
  readonly #out: Promise<WorkbookOut>
  readonly #titles = new Set<string>()
  #styles: Styles | undefined
  #sheet: XlsxSheet | undefined
  #open: SheetWriter | undefined

  constructor(out: Promise<WorkbookOut>, options: WorkbookOptions) {
    this.#options = options
    this.#limits = { ...excelLimits, ...options }
    this.#out = out
    out.catch((error: unknown) => this.#failure.abort(error))
  }

  addSheet(plan: OutputSheet): SheetWriter {
    if (this.#open !== undefined) throw new BatchError('defect', `sheet "${plan.name}" began before the last one ended`)
    if (plan.columns.length > this.#limits.columns) {
      const what = `sheet "${plan.name}" has ${plan.columns.length} columns: a worksheet holds ${this.#limits.columns}`
      throw new BatchError('input', what, { hint: 'Write to a .csv file, or take columns out of the input.' })
    }
    const parts: XlsxSheet[] = []
    const begin = async (): Promise<XlsxSheet> => {
      const begun = await this.#begin(plan)
      parts.push(begun)
      return begun
    }
    const sheet: SheetWriter = {
      write: (cells) =>
        this.#guard(async () => {
          let part = parts.at(-1) ?? (await begin())
          if (part.rows >= this.#limits.rows || part.bytes >= this.#limits.bytes) {
            await part.finish()
            part = await begin()
          }
          await part.write(cells)
        }),
      finish: () =>
        this.#guard(async () => {
          await (parts.at(-1) ?? (await begin())).finish()
          this.#open = undefined
          return parts.map(({ name, rows, hasHeadings }): WrittenSheet => ({ name, rows, hasHeadings }))
        }),
    }
    this.#open = sheet
    return sheet
  }

  finish(): Promise<void> {
    return this.#guard(async () => (await this.#out).finish(this.#options.last))
  }

  async abort(): Promise<void> {
    this.#failure.abort(new BatchError('defect', 'the workbook was given up'))
    this.#sheet?.abort()
    const out = await this.#out.catch(() => undefined)
    await out?.abort()
  }

  async #begin(plan: OutputSheet): Promise<XlsxSheet> {
    const { stamp, kept = new Set() } = this.#options
    const out = await this.#out
    this.#styles ??= new Styles(out.styles, stamp)
    const title = legaliseSheetName(plan.name, this.#titles)
    this.#titles.add(title.toLowerCase())
    const { name, part } = await out.placeSheet(title, kept)
    this.#setNames(out, plan, { title, name })
    this.#sheet = new XlsxSheet({ out, part, name, styles: this.#styles, stamp, failure: this.#failure }, plan)
    return this.#sheet
  }

  /** Print area, headings and frozen columns repeated on each page, and the hidden name for later runs. */
  #setNames({ edits }: WorkbookOut, plan: OutputSheet, { title, name }: { title: string; name: string }): void {
    const { printed, hasHeadings = true, frozenColumns = 0, columns, isInputSheet = false, lead = [] } = plan
    // No setting leaves a sheet out of a print: an empty area does in LibreOffice, and makes one page in Excel.
    const area = printed === 'none' ? `${columnName(columns.length)}1` : printed
    if (area !== undefined) edits.setName('_xlnm.Print_Area', name, name, area)
    if (hasHeadings && printed !== 'none') {
      const frozen = frozenColumns === 0 ? [] : [`A:${columnName(frozenColumns - 1)}`]
      edits.setName('_xlnm.Print_Titles', name, name, ...frozen, `1:${lead.length + 1}`)
    }
    if (this.#options.isMarked !== true) return
    if (!isInputSheet) edits.setName(hiddenSheetName(title), undefined, name, 'A1')
    else edits.setName(resultColumnsName, name, name, `A1:${columnName(Math.max(0, columns.length - 1))}1`)
  }

  /** Rejects with the file's own failure instead of the abort that it causes. */
  async #guard<Result>(step: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#failure
    signal.throwIfAborted()
    try {
      return await step()
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }
}

const documentTypes = 'application/vnd.openxmlformats-officedocument'
const packageTypes = 'application/vnd.openxmlformats-package'

/** The workbook without sheets that every new one is a copy of. */
export function emptyWorkbook(): MemoryPackage {
  const core = `${packageNamespace}/metadata/core-properties`
  const types = [
    `<Default Extension="rels" ContentType="${packageTypes}.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    overrideXml('xl/workbook.xml', `${documentTypes}.spreadsheetml.sheet.main`),
    overrideXml('docProps/core.xml', `${packageTypes}.core-properties`),
    overrideXml('docProps/app.xml', `${documentTypes}.extended-properties`),
  ]
  const links = [
    relationshipXml({ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }),
    `<Relationship Id="rId2" Type="${packageNamespace}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    relationshipXml({ id: 'rId3', type: 'extended-properties', target: 'docProps/app.xml' }),
  ]
  return new MemoryPackage({
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${packageNamespace}/content-types">${types.join('')}</Types>`,
    '_rels/.rels': relationshipsXml(...links),
    'docProps/core.xml': `${xmlHead}<cp:coreProperties xmlns:cp="${core}" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>rwa-batch</dc:creator><cp:lastModifiedBy>rwa-batch</cp:lastModifiedBy></cp:coreProperties>`,
    // LibreOffice keeps row heights only when it knows the program that wrote them.
    'docProps/app.xml': `${xmlHead}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Excel</Application></Properties>`,
    'xl/workbook.xml': `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${linksNamespace}"><sheets></sheets></workbook>`,
  })
}

function overrideXml(part: string, type: string): string {
  return `<Override PartName="/${part}" ContentType="${type}+xml"/>`
}
