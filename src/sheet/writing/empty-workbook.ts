import { linksNamespace, mainNamespace, packageNamespace, xmlHead } from '../package/namespaces.ts'
import { MemoryPackage } from '../package/package-source.ts'
import { relationshipsXml, relationshipXml } from '../package/relationships.ts'
import { plainStyles } from './styles.ts'

const documentTypes = 'application/vnd.openxmlformats-officedocument'
const packageTypes = 'application/vnd.openxmlformats-package'

/** The workbook without sheets that every new one is a copy of. */
export function emptyWorkbook(): MemoryPackage {
  const core = `${packageNamespace}/metadata/core-properties`
  const types = [
    `<Default Extension="rels" ContentType="${packageTypes}.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    overrideXml('xl/workbook.xml', `${documentTypes}.spreadsheetml.sheet.main`),
    overrideXml('xl/styles.xml', `${documentTypes}.spreadsheetml.styles`),
    overrideXml('docProps/core.xml', `${packageTypes}.core-properties`),
    overrideXml('docProps/app.xml', `${documentTypes}.extended-properties`),
  ]
  const links = [
    relationshipXml({ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }),
    `<Relationship Id="rId2" Type="${packageNamespace}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    relationshipXml({ id: 'rId3', type: 'extended-properties', target: 'docProps/app.xml' }),
  ]
  return new MemoryPackage(
    new Map([
      ['[Content_Types].xml', `${xmlHead}<Types xmlns="${packageNamespace}/content-types">${types.join('')}</Types>`],
      ['_rels/.rels', relationshipsXml(...links)],
      [
        'docProps/core.xml',
        `${xmlHead}<cp:coreProperties xmlns:cp="${core}" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>rwa-batch</dc:creator><cp:lastModifiedBy>rwa-batch</cp:lastModifiedBy></cp:coreProperties>`,
      ],
      // LibreOffice keeps row heights only when it knows the program that wrote them.
      [
        'docProps/app.xml',
        `${xmlHead}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Excel</Application></Properties>`,
      ],
      [
        'xl/workbook.xml',
        `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${linksNamespace}"><sheets></sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        relationshipsXml(relationshipXml({ id: 'rId1', type: 'styles', target: 'styles.xml' })),
      ],
      ['xl/styles.xml', plainStyles],
    ]),
  )
}

function overrideXml(part: string, type: string): string {
  return `<Override PartName="/${part}" ContentType="${type}+xml"/>`
}
