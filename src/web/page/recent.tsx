import { act, download } from './api.ts'
import { Button, HeadedTable, isGoing } from './parts.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { runTexts as words } from './texts-runs.ts'
import { formatCount, formatTime } from './words.ts'

/** What the memory knows of earlier runs, whoever did them. */
export function Recent({ state, go }: ScreenProps) {
  if (state.recent.length === 0) return null
  async function open(id: number): Promise<void> {
    const next = await act('open', { run: id })
    if (next?.error === null) go('sheet')
  }
  return (
    <>
      <h2>{words.recent}</h2>
      <HeadedTable of={words.recentHeadings}>
        {state.recent.map(({ id, startedAt, operation, file, rows, counts, endedAt, isHere, output }) => (
          <tr key={id}>
            <td>{formatTime(startedAt)}</td>
            <td>{words.operations[operation]}</td>
            <td class="name">{file}</td>
            <td class="number">{formatCount(rows)}</td>
            <td>{words.counts(counts, endedAt === null)}</td>
            <td>
              {isHere && (
                <Button
                  disabled={isGoing(state)}
                  aria-label={`${words.openAgain} ${file}`}
                  onClick={() => void open(id)}
                >
                  {words.openAgain}
                </Button>
              )}{' '}
              {output !== null && (
                <Button aria-label={texts.download(output)} onClick={() => void download(output, `output?run=${id}`)}>
                  {texts.download('')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </HeadedTable>
    </>
  )
}
