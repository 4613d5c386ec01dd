import { Fragment } from 'preact'
import { postThen, state } from '../api.ts'
import { DataTable } from '../components.tsx'
import { AskedButton, Button } from '../forms.tsx'
import { go, type ScreenProps } from '../step.ts'
import { formatCount, formatTime, texts } from '../texts/texts.ts'

const labels = texts.decisions

/** Goes on to decide on the results of the last run. */
export function DecideButton(props: { class?: string }) {
  const open = () => postThen('decide', {}, () => go('check'))
  return <Button {...props} disabled={state.value?.busy !== null} label={labels.onResults} onClick={open} />
}

/** Shows a sealed run from the ledger. */
export function openSealed(run: number): Promise<void> {
  return postThen('sealed-run', { run }, () => go('release'))
}

/** Sealed decisions that a second person may release: they stand in the ledger, on whatever computer they were sealed. */
export function SealedRuns({ waiting }: Pick<ScreenProps['state'], 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <>
      <h2>{labels.waiting}</h2>
      <DataTable
        headings={labels.waitingHeadings}
        class="recent"
        classes={['name', 'number', '', '', '', 'when']}
        rows={waiting.map(({ run, file, requests, by, at, until, seal }) => [
          file,
          formatCount(requests),
          by,
          formatTime(at),
          formatTime(until),
          seal,
          <Fragment key={run}>
            <Button class="main" label={labels.look} about={seal} onClick={() => openSealed(run)} />{' '}
            <DropButton run={run} seal={seal} />
          </Fragment>,
        ])}
      />
    </>
  )
}

export function DropButton({ run, seal }: { run: number; seal: string }) {
  const drop = () => postThen('drop', { run }, () => go('decisions'))
  return <AskedButton labels={labels.drop} about={seal} onSure={drop} />
}
