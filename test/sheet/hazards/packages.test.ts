import { describe, expect, it } from 'vitest'
import type { Parts } from '../reading/workbook-parts.ts'
import type { OddZip } from './odd-zip.ts'
import { changeParts, main, relationships, renameParts, sampleParts, sampleRows, see } from './sample.ts'

describe('a workbook in an odd archive is read like any other:', () => {
  const archives: Record<string, OddZip> = {
    plain: {},
    'data descriptors': { hasDescriptors: true },
    'data descriptors without a signature': { hasBareDescriptors: true },
    'stored entries': { isStored: true },
    'stored entries with data descriptors': { isStored: true, hasDescriptors: true },
    zip64: { isZip64: true },
    'zip64 with data descriptors': { isZip64: true, hasDescriptors: true },
    'a comment at the end': { comment: 'made by a report server' },
    'a comment with the signature of an end': { comment: 'PK\x05\x06 is the end' },
    'bytes behind the end': { trailing: Buffer.from('\r\n--boundary--\r\n') },
    'zeros behind the end': { trailing: Buffer.alloc(1000) },
    'entries for folders': { hasFolders: true },
    'extra fields in the local headers only': { hasLocalExtra: true },
    'no checksums': { hasNoChecksum: true },
    'names not marked as UTF-8': { isFlagless: true },
  }

  it.each(Object.entries(archives))('%s', async (_, odd) => {
    expect(await see(sampleParts(), odd)).toEqual(sampleRows)
  })
})

describe('a workbook whose parts are named or linked in odd ways is read like any other:', () => {
  const links = 'xl/_rels/workbook.xml.rels'

  function linked(sheet: string, strings: string, styles: string): string {
    return relationships(
      { id: 'rId1', type: 'worksheet', target: sheet },
      { id: 'rId2', type: 'sharedStrings', target: strings },
      { id: 'rId3', type: 'styles', target: styles },
    )
  }

  const packages: Record<string, () => Parts> = {
    'absolute targets (openpyxl)': () => ({
      ...sampleParts(),
      [links]: linked('/xl/worksheets/sheet1.xml', '/xl/sharedStrings.xml', '/xl/styles.xml'),
    }),
    'absolute targets without the slash': () => ({
      ...sampleParts(),
      [links]: linked('xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml'),
    }),
    'targets with dots': () => ({
      ...sampleParts(),
      [links]: linked('./worksheets/../worksheets/sheet1.xml', '../xl/sharedStrings.xml', './styles.xml'),
    }),
    'targets with backslashes': () => ({
      ...sampleParts(),
      [links]: linked('worksheets\\sheet1.xml', 'sharedStrings.xml', '\\xl\\styles.xml'),
    }),
    'targets in other case': () => ({
      ...sampleParts(),
      [links]: linked('Worksheets/Sheet1.XML', 'SharedStrings.xml', 'STYLES.xml'),
    }),
    'names in other case': () =>
      renameParts(sampleParts(), {
        'xl/worksheets/sheet1.xml': 'xl/WorkSheets/Sheet1.xml',
        'xl/sharedStrings.xml': 'xl/SharedStrings.xml',
        '[Content_Types].xml': '[content_types].xml',
      }),
    'names with backslashes (old .NET)': () =>
      Object.fromEntries(Object.entries(sampleParts()).map(([name, part]) => [name.replaceAll('/', '\\'), part])),
    'names with a leading slash': () =>
      Object.fromEntries(Object.entries(sampleParts()).map(([name, part]) => [`/${name}`, part])),
    'the workbook last (LibreOffice, POI)': () => Object.fromEntries(Object.entries(sampleParts()).toReversed()),
    'everything in the top folder': () => ({
      ...renameParts(sampleParts(), {
        'xl/workbook.xml': 'workbook.xml',
        'xl/worksheets/sheet1.xml': 'sheet.xml',
        'xl/sharedStrings.xml': 'strings.xml',
        'xl/styles.xml': 'styles.xml',
        [links]: '_rels/workbook.xml.rels',
      }),
      '_rels/workbook.xml.rels': linked('sheet.xml', 'strings.xml', 'styles.xml'),
      '_rels/.rels': relationships({ id: 'rId1', type: 'officeDocument', target: 'workbook.xml' }),
    }),
    'a workbook of another name, other links before it': () => ({
      ...renameParts(sampleParts(), {
        'xl/workbook.xml': 'xl/workbook2.xml',
        [links]: 'xl/_rels/workbook2.xml.rels',
      }),
      '_rels/.rels': relationships(
        { id: 'rId3', type: 'extended-properties', target: 'docProps/app.xml' },
        { id: 'rId1', type: 'officeDocument', target: '/xl/workbook2.xml' },
      ),
    }),
    'no list of the links of the package': () => {
      const { '_rels/.rels': _, ...parts } = sampleParts()
      return parts
    },
    'names with percent signs and letters of other scripts': () => ({
      ...renameParts(sampleParts(), { 'xl/worksheets/sheet1.xml': 'xl/worksheets/Лист 1.xml' }),
      [links]: linked('worksheets/%D0%9B%D0%B8%D1%81%D1%82%201.xml', 'sharedStrings.xml', 'styles.xml'),
    }),
    'names that keep their percent signs in the archive': () => ({
      ...renameParts(sampleParts(), { 'xl/worksheets/sheet1.xml': 'xl/worksheets/Trips%202026.xml' }),
      [links]: linked('worksheets/Trips%202026.xml', 'sharedStrings.xml', 'styles.xml'),
    }),
    'texts and styles that nothing links to': () => ({
      ...sampleParts(),
      [links]: relationships({ id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' }),
    }),
    'links of the strict kind': () =>
      changeParts(sampleParts(), (xml) =>
        xml
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006/',
            'http://purl.oclc.org/ooxml/officeDocument/',
          )
          .replaceAll(main, 'http://purl.oclc.org/ooxml/spreadsheetml/main'),
      ),
    'external links and a target elsewhere': () => ({
      ...sampleParts(),
      [links]: linked('worksheets/sheet1.xml', 'sharedStrings.xml', 'styles.xml').replace(
        '<Relationships>',
        '<Relationships><Relationship Id="rId9" Type="http://x/externalLink" Target="file:///C:/a.xlsx" TargetMode="External"/><Relationship Id="rId8" Type="http://x/vbaProject" Target="vbaProject.bin"/>',
      ),
      'xl/vbaProject.bin': Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    }),
    ...Object.fromEntries(
      [
        'sheet.macroEnabled.main+xml',
        'spreadsheetml.template.main+xml',
        'template.macroEnabled.main+xml',
        'addin.macroEnabled.main+xml',
      ].map((type) => [
        `a workbook of the type ${type}`,
        () =>
          changeParts(sampleParts(), (xml) =>
            xml.replace('vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', `vnd.ms-excel.${type}`),
          ),
      ]),
    ),
    'types by the ending alone': () => ({
      ...sampleParts(),
      '[Content_Types].xml':
        '<Types><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    }),
  }

  it.each(Object.entries(packages))('%s', async (_, make) => {
    expect(await see(make())).toEqual(sampleRows)
  })
})
