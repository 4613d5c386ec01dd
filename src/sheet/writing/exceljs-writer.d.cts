import type ExcelJS from 'exceljs'

/** The streaming writer of exceljs alone, as the build packs it. */
declare const WorkbookWriter: typeof ExcelJS.stream.xlsx.WorkbookWriter
export = WorkbookWriter
