import { useEffect } from 'preact/hooks'
import type { ScoreChartData } from '../../runs/score-charts.ts'
import { fetchJson, type RunState } from '../api.ts'
import { DataTable } from '../components.tsx'
import { Button } from '../forms.tsx'
import type { CellPosition } from '../grid/view.ts'
import { Card } from '../parts.tsx'
import { useSignal } from '../signals.ts'
import { columnTitles, formatCount, say, texts } from '../texts/texts.ts'

const labels = texts.runs.pictures
const tallestRem = 6

interface ScoreChartsProps {
  run: RunState
  /** Shows only the rows behind the clicked element; `place` is the active cell. */
  onChoose(filter: string, what: string, place: CellPosition): void
}

/** The scores of a run; each element opens the rows behind it. */
export function ScoreCharts({ run: { id, task }, onChoose }: ScoreChartsProps) {
  const shown = useSignal<ScoreChartData['state'] | undefined>(undefined)
  useEffect(() => {
    if (task !== 'assess') return
    void fetchJson<ScoreChartData['state']>('pictures', {}).then((pictures) => (shown.value = pictures))
  }, [id])
  const pictures = shown.value
  if (pictures === undefined || pictures.groups.length === 0) return null
  const { kinds, groups, others, spread, highest } = pictures
  const most = Math.max(...spread.map(({ count }) => count))
  const firstScore = { row: 0, column: kinds[0]?.column ?? 0 }
  return (
    <div class="side">
      <Card title={labels.heat} end={<span class="quiet">{labels.heatLead}</span>}>
        <div class="scroll">
          <DataTable
            headings={[
              labels.destination,
              labels.scored,
              labels.worst,
              labels.high,
              ...kinds.map(({ name }) => columnTitles[name] ?? name),
            ]}
            class="heat"
            classes={['', 'number', '', 'number']}
            rows={groups.map(({ name, filter, count, worst, high, highFilter, means }) => [
              <th scope="row" key={filter}>
                <Button class="link" label={name} onClick={() => onChoose(filter, name, firstScore)} />
              </th>,
              formatCount(count),
              <td class={`number ${worst.heat}`} key="worst">
                {worst.shown}
              </td>,
              high > 0 && (
                <Button
                  class="link"
                  aria-label={say(labels.highIn, { name, count: high })}
                  label={formatCount(high)}
                  onClick={() => onChoose(highFilter, say(labels.highIn, { name, count: high }), firstScore)}
                />
              ),
              ...means.map((mean, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the button of its row has the same rows
                <td
                  key={`mean ${index}`}
                  class={`number ${mean?.heat}`}
                  onClick={() => onChoose(filter, name, { row: 0, column: kinds[index]?.column ?? 0 })}
                >
                  {mean?.shown}
                </td>
              )),
            ])}
          />
        </div>
        {others > 0 && <p class="quiet pad">{say(labels.others, { count: others })}</p>}
      </Card>
      <div class="stack">
        <Card title={labels.spread}>
          <div class="spread pad">
            {spread.map(({ label, filter, count, heat }) => (
              <Button
                key={filter}
                disabled={count === 0}
                onClick={() => onChoose(filter, say(labels.band, { label, count }), firstScore)}
              >
                <span>{count === 0 ? '' : formatCount(count)}</span>
                <span class="unseen">{labels.with}</span>
                <span class={`column ${heat}`} style={{ height: `${(count / most) * tallestRem}rem` }} />
                <span>{label}</span>
              </Button>
            ))}
          </div>
        </Card>
        <Card title={labels.highest}>
          <DataTable
            rows={highest.map(({ name, about, score, heat, row }) => [
              <td class={`number ${heat}`} key="score">
                {score}
              </td>,
              <Button class="link" key={row} label={name} onClick={() => onChoose('all', '', { row, column: 0 })} />,
              about,
            ])}
          />
        </Card>
      </div>
    </div>
  )
}
