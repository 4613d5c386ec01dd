import type { PageState } from '../protocol.ts'
import { act, download } from './api.ts'
import { runTexts as words } from './texts-runs.ts'
import { formatCount } from './words.ts'

/** What the memory knows of earlier runs, whoever did them. */
export function Recent({ state: { recent, run }, onOpen }: { state: PageState; onOpen(): void }) {
  if (recent.length === 0) return null
  const isRunning = run !== null && run.end === null
  async function open(id: number): Promise<void> {
    const next = await act('open', { run: id })
    if (next?.error === null) onOpen()
  }
  return (
    <>
      <h2>{words.recent}</h2>
      <table>
        <thead>
          <tr>
            {words.recentHeadings.map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {recent.map((each) => (
            <tr key={each.id}>
              <td>{words.when(each)}</td>
              <td>{words.what(each)}</td>
              <td>{each.file}</td>
              <td class="number">{formatCount(each.rows)}</td>
              <td>
                {words.counts(each.counts)}
                {each.endedAt === null && ` (${words.unfinished})`}
              </td>
              <td>
                {each.isHere && (
                  <button type="button" disabled={isRunning} onClick={() => void open(each.id)}>
                    {words.openAgain(each.file)}
                  </button>
                )}{' '}
                {each.output !== null && (
                  <button type="button" onClick={() => void download(each.output ?? '', `output?run=${each.id}`)}>
                    {words.download(each.output)}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
