import { postThen } from '../api.ts'
import { HeadedTable } from '../components.tsx'
import { AskedButton, Button } from '../forms.tsx'
import type { ScreenProps } from '../step.ts'
import { formatCount, formatTime } from '../texts/common.ts'
import { texts } from '../texts/texts.ts'

const labels = texts.decisions

/** Shows a sealed run from the ledger. */
export function openSealed(run: number, go: ScreenProps['go']): Promise<void> {
  return postThen('sealed-run', { run }, () => go('release'))
}

/** Sealed decisions that a second person may release: they stand in the ledger, on whatever computer they were sealed. */
export function SealedRuns({ state, go }: ScreenProps) {
  if (state.waiting.length === 0) return null
  return (
    <>
      <h2>{labels.waiting}</h2>
      <HeadedTable of={labels.waitingHeadings} class="recent">
        {state.waiting.map(({ run, file, requests, by, at, until, seal }) => (
          <tr key={run}>
            <td class="name">{file}</td>
            <td class="number">{formatCount(requests)}</td>
            <td>{by}</td>
            <td>{formatTime(at)}</td>
            <td>{formatTime(until)}</td>
            <td class="when">{seal}</td>
            <td>
              <Button class="main" aria-label={`${labels.look} ${seal}`} onClick={() => openSealed(run, go)}>
                {labels.look}
              </Button>{' '}
              <DropButton run={run} seal={seal} go={go} />
            </td>
          </tr>
        ))}
      </HeadedTable>
    </>
  )
}

export function DropButton({ run, seal, go }: { run: number; seal: string; go: ScreenProps['go'] }) {
  const drop = () => postThen('drop', { run }, () => go('decisions'))
  return <AskedButton labels={labels.drop} about={seal} onSure={drop} />
}
