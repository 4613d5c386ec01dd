declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type ExcelJS from 'exceljs'
  export default ExcelJS.stream.xlsx.WorkbookWriter
}
