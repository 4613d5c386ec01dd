declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type ExcelJS from 'exceljs'

  const WorkbookWriter: typeof ExcelJS.stream.xlsx.WorkbookWriter
  export = WorkbookWriter
}
