import { hasActiveRun, type SheetState } from '../api.ts'
import { ChoiceInput, Tick, toOption } from '../forms.tsx'
import { say, texts } from '../texts/texts.ts'
import { answer } from './use-column.tsx'

const labels = texts.columns
const encodings: Readonly<Record<string, string>> = labels.encodings
const separators: Readonly<Record<string, string>> = labels.separators

/** How the file is read: worksheets, letters and separator of a CSV file, the row of the headings. */
export function SheetLayout({ sheet }: { sheet: SheetState }) {
  const { sheet: name, sheets, fitting, chosen, text, headingRow, rows } = sheet
  const isRead = chosen === 'all' && fitting.length > 1 ? '' : name
  return (
    <div class="card">
      <div class="bar layout">
        {sheets.length > 1 && (
          <Choice
            label={labels.sheet}
            value={isRead}
            of={[...sheets.map(toOption), ...(fitting.length > 1 ? [['', labels.all] as const] : [])]}
            onChoose={(sheetName) => answer({ sheets: sheetName === '' ? 'all' : [sheetName] })}
          />
        )}
        {text !== null && (
          <>
            <Choice
              label={labels.letters}
              value={text.encoding}
              of={withOwn(encodings, text.encoding)}
              onChoose={(encoding) => answer({ encoding })}
            />
            {text.proof.length > 0 && (
              <span>
                {labels.proof} <strong>{text.proof.join(', ')}</strong>
              </span>
            )}
            <Choice
              label={labels.separator}
              value={text.delimiter ?? ''}
              of={withOwn(separators, text.delimiter ?? '')}
              onChoose={(delimiter) => answer({ delimiter })}
            />
          </>
        )}
        {rows > 0 && <span class="quiet">{say(labels.rows, { rows })}</span>}
      </div>
      {headingRow !== null && <RowPicker sheet={sheet} />}
    </div>
  )
}

function withOwn(names: Readonly<Record<string, string>>, own: string): readonly (readonly [string, string])[] {
  return Object.entries({ ...(own in names ? {} : { [own]: own }), ...names })
}

function Choice(props: {
  label: string
  value: string
  of: readonly (readonly [string, string])[]
  onChoose(value: string): unknown
}) {
  const { onChoose, ...rest } = props
  return (
    <ChoiceInput {...rest} disabled={hasActiveRun()} onChange={(event) => void onChoose(event.currentTarget.value)} />
  )
}

/** The first rows, one of which has the headings. */
function RowPicker({ sheet: { headingRow, firstRows, isAssumed } }: { sheet: SheetState }) {
  return (
    <details class="fold rows" open={isAssumed}>
      <summary class="bar">
        {say(labels.headingRow, { row: headingRow ?? 0 })}
        {isAssumed && <span class="quiet">{labels.assumedRow}</span>}
      </summary>
      <div class="scroll">
        <table>
          <tbody>
            {firstRows.map(({ number, texts: cells }) => (
              <tr key={number}>
                <td>
                  <Tick
                    type="radio"
                    name="headings"
                    label={say(labels.rowNumber, { row: String(number) })}
                    checked={number === headingRow}
                    disabled={hasActiveRun()}
                    onChange={() => void answer({ headingRow: number })}
                  />
                </td>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
