import type { RunEndState, RunState } from '../../protocol/runs.ts'
import { signal } from '../signals.ts'
import { texts } from '../texts/texts.ts'

const labels = texts.run

/** The run ended while another window or tab was in front, and the page was not looked at since. */
export const isEndUnseen = signal(false)
/** Until the page is loaded anew: nobody is asked, and nothing shown, who did not tick it. */
const isWanted = signal(false)
const isBarred = signal(false)

/** Names nobody: a notification may be seen on a locked screen. */
export function noteRunEnd({ task }: RunState, { done, rows }: RunEndState): void {
  if (!document.hidden) return
  isEndUnseen.value = true
  if (!isWanted.value) return
  const notice = new Notification(labels.notice, { body: texts.results.headline(task, done, rows) })
  notice.onclick = () => {
    globalThis.focus()
    notice.close()
  }
}

/** The end counts as seen once the page is in front again. */
export function followVisibility(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) isEndUnseen.value = false
  })
}

export function EndNoticeChoice() {
  if (!('Notification' in globalThis)) return null
  async function choose(isTicked: boolean): Promise<void> {
    isWanted.value = isTicked
    if (!isTicked) return
    isWanted.value = (await Notification.requestPermission()) === 'granted'
    isBarred.value = !isWanted.value
  }
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={isWanted.value}
          onChange={(event) => void choose(event.currentTarget.checked)}
        />{' '}
        {labels.notify}
      </label>{' '}
      <span role="status">{isBarred.value ? labels.notifyBarred : ''}</span>
    </p>
  )
}
