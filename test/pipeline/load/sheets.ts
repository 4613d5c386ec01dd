import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { onTestFinished } from 'vitest'
import { type OpenOptions, openSheet, type SheetSource } from '../../rooms/sheet.ts'
import { createFolder } from '../stage.ts'

/** A formula is one that was never calculated. */
type Value = string | number | boolean | Date | null | { formula: string }

export interface PlannedSheet {
  name: string
  rows: readonly (readonly Value[])[]
  isHidden?: boolean
  /** 1-based. */
  hiddenRows?: readonly number[]
}

/** A workbook made by another program than ours, opened. */
export async function openWorkbook(sheets: readonly PlannedSheet[], options: OpenOptions = {}): Promise<SheetSource> {
  const file = join(createFolder(), 'trips.xlsx')
  const workbook = new ExcelJS.Workbook()
  for (const { name, rows, isHidden = false, hiddenRows = [] } of sheets) {
    const sheet = workbook.addWorksheet(name, { state: isHidden ? 'hidden' : 'visible' })
    for (const row of rows) sheet.addRow(row)
    for (const number of hiddenRows) sheet.getRow(number).hidden = true
  }
  await workbook.xlsx.writeFile(file)
  return open(file, options)
}

export async function openText(content: string | Buffer, options: OpenOptions = {}): Promise<SheetSource> {
  const file = join(createFolder(), 'trips.csv')
  writeFileSync(file, content)
  return open(file, options)
}

async function open(file: string, options: OpenOptions): Promise<SheetSource> {
  const source = await openSheet(file, options)
  onTestFinished(() => source.close())
  return source
}
