import { Fragment } from 'preact'
import { download, hasActiveRun, postThen, type RecentRun } from '../api.ts'
import { DataTable, openPlan } from '../components.tsx'
import { Button } from '../forms.tsx'
import { Card, EnvironmentBadge, listShares, MessageBox, ShareBar } from '../parts.tsx'
import { go, type ScreenProps } from '../step.ts'
import { formatItems, formatStateCounts, formatTime, say, texts } from '../texts/texts.ts'

function openAgain(id: number): Promise<void> {
  return postThen('open', { run: id }, () => go('sheet'))
}

/** Review follows with the rows that remain, or Check where something new is to be decided. */
function resume({ id, withheld }: RecentRun): Promise<void> {
  return postThen('open', { run: id }, ({ check }) => {
    go(check === null ? 'sheet' : 'check')
    if (check !== null && check.wrong <= withheld) void openPlan()
  })
}

export function InterruptedRun({ run }: { run: RecentRun }) {
  const { file, kind, counts, rows, settled } = run
  return (
    <MessageBox tone="doubt" message={say(texts.runs.interrupted, { file })} hint={texts.runs.interruptedLead}>
      <div class="bar">
        <EnvironmentBadge destination={{ kind }} />
        {formatStateCounts(counts, ' · ')}
      </div>
      <ShareBar of={listShares(counts)} />
      <div class="bar">
        <Button class="main" label={say(texts.runs.goOn, { left: rows - settled, rows })} onClick={() => resume(run)} />
        <span class="quiet">{texts.runs.seenFirst}</span>
      </div>
    </MessageBox>
  )
}

/** The latest first, each with where it went. */
export function RecentRuns({ recent }: Pick<ScreenProps['state'], 'recent'>) {
  if (recent.length === 0) return null
  const isRunning = hasActiveRun()
  return (
    <Card title={texts.runs.recent}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
      <section class="scroll" tabIndex={0} aria-label={texts.runs.recent}>
        <DataTable
          headings={texts.runs.recentHeadings}
          classes={['quiet', 'name', '', '', 'actions']}
          rows={recent.map(({ id, startedAt, operation, kind, file, rows, counts, endedAt, isHere, output }) => [
            formatTime(startedAt),
            <Fragment key="what">
              <strong>{formatItems(operation, rows)}</strong>
              <small>{file}</small>
            </Fragment>,
            <EnvironmentBadge key="kind" destination={{ kind }} />,
            endedAt === null
              ? say(texts.runs.unfinished, { counts: formatStateCounts(counts, ' · ') })
              : formatStateCounts(counts, ' · '),
            <Fragment key={id}>
              {isHere && (
                <Button
                  class="small"
                  disabled={isRunning}
                  label={texts.runs.openAgain}
                  about={file}
                  onClick={() => openAgain(id)}
                />
              )}{' '}
              {output !== null && (
                <Button
                  class="small"
                  label={texts.download}
                  about={output}
                  onClick={() => download(output, `output?run=${id}`)}
                />
              )}
            </Fragment>,
          ])}
        />
      </section>
    </Card>
  )
}
