import { columnName } from '../cell.ts'
import { parseXmlBoolean, readWorkbook } from '../package/workbook-part.ts'
import { ZipArchive } from '../package/zip-archive.ts'
import { scanPart } from './scan-part.ts'
import type { XmlHandler, XmlTag } from './xml-tag.ts'

/** Narrower columns (characters) and lower rows (points) are practically invisible. */
const narrowest = 0.5
const lowest = 2

/** Hidden content of a workbook, as phrases: `row 3 of Plan`, `the sheet Notes`. */
export async function listHidden(file: string): Promise<string[]> {
  const archive = await ZipArchive.open(file)
  try {
    const { sheets } = await readWorkbook(archive)
    const hidden = sheets.filter(({ isVisible }) => !isVisible).map(({ name }) => `the sheet ${name}`)
    for (const { name, part } of sheets) {
      if (part === undefined || !archive.has(part)) continue
      const handler = new HiddenHandler()
      await scanPart(archive, part, handler)
      hidden.push(...[...handler.found].map((what) => `${what} of ${name}`))
    }
    return hidden
  } finally {
    await archive.close()
  }
}

class HiddenHandler implements XmlHandler {
  readonly wantsText = false
  readonly found = new Set<string>()
  #row = 0

  open(name: string, tag: XmlTag): void {
    if (name === 'row') {
      this.#row = Number(tag.attribute('r') ?? this.#row + 1)
      if (parseXmlBoolean(tag.attribute('hidden')) || isBelow(tag.attribute('ht'), lowest))
        this.found.add(`row ${this.#row}`)
    } else if (name === 'col') {
      if (parseXmlBoolean(tag.attribute('hidden')) || isBelow(tag.attribute('width'), narrowest))
        this.found.add(nameColumns(tag))
    } else if (name === 'sheetFormatPr') {
      const isRowHidden =
        parseXmlBoolean(tag.attribute('zeroHeight')) || isBelow(tag.attribute('defaultRowHeight'), lowest)
      if (isRowHidden) this.found.add('every row without a height of its own')
      if (isBelow(tag.attribute('defaultColWidth'), narrowest))
        this.found.add('every column without a width of its own')
    } else if (name === 'filterColumn') {
      // Some programs filter again when they open the file.
      this.found.add('what an active filter leaves out')
    }
  }

  text(): void {}

  close(): void {}
}

function isBelow(attribute: string | undefined, least: number): boolean {
  return attribute !== undefined && Number(attribute) < least
}

function nameColumns(tag: XmlTag): string {
  const [from, to] = ['min', 'max'].map((side) => columnName(Number(tag.attribute(side) ?? 1) - 1))
  return from === to ? `column ${from}` : `columns ${from} to ${to}`
}
