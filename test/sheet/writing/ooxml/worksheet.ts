import { childOf, childrenOf, type XmlElement } from './xml.ts'

export interface SheetFacts {
  styles: number
  sheetNames: ReadonlySet<string>
}

const maxRow = 1_048_576
const maxColumn = 16_384
const maxText = 32_767
const maxLinks = 65_530
const maxFormula = 255
const maxTitle = 32
const maxMessage = 255
const types: ReadonlySet<string> = new Set(['n', 's', 'str', 'inlineStr', 'b', 'e', 'd'])
const errors: ReadonlySet<string> = new Set(['#N/A', '#REF!', '#NAME?', '#DIV/0!', '#NULL!', '#VALUE!', '#NUM!'])

/** What Excel demands of a worksheet beyond the order of its elements. */
export function checkWorksheet(sheet: XmlElement, { styles, sheetNames }: SheetFacts, found: string[]): void {
  checkColumns(childOf(sheet, 'cols'), styles, found)
  checkCells(childOf(sheet, 'sheetData'), styles, found)
  checkConditionalFormats(sheet, found)
  checkValidations(childOf(sheet, 'dataValidations'), found)
  checkLinks(childOf(sheet, 'hyperlinks'), sheetNames, found)
  const filter = childOf(sheet, 'autoFilter')
  if (filter !== undefined) checkRange(filter.attributes['ref'], found)
}

function checkColumns(columns: XmlElement | undefined, styles: number, found: string[]): void {
  let last = 0
  for (const { attributes } of childrenOf(columns, 'col')) {
    const [min, max, width] = ['min', 'max', 'width'].map((name) => Number(attributes[name]))
    if (!(Number(min) > last && Number(max) >= Number(min) && Number(max) <= maxColumn))
      found.push(`columns ${min}:${max}`)
    if (!(Number(width) >= 0 && Number(width) <= 255)) found.push(`a column of width ${width}`)
    if (Number(attributes['style'] ?? 0) >= styles) found.push(`no style ${attributes['style']}`)
    last = Number(max)
  }
}

function checkCells(data: XmlElement | undefined, styles: number, found: string[]): void {
  let lastRow = 0
  for (const row of childrenOf(data, 'row')) {
    const number = Number(row.attributes['r'])
    if (!(Number.isInteger(number) && number > lastRow && number <= maxRow)) found.push(`row ${row.attributes['r']}`)
    lastRow = number
    let lastColumn = 0
    for (const cell of row.children) {
      const address = cell.attributes['r'] ?? ''
      const at = readAddress(address)
      if (at === undefined || at.row !== number || at.column <= lastColumn)
        found.push(`cell ${address} in row ${number}`)
      lastColumn = at?.column ?? lastColumn
      if (!(Number(cell.attributes['s'] ?? 0) < styles)) found.push(`${address} has no style ${cell.attributes['s']}`)
      const problem = checkValue(cell)
      if (problem !== undefined) found.push(`${address} ${problem}`)
    }
  }
}

function checkValue(cell: XmlElement): string | undefined {
  const type = cell.attributes['t'] ?? 'n'
  const value = childOf(cell, 'v')?.text
  const inline = childOf(cell, 'is')
  if (!types.has(type)) return `is of type ${type}`
  if (childOf(cell, 'f') !== undefined) return 'holds a formula'
  if ((type === 'inlineStr') !== (inline !== undefined)) return `of type ${type} has its value in the wrong place`
  if (inline !== undefined) return checkInline(inline)
  if (value === undefined) return type === 'n' ? undefined : `of type ${type} has no value`
  if (type === 'n') return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) ? undefined : `is no number: ${value}`
  if (type === 'b') return /^[01]$/.test(value) ? undefined : `is neither 0 nor 1: ${value}`
  if (type === 'e') return errors.has(value) ? undefined : `is no error: ${value}`
  if (/^\s|\s$|\r/.test(value)) return 'has white space that a reader drops'
  return value.length <= maxText ? undefined : `holds ${value.length} characters`
}

function checkInline(inline: XmlElement): string | undefined {
  const texts = inline.children.map((child) => (child.name === 'r' ? childOf(child, 't') : child))
  for (const text of texts) {
    if (text === undefined) return 'has a run without text'
    if (/^\s|\s$/.test(text.text) && text.attributes['xml:space'] !== 'preserve') return 'loses its white space'
    if (text.text.includes('\r')) return 'holds a carriage return that XML makes a line feed'
  }
  const length = texts.reduce((sum, text) => sum + decodeEscapes(text?.text ?? '').length, 0)
  return length <= maxText ? undefined : `holds ${length} characters`
}

function decodeEscapes(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function checkConditionalFormats(sheet: XmlElement, found: string[]): void {
  const priorities = new Set<string | undefined>()
  for (const format of childrenOf(sheet, 'conditionalFormatting')) {
    for (const range of (format.attributes['sqref'] ?? '').split(' ')) checkRange(range, found)
    for (const { attributes, children } of childrenOf(format, 'cfRule')) {
      const priority = attributes['priority']
      if (!(Number(priority) >= 1) || priorities.has(priority)) found.push(`a rule of priority ${priority}`)
      priorities.add(priority)
      for (const scale of children) {
        if (childrenOf(scale, 'cfvo').length !== childrenOf(scale, 'color').length) found.push('a colour is missing')
      }
    }
  }
}

function checkValidations(validations: XmlElement | undefined, found: string[]): void {
  if (validations === undefined) return
  const { count } = validations.attributes
  if (Number(count) !== validations.children.length || count === '0') found.push(`dataValidations counts ${count}`)
  for (const { attributes, children } of validations.children) {
    checkRange(attributes['sqref'], found)
    for (const { text } of children)
      if (text === '' || text.length > maxFormula + 2) found.push(`a list of ${text.length}`)
    for (const [name, most] of [
      ['errorTitle', maxTitle],
      ['promptTitle', maxTitle],
      ['error', maxMessage],
      ['prompt', maxMessage],
    ] as const) {
      const text = attributes[name] ?? ''
      if (text.length > most) found.push(`${name} of ${text.length} characters`)
    }
  }
}

function checkLinks(links: XmlElement | undefined, sheetNames: ReadonlySet<string>, found: string[]): void {
  const seen = new Set<string | undefined>()
  const count = links?.children.length
  if (count === 0 || Number(count) > maxLinks) found.push(`${count} links`)
  for (const { attributes } of links?.children ?? []) {
    const { ref, location } = attributes
    if (readAddress(ref ?? '') === undefined || seen.has(ref)) found.push(`a link at ${ref}`)
    seen.add(ref)
    if ((attributes['r:id'] === undefined) === (location === undefined)) found.push(`the link at ${ref} leads nowhere`)
    if (location === undefined) continue
    const [, name = '', address = ''] = /^'((?:[^']|'')+)'!(.+)$/s.exec(location) ?? []
    const isThere = sheetNames.has(name.replaceAll("''", "'")) && readAddress(address) !== undefined
    if (!isThere) found.push(`the link at ${ref} leads to ${location}`)
  }
}

function checkRange(range: string | undefined, found: string[]): void {
  const [start, end, more] = (range ?? '').split(':').map(readAddress)
  const last = (range ?? '').includes(':') ? end : start
  const isRange = start !== undefined && last !== undefined && more === undefined
  if (!isRange || last.row < start.row || last.column < start.column) found.push(`no range: ${range}`)
}

export function readAddress(address: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d*)$/.exec(address) ?? []
  if (letters === undefined) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  const row = Number(digits)
  return row <= maxRow && column <= maxColumn ? { row, column } : undefined
}
