import { type CellRange, parseRange } from '../../package/cell-range.ts'
import { attributeOf, type XmlNode } from '../../package/xml-tree.ts'
import { type FormulaReference, formulaReferences } from './formula-references.ts'

export interface TableBounds {
  /** The sheet's name, without quotes. */
  sheet: string
  headingRow: number
  lastRow: number
  /** Columns that are read; 0-based. */
  read: ReadonlySet<number>
  /** Names of the tables in the sheet, in lower case. */
  tables: ReadonlySet<string>
  /** Names that the workbook defines, in lower case, with what each refers to. */
  names: ReadonlyMap<string, string>
}

/** In characters of XML; Excel's limit is 8,192 characters. */
const longestFormula = 32_768
const texts = /"(?:[^"]|"")*"/g
const positions = /\b(?:ROWS?|COLUMNS?)\([^()]*\)/gi
/** Google Sheets exports a range that another formula fills as its values, each within a formula that no program knows. */
const elsewhere = /\b(?:INDIRECT\([^)]*!|__xludf\.DUMMYFUNCTION\()/i
const structured = /(?:^|[^\w.\]])([\p{L}_\\][\p{L}\p{N}_.]*)\[/gu

const words = /[\p{L}_\\][\p{L}\p{N}_.]*/gu

/** One cell by `$` in both is a setting for all rows. */
const isOther = ({ isOwn, isConstant }: FormulaReference): boolean => !isOwn && !isConstant

/**
 * Rows whose cells are formulas that only repeat what stands in another sheet, or are filled by a formula that spills.
 * Such a row moves when rows are sorted or inserted elsewhere; a result beside it stands still. A formula that looks a
 * value up by a cell of its own row moves with it.
 */
export class LinkedRows {
  /** The first one first. */
  readonly rows = new Set<number>()
  readonly #bounds: TableBounds
  /** Names that refer to more than one cell of another sheet. */
  readonly #names: ReadonlySet<string>
  /** Of formulas that several cells share, by their index. */
  readonly #shared = new Map<string, boolean>()

  constructor(bounds: TableBounds) {
    this.#bounds = bounds
    const others = [...bounds.names].filter(([, refers]) => [...formulaReferences(refers, bounds.sheet)].some(isOther))
    this.#names = new Set(others.map(([name]) => name))
  }

  /** `formula`: the element, with its text in `body`. */
  observe(formula: XmlNode, body: string, { column, row }: { column: number; row: number }): void {
    if (body.length > longestFormula) return
    const { headingRow, lastRow, read } = this.#bounds
    const kind = attributeOf(formula, 't')
    const spill = kind === 'array' ? parseRange(attributeOf(formula, 'ref')) : undefined
    if (spill !== undefined && spill.bottom > spill.top) {
      const isRead = [...read].some((at) => at >= spill.left && at <= spill.right)
      if (!isRead || !this.#isFree(body, spill)) return
      for (let at = Math.max(spill.top, headingRow + 1); at <= Math.min(spill.bottom, lastRow); at += 1)
        this.rows.add(at)
      return
    }
    const index = kind === 'shared' ? attributeOf(formula, 'si') : undefined
    if (index === undefined && this.rows.has(row)) return
    const known = body === '' && index !== undefined ? this.#shared.get(index) : undefined
    const isLinked = known ?? this.#isRepetition(body)
    if (index !== undefined) this.#shared.set(index, isLinked)
    if (isLinked && read.has(column) && row > headingRow && row <= lastRow) this.rows.add(row)
  }

  /** A formula of several rows that does not take each from its own row. */
  #isFree(body: string, { top, bottom }: CellRange): boolean {
    const { own, isElsewhere } = this.#refer(body)
    return isElsewhere || own.length === 0 || own.some(({ range }) => range.top !== top || range.bottom !== bottom)
  }

  #isRepetition(body: string): boolean {
    // Formulas of their own sheet are by far the most.
    if (this.#names.size === 0 && !/[![]|__xludf/.test(body)) return false
    const { own, isElsewhere } = this.#refer(body)
    return isElsewhere && own.every(({ isFixed }) => isFixed)
  }

  /** `own`: references to the formula's own sheet, without those that only count. */
  #refer(body: string) {
    const { sheet, tables } = this.#bounds
    const plain = body.replaceAll('&quot;', '"').replace(texts, '""')
    const found = [...formulaReferences(plain.replace(positions, ''), sheet)]
    const named = [...plain.matchAll(structured)].map(([, name = '']) => tables.has(name.toLowerCase()))
    const isOfRow = named.includes(true) || /(?:^|[^\w\]])\[@/.test(plain)
    const isElsewhere =
      named.includes(false) ||
      found.some(isOther) ||
      (this.#names.size > 0 && (plain.match(words) ?? []).some((word) => this.#names.has(word.toLowerCase()))) ||
      elsewhere.test(body)
    return { own: found.filter(({ isOwn }) => isOwn), isElsewhere: isElsewhere && !isOfRow }
  }
}
