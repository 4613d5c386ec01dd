import { useEffect } from 'preact/hooks'
import type { PicturesState } from '../protocol-runs.ts'
import { askFor } from './api.ts'
import type { GridPlace } from './grid.tsx'
import { Head } from './parts.tsx'
import { useSignal } from './signals.ts'
import { runTexts } from './texts-runs.ts'
import { formatCount } from './words.ts'

const words = runTexts.pictures
const tallestRem = 7

interface PicturesProps {
  /** Other results than before. */
  version: string
  /** Shows only the rows behind what was chosen, with a cell to begin at. */
  onChoose(filter: string, what: string, place: GridPlace): void
}

/** The scores of a run at a glance; each number leads to the rows behind it. */
export function Pictures({ version, onChoose }: PicturesProps) {
  const shown = useSignal<PicturesState | undefined>(undefined)
  useEffect(() => {
    void askFor<PicturesState>('pictures').then((pictures) => {
      shown.value = pictures
    })
  }, [version])
  const pictures = shown.value
  if (pictures === undefined || pictures.groups.length === 0) return null
  const { kinds, groups, others, spread, highest } = pictures
  const most = Math.max(...spread.map(({ count }) => count))
  return (
    <details class="pictures" open>
      <summary>{words.title}</summary>
      <div class="side">
        <div>
          <h2>{words.heat}</h2>
          <p class="quiet">{words.heatLead}</p>
          <div class="scroll">
            <table class="heat">
              <Head of={[words.destination, words.scored, ...kinds.map(({ title }) => title)]} />
              <tbody>
                {groups.map(({ name, filter, count, means }) => (
                  <tr key={filter}>
                    <th scope="row">{name}</th>
                    <td class="number">{formatCount(count)}</td>
                    {means.map((mean, index) => (
                      <td key={index} class={mean?.heat}>
                        {mean !== null && (
                          <button
                            type="button"
                            aria-label={words.cell(name, kinds[index]?.title ?? '', mean.shown)}
                            onClick={() => onChoose(filter, name, { row: 0, column: kinds[index]?.column ?? 0 })}
                          >
                            {mean.shown}
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {others > 0 && <p class="quiet">{words.others(others)}</p>}
        </div>
        <div>
          <h2>{words.spread}</h2>
          <div class="spread">
            {spread.map(({ label, filter, count, heat }) => (
              <button
                type="button"
                key={filter}
                disabled={count === 0}
                onClick={() => onChoose(filter, words.band(label, count), { row: 0, column: kinds[0]?.column ?? 0 })}
              >
                <span>{count === 0 ? '' : formatCount(count)}</span>
                <span class="unseen">{words.with}</span>
                <span class={`column ${heat}`} style={{ height: `${(count / most) * tallestRem}rem` }} />
                <span>{label}</span>
              </button>
            ))}
          </div>
          <h2>{words.highest}</h2>
          <table>
            <tbody>
              {highest.map(({ name, about, score, heat, row }) => (
                <tr key={row}>
                  <td class={`number ${heat}`}>{score}</td>
                  <td>
                    <button
                      type="button"
                      class="link"
                      aria-label={words.showRow(name)}
                      onClick={() => onChoose('all', '', { row, column: 0 })}
                    >
                      {name}
                    </button>
                  </td>
                  <td>{about}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </details>
  )
}
