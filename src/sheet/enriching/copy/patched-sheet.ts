import { declaresLinks, LinkCollector } from '../../package/link-collector.ts'
import type { PackageParts } from '../../package/package-parts.ts'
import { type Relationship, relationshipsPart, relationshipsXml } from '../../package/relationships.ts'
import type { StyleSheet } from '../../package/style-sheet.ts'
import { rootOf, XmlEdits } from '../../package/xml-edits.ts'
import { toUtf8 } from '../../package/xml-text.ts'
import { attributeOf, childOf, parseXml } from '../../package/xml-tree.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'
import { type RawRow, SheetSplitter } from '../sheet-splitter.ts'
import { type FilledPages, RowPatcher } from './patch-rows.ts'
import { countLinks, patchTail } from './patch-tail.ts'
import { staleRelationshipIds } from './stale-links.ts'

/** Marks where new links go in the list of relationships. */
const cut = '\u0000'
interface OpenedSheet {
  rows: FilledPages
  styles: StyleSheet
  links: LinkCollector
  stale: ReadonlySet<string>
}

/** Streams one worksheet into the copy. Everything outside the result columns passes byte for byte. */
export class PatchedSheet {
  readonly part: string
  readonly sheet: string
  readonly linksPart: string
  readonly #parts: PackageParts
  readonly #plan: SheetEnrichment
  readonly #patcher: RowPatcher
  readonly #links: LinkCollector
  readonly #stale: ReadonlySet<string>
  readonly #styles: StyleSheet

  private constructor(parts: PackageParts, plan: SheetEnrichment, { links, stale, rows, styles }: OpenedSheet) {
    this.#parts = parts
    this.#plan = plan
    this.part = plan.part
    this.sheet = plan.sheet
    this.linksPart = relationshipsPart(plan.part)
    this.#links = links
    this.#stale = stale
    this.#patcher = new RowPatcher(plan, rows, { styles, links })
    this.#styles = styles
  }

  static async open(
    parts: PackageParts,
    plan: SheetEnrichment,
    given: Pick<OpenedSheet, 'rows' | 'styles'>,
  ): Promise<PatchedSheet> {
    const stale = staleRelationshipIds(plan)
    const known: Relationship[] = await parts.relationships(plan.part)
    const staying = new Set(known.map(({ id }) => id).filter((id) => !stale.has(id)))
    const links = new LinkCollector(staying, countLinks(plan), declaresLinks(childOf(parseXml(plan.head), 'worksheet')))
    return new PatchedSheet(parts, plan, { ...given, links, stale })
  }

  get filled(): number {
    return this.#patcher.filled
  }

  /** Call it once, after the rows. */
  digestChanges(): string {
    return this.#patcher.changes.digest()
  }

  /** Known once the rows have passed. */
  get changesLinks(): boolean {
    return this.#stale.size + this.#links.count > 0
  }

  async *read(): AsyncGenerator<Buffer> {
    const patcher = this.#patcher
    let pieces: (RawRow | Buffer)[] = []
    const cutter = new SheetSplitter({
      head: () => pieces.push(Buffer.from(this.#plan.head)),
      row: (row) => pieces.push(row),
      whitespace: (bytes) => pieces.push(bytes),
    })
    for await (const bytes of toUtf8(this.#parts.archive.read(this.part))) {
      cutter.push(bytes)
      for (const piece of pieces) {
        if (patcher.needsPage) await patcher.fetchPage()
        if (Buffer.isBuffer(piece)) patcher.passThrough(piece)
        else patcher.patchRow(piece)
      }
      pieces = []
      yield patcher.drain()
    }
    cutter.end()
    await patcher.end()
    const { before, after } = patchTail(this.#plan, {
      hasLinks: this.#links.count > 0,
      differentialId: (dxf) => this.#styles.differentialId(dxf),
    })
    yield Buffer.from(before)
    yield* this.#links.elements.drain()
    yield Buffer.from(after)
  }

  async *readLinks(): AsyncGenerator<Buffer> {
    const text = this.#parts.has(this.linksPart) ? await this.#parts.text(this.linksPart) : relationshipsXml()
    const edits = new XmlEdits(text)
    const root = rootOf(text, 'Relationships')
    for (const node of root.children) if (this.#stale.has(attributeOf(node, 'Id') ?? '')) edits.remove(node)
    edits.append(root, cut)
    const [before = '', after = ''] = edits.apply().split(cut)
    yield Buffer.from(before)
    yield* this.#links.relationships.drain()
    yield Buffer.from(after)
  }
}
