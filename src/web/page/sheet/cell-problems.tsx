import type { ShownRow } from '../../protocol.ts'
import { Button } from '../components.tsx'
import { texts } from '../texts/texts.ts'

const labels = texts.check

export function CellProblems({
  row,
  column,
  onUse,
}: {
  row: ShownRow | undefined
  column: number
  onUse(row: ShownRow, column: number, text: string): void
}) {
  const here = row?.problems.filter((problem) => problem.column === column) ?? []
  const shown = here.length > 0 ? here : (row?.problems.filter((problem) => problem.column < 0) ?? [])
  return (
    <div class="explanation" aria-live="polite">
      {row !== undefined && shown.length === 0 && (
        <p>{row.problems.length > 0 ? '' : row.state === 'open' ? labels.stillOpen : labels.ok}</p>
      )}
      {shown.map(({ text, use }, index) => (
        <p key={index}>
          {text}{' '}
          {use !== null && row !== undefined && (
            <Button onClick={() => onUse(row, column, use)}>{labels.useOne(use)}</Button>
          )}
        </p>
      ))}
      <small>{labels.keys}</small>
    </div>
  )
}
