import { BatchError } from '../../support/errors.ts'
import { partText } from '../package/part-tree.ts'
import { readRelationships } from '../package/relationships.ts'
import { decodeOfficeEscapes, XmlError } from '../package/xml-entities.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  contentOf,
  descendantsOf,
  parseXml,
  type XmlNode,
} from '../package/xml-tree.ts'
import type { ZipArchive } from '../package/zip-archive.ts'

/**
 * Linked data types (Geography, Stocks): their cells hold an error, which older programs show, and the number of a value
 * in parts of their own. By that number (`vm`, from 1): the text that Excel shows.
 */
export async function readLinkedTexts(archive: ZipArchive, workbookPart: string): Promise<(string | undefined)[]> {
  if (!archive.names.some((name) => name.includes('richdata/'))) return []
  try {
    const links = await readRelationships(archive, workbookPart)
    const read = async (type: string): Promise<{ text: string; root: XmlNode | undefined }> => {
      const part = links.find((link) => link.type.toLowerCase() === type)?.part
      const text = part === undefined || !archive.has(part) ? '' : await partText(archive, part)
      return { text, root: parseXml(text).children.at(-1) }
    }
    const structures = childrenOf((await read('rdrichvaluestructure')).root, 's').map((node) =>
      childrenOf(node, 'k').findIndex((key) => attributeOf(key, 'n') === '_DisplayString'),
    )
    const { text, root } = await read('rdrichvalue')
    const shown = childrenOf(root, 'rv').map((node) => {
      const value = childrenOf(node, 'v')[structures[Number(attributeOf(node, 's'))] ?? -1]
      return value === undefined ? undefined : decodeOfficeEscapes(contentOf(text, value))
    })
    return [undefined, ...listRichValues((await read('sheetmetadata')).root).map((index) => shown[index])]
  } catch (error) {
    // The cells keep their error.
    if (error instanceof XmlError || (error instanceof BatchError && error.code === 'input')) return []
    throw error
  }
}

const richValues = 'XLRICHVALUE'

/** The rich value of each entry of the cells' metadata; -1 for metadata of another kind. */
function listRichValues(metadata: XmlNode | undefined): number[] {
  const types = childrenOf(childOf(metadata, 'metadataTypes'), 'metadataType')
  const type = String(types.findIndex((node) => attributeOf(node, 'name') === richValues) + 1)
  const future = childrenOf(metadata, 'futureMetadata').find((node) => attributeOf(node, 'name') === richValues)
  const values = childrenOf(future, 'bk').map((node) => Number(attributeOf([...descendantsOf(node, 'rvb')][0], 'i')))
  return childrenOf(childOf(metadata, 'valueMetadata'), 'bk').map((node) => {
    const record = childrenOf(node, 'rc').find((each) => attributeOf(each, 't') === type)
    return record === undefined ? -1 : (values[Number(attributeOf(record, 'v'))] ?? -1)
  })
}
