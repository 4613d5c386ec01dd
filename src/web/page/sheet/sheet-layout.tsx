import { hasActiveRun, type SheetState } from '../api.ts'
import { DataTable } from '../components.tsx'
import { ActionChoice, Tick, toOption } from '../forms.tsx'
import { Fold } from '../parts.tsx'
import { say, texts } from '../texts/texts.ts'
import { isUnknown, readSheetAs } from './map-lines.tsx'

const labels = texts.columns
const encodings: Readonly<Record<string, string>> = labels.encodings
const separators: Readonly<Record<string, string>> = labels.separators

/** How the file is read: worksheets, letters and separator of a CSV file, the row of the headings. */
export function SheetLayout({ sheet }: { sheet: SheetState }) {
  const { sheet: name, sheets, fitting, chosen, text, headingRow } = sheet
  const read = (chosen === 'all' ? fitting : chosen) ?? []
  const isRead = chosen === 'all' && fitting.length > 1 ? '' : name
  return (
    <>
      {(sheets.length > 1 || text !== null) && (
        <div class="card bar layout">
          {sheets.length > 1 && (
            <ActionChoice
              label={labels.sheet}
              value={isRead}
              of={[...sheets.map(toOption), ...(fitting.length > 1 ? [['', labels.all] as const] : [])]}
              onChoose={(sheetName) => readSheetAs({ sheets: sheetName === '' ? 'all' : [sheetName] })}
            />
          )}
          {read.length > 1 && (
            <span class="quiet">
              {read.join(', ')} · {say(labels.shown, { name })}
            </span>
          )}
          {text !== null && (
            <>
              <ActionChoice
                label={labels.letters}
                value={text.encoding}
                of={listNames(encodings, text.encoding).map((name) => [name, nameEncoding(name)])}
                onChoose={(encoding) => readSheetAs({ encoding })}
              />
              {text.proof.length > 0 && (
                <span>
                  {labels.proof} <strong>{text.proof.join(', ')}</strong>
                </span>
              )}
              <ActionChoice
                label={labels.separator}
                value={text.delimiter ?? ''}
                of={listNames(separators, text.delimiter ?? '').map((sign) => [sign, separators[sign] ?? sign])}
                onChoose={(delimiter) => readSheetAs({ delimiter })}
              />
            </>
          )}
        </div>
      )}
      {headingRow !== null && <RowPicker sheet={sheet} />}
    </>
  )
}

export function nameEncoding(encoding: string): string {
  return encodings[encoding] ?? encoding
}

function listNames(known: object, own: string): string[] {
  return [...new Set([own, ...Object.keys(known)])]
}

function RowPicker({ sheet }: { sheet: SheetState }) {
  const { headingRow, firstRows, rows } = sheet
  const isOpen = isUnknown(sheet)
  return (
    <Fold
      class="rows"
      isOpen={isOpen}
      title={say(labels.headingRow, { row: headingRow ?? 0 })}
      short={isOpen ? labels.assumedRow : rows > 0 ? say(labels.rows, { rows }) : ''}
    >
      <DataTable
        rows={firstRows.map(({ number, texts: cells }) => [
          <Tick
            key={number}
            type="radio"
            name="headings"
            label={say(labels.rowNumber, { row: String(number) })}
            checked={number === headingRow}
            disabled={hasActiveRun()}
            onChange={() => void readSheetAs({ headingRow: number })}
          />,
          ...cells,
        ])}
      />
    </Fold>
  )
}
