import type { CodedText, Logger } from '../../support/logger.ts'

/** Cells and numbers differ between sheets in otherwise equal messages; headings in quotation marks must be equal. */
const details = /“[^”]*”|\b(?:[A-Z]{1,3}\d+|\d[\d,]*)\b/g
const mostNamed = 12

interface CollectedMessage {
  level: keyof Logger
  text: string
  said: CodedText | undefined
  sheets: { name: string; details: string }[]
}

/** Equal messages about several sheets become one, with the sheets' names. */
export class SheetMessages {
  readonly #collected = new Map<string, CollectedMessage>()

  loggerFor(sheet: string): Logger {
    const collect = (level: keyof Logger) => (text: string, said?: CodedText) => this.#add(sheet, level, text, said)
    return { debug: collect('debug'), info: collect('info'), warn: collect('warn'), error: collect('error') }
  }

  #add(name: string, level: keyof Logger, text: string, said: CodedText | undefined): void {
    const found: string[] = []
    const pattern = text.replace(details, (part) => {
      if (part.startsWith('“')) return part
      found.push(part)
      return '#'
    })
    const key = `${level} ${pattern.replace(/#(?:, #)+(?:, …)?/g, '#')}`
    const collected = this.#collected.get(key) ?? { level, text, said, sheets: [] }
    collected.sheets.push({ name, details: found.join(', ') })
    this.#collected.set(key, collected)
  }

  flush(logger: Logger): void {
    for (const { level, text, said, sheets } of this.#collected.values()) {
      const [first] = sheets
      const same = sheets.filter((sheet) => sheet.details === first?.details)
      const others = sheets.filter((sheet) => !same.includes(sheet))
      const likewise = list(others, ({ name, details }) => `${name}: ${details}`, '; ')
      const rest = others.length === 0 ? '' : ` (likewise ${likewise})`
      const names = `${list(same, ({ name }) => name, ', ')}: `
      const { before = '', after = '' } = said ?? {}
      const around = said && { ...said, before: `${names}${before}`, after: `${after}${rest}` }
      logger[level](`${names}${text}${rest}`, around)
    }
    this.#collected.clear()
  }
}

function list<T>(items: readonly T[], show: (item: T) => string, comma: string): string {
  return items.slice(0, mostNamed).map(show).join(comma) + (items.length > mostNamed ? `${comma}…` : '')
}
