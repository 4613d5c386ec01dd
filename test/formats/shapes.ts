import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import ExcelJS from 'exceljs'
import { digestRecipes } from '../rooms/app/audit.ts'
import { toJsonSchema } from '../rooms/app/profile.ts'
import { postgresSteps } from '../rooms/ledger/postgres.ts'
import { migrations, sqliteSteps, versionAfter } from '../rooms/ledger/sqlite.ts'
import { findPagesFolder, findRegisterFile, findUserLedger } from '../rooms/ledger.ts'
import { planRecipe } from '../rooms/pipeline/sealing.ts'
import { openDatabase } from '../rooms/support.ts'

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/** Where a value stands and of what kind it is (`rows[].id number`), and the order of keys (`rows[] { id, name }`). */
function listPaths(values: readonly unknown[]): string[] {
  const paths = new Set<string>()
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      paths.add(`${path} { ${Object.keys(value).join(', ')} }`.trim())
      for (const [key, each] of Object.entries(value)) visit(each, `${path}.${key}`)
    } else paths.add(`${path} ${value === null ? 'null' : typeof value}`.trim())
  }
  for (const value of values) visit(value, '')
  return [...paths]
}

function parseText(value: unknown): Json | undefined {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** What stands in each column of a table that is no single value. */
function describeRecords(records: readonly Record<string, unknown>[]): Record<string, string[]> {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const found = names.map(
    (name) => [name, listPaths(records.flatMap((record) => parseText(record[name]) ?? []))] as const,
  )
  return Object.fromEntries(found.filter(([, paths]) => paths.length > 0))
}

function describeFile(file: string) {
  const db = openDatabase(file, { isReadonly: true })
  try {
    const names = db
      .prepare<[], string>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
      )
      .pluck()
      .all()
    const tables = names.map((name) => {
      const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(name).join(' ')
      const json = describeRecords(db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`).all())
      return [name, Object.keys(json).length === 0 ? { columns } : { columns, json }] as const
    })
    return Object.fromEntries(tables)
  } finally {
    db.close()
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
const digestAll = (steps: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(steps).map(([name, text]) => [name, digest(text)]))

const kindOf = new Map(Object.entries(ExcelJS.ValueType).map(([name, value]) => [value, name]))

/** Sheets with their headings, the kinds of cells below each, and the hidden names. */
async function describeWorkbook(file: string) {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const names = workbook.definedNames.model.map(({ name }) => name).sort()
  const sheets = workbook.worksheets.map((sheet) => {
    const columns = Array.from({ length: sheet.columnCount }, (_, at) => {
      const kinds = new Set<string>()
      for (let row = 2; row <= sheet.rowCount; row += 1) {
        const cell = sheet.getRow(row).getCell(at + 1)
        if (cell.type !== ExcelJS.ValueType.Null) kinds.add(`${kindOf.get(cell.type)} ${cell.numFmt ?? ''}`.trim())
      }
      return `${sheet.getRow(1).getCell(at + 1).text}: ${[...kinds].sort().join(', ')}`
    })
    return [sheet.name, columns] as const
  })
  return { names, sheets: Object.fromEntries(sheets) }
}

/** A heading for each line of the file, its last cell and no more: what stands there is data. */
function describeCsv(file: string): string[] {
  const [headings = []] = parse(readFileSync(file), { bom: true, relax_column_count: true }) as string[][]
  return headings
}

/** Of the schema all keys and kinds, and none of its words. */
function describeSchema(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  )
  const paths = listPaths([JSON.parse(text)]).filter((path) => path.includes('properties.') && !path.endsWith('}'))
  return paths.map((path) => path.replaceAll(/^\.|properties\./g, ''))
}

/** Everything that a later build has to read, by names and kinds alone. */
export async function describeFormats(folder: string) {
  const system = { platform: 'linux' as const, env: { HOME: join(folder, 'home') } }
  const outputs = readdirSync(join(folder, 'output')).map((name) => `output/${name}`)
  const files = [
    ...outputs,
    ...['pair.xlsx', 'waiting.xlsx', 'to/7.xlsx', 'to/Shared out.xlsx', 'audit.xlsx', 'audit.csv'],
  ].sort()
  const described: [string, unknown][] = []
  for (const name of files) {
    const file = join(folder, name)
    described.push([name, name.endsWith('.csv') ? describeCsv(file) : await describeWorkbook(file)])
  }
  const pages = findPagesFolder(system) ?? ''
  const drafts = existsSync(pages) ? readdirSync(pages).filter((name) => name.endsWith('.draft.json')) : []
  return {
    file: {
      version: versionAfter(migrations),
      steps: digestAll(sqliteSteps),
      tables: describeFile(findUserLedger(system) ?? ''),
    },
    database: { steps: digestAll(postgresSteps) },
    files: Object.fromEntries(described),
    recipes: { audit: digest(JSON.stringify(digestRecipes)), plan: digest(planRecipe) },
    profile: describeSchema(toJsonSchema()),
    register: describeFile(findRegisterFile(system) ?? ''),
    drafts: listPaths(drafts.map((name) => JSON.parse(readFileSync(join(pages, name), 'utf8')))),
  }
}
