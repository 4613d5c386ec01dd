import { download, postThen } from '../api.ts'
import { HeadedTable, hasActiveRun } from '../components.tsx'
import { Button } from '../forms.tsx'
import type { ScreenProps } from '../step.ts'
import { formatCount, formatTime } from '../texts/common.ts'
import { runTexts as labels } from '../texts/runs.ts'
import { texts } from '../texts/texts.ts'

export function RecentRuns({ state, go }: ScreenProps) {
  if (state.recent.length === 0) return null
  const open = (id: number) => postThen('open', { run: id }, () => go('sheet'))
  const interrupted = hasActiveRun(state)
    ? undefined
    : state.recent.find(({ endedAt, isHere }) => endedAt === null && isHere)
  return (
    <>
      {interrupted !== undefined && (
        <p class="message">
          {labels.interrupted(interrupted)}{' '}
          <Button class="main" onClick={() => open(interrupted.id)}>
            {labels.goOn}
          </Button>
        </p>
      )}
      <h2>{labels.recent}</h2>
      <HeadedTable of={labels.recentHeadings} class="recent">
        {state.recent.map(({ id, startedAt, operation, file, rows, counts, endedAt, isHere, output }) => (
          <tr key={id}>
            <td class="when">{formatTime(startedAt)}</td>
            <td>{labels.operations[operation]}</td>
            <td class="name">{file}</td>
            <td class="number">{formatCount(rows)}</td>
            <td class="counts">{labels.counts(counts, endedAt === null)}</td>
            <td class="actions">
              {isHere && (
                <Button
                  disabled={hasActiveRun(state)}
                  aria-label={`${labels.openAgain} ${file}`}
                  onClick={() => open(id)}
                >
                  {labels.openAgain}
                </Button>
              )}{' '}
              {output !== null && (
                <Button aria-label={texts.download(output)} onClick={() => download(output, `output?run=${id}`)}>
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
