import type { CheckState } from '../../sheet/sheet-session.ts'
import { hasActiveRun, postThen, scopedSignal, state } from '../api.ts'
import type { ChosenRows } from '../decisions/choose-rows.tsx'
import { Button } from '../forms.tsx'
import { focusGrid } from '../grid/grid.tsx'
import { Tag } from '../parts.tsx'
import { formatItems, say, texts } from '../texts/texts.ts'

const labels = texts.check

/** The last fix in words; shown while it is the one that Undo takes back. */
const lastFix = scopedSignal('sheetId', { text: '', undoable: 0 })
export function fix(path: string, body: object, text: string): Promise<void> {
  return postThen(path, body, ({ check }) => (lastFix.value = { text, undoable: check?.undoable ?? 0 }))
}

/** Beside Undo, while that takes it back. */
export function LastFix({ undoable }: Pick<CheckState, 'undoable'>) {
  const { text } = lastFix.value
  return (
    <span role="status">
      {text !== '' && undoable === lastFix.value.undoable && (
        <Tag tone="is-good" icon="good">
          {text}
        </Tag>
      )}
    </span>
  )
}

export function sendChoice(chosen: object, isSent: boolean, count: number): Promise<void> {
  const items = formatItems(state.value?.task ?? 'assess', count)
  return fix(
    'choose',
    { rows: [], filter: null, ...chosen, isSent },
    say(isSent ? labels.putIn : labels.leftOut, { items }),
  )
}

export function ChosenBar({ selection, isBack }: { selection: ChosenRows; isBack: boolean }) {
  const count = selection.count()
  return (
    <div class="explanation bar">
      <b role="status">{say(texts.decisions.chosen, { rows: count })}</b>
      <span class="quiet">{labels.theyStay}</span>
      <Button
        class="accent"
        disabled={hasActiveRun()}
        label={say(isBack ? labels.putBack : labels.leaveOut, { count })}
        onClick={() => {
          focusGrid()
          return sendChoice(selection.chosen(), isBack, count).then(selection.none)
        }}
      />
      <Button class="bare" label={texts.decisions.chooseNone} onClick={selection.none} />
    </div>
  )
}
