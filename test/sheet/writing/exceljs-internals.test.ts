import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import WorkbookWriter from '#exceljs-writer'
import { addStyle, internalsOf } from '../../../src/sheet/writing/exceljs-internals.ts'

function open() {
  const workbook = new WorkbookWriter({ stream: new PassThrough(), useStyles: true, useSharedStrings: false })
  const sheet = workbook.addWorksheet('A')
  return { workbook, sheet, internals: internalsOf(sheet) }
}

describe('what exceljs promises nobody, and is used here', () => {
  it('has these methods', () => {
    const { internals } = open()
    const { stream, dataValidations, _sheetRelsWriter, _sheetCommentsWriter } = internals
    const methods = {
      'sheet.stream._flush': stream._flush,
      'sheet.dataValidations.add': dataValidations.add,
      'sheet._sheetRelsWriter._writeOpen': _sheetRelsWriter._writeOpen,
      'sheet._sheetRelsWriter.commit': _sheetRelsWriter.commit,
      'sheet._sheetRelsWriter.stream._flush': _sheetRelsWriter.stream._flush,
      'sheet._sheetCommentsWriter.addComments': _sheetCommentsWriter.addComments,
      'sheet._writeColumns': internals._writeColumns,
      'sheet._writeOpenSheetData': internals._writeOpenSheetData,
      'sheet._writeHyperlinks': internals._writeHyperlinks,
      'sheet._writeSheetProtection': internals._writeSheetProtection,
    }
    const missing = Object.entries(methods).flatMap(([name, method]) => (typeof method === 'function' ? [] : name))
    expect(missing).toEqual([])
  })

  it('has these values, which say how far it is', () => {
    const { internals } = open()
    expect(internals).toMatchObject({ startedData: false, hasComments: false, _sheetRelsWriter: { count: 0 } })
    expect(internals.stream.pipes.map((pipe) => pipe._writableState.needDrain)).toEqual([false])
    expect(internals._sheetRelsWriter.stream.pipes).toHaveLength(1)
  })

  it('numbers styles, equal ones alike', () => {
    const { workbook } = open()
    const [plain, bold, again] = [{}, { font: { bold: true } }, { font: { bold: true } }].map((style) =>
      addStyle(workbook, style),
    )
    expect([plain, bold]).toEqual([expect.any(Number), expect.any(Number)])
    expect(bold).not.toBe(plain)
    expect(again).toBe(bold)
  })

  it('asks for the hyperlinks first, and for the protection behind checks and conditional formats', () => {
    const { sheet, internals } = open()
    const asked: string[] = []
    const members = internals as unknown as Record<string, () => void>
    for (const name of ['Hyperlinks', 'ConditionalFormatting', 'DataValidations', 'SheetProtection']) {
      members[`_write${name}`] = () => asked.push(name)
    }
    sheet.commit()
    expect(asked).toEqual(['Hyperlinks', 'ConditionalFormatting', 'DataValidations', 'SheetProtection'])
  })
})
