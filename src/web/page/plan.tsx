import { act } from './api.ts'
import { Command } from './command.tsx'
import { ConfirmPlan } from './decisions.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'
import { formatCount } from './words.ts'

const words = texts.plan

export function PlanScreen({ state, go }: ScreenProps) {
  const { plan, place, busy, check, other, settings, task } = state
  if (plan === null) return null
  const { id, toSend, toAsk, balance, first, seconds, notes, file, folder, changed, command } = plan
  const hasToken = settings.token.source !== 'none'
  const already = balance.filter(({ wasDone }) => wasDone).reduce((sum, { count }) => sum + count, 0)
  const button = toSend > 0 ? words.send(task, toSend) : toAsk > 0 ? words.askOnly(toAsk) : words.again
  async function send(): Promise<void> {
    const next = await act('run', { plan: id })
    if (next?.run && next.error === null) go('run')
    else if (next?.error) go('check')
  }
  return (
    <section>
      <h1 tabIndex={-1}>{words.title}</h1>
      <p class="lead">
        <strong>{button}</strong> {words.at} {texts.address(place)}{' '}
        <span class={`place ${place.kind}`}>{texts.place(place)}</span>
        {seconds !== null && ` ${words.later(seconds)}`}
      </p>
      {place.kind === 'production' && <p class="message error">{words.production}</p>}
      {toSend === 0 && toAsk === 0 && <p>{words.nothing}</p>}
      {already > 0 && <p>{words.already(task, already)}</p>}
      {!hasToken && (
        <p class="message error">
          {settingsTexts.noToken}{' '}
          <button type="button" onClick={() => go('settings')}>
            {settingsTexts.toSettings}
          </button>
        </p>
      )}
      {plan.mustType && toSend > 0 && <ConfirmPlan state={state} plan={plan} go={go} />}
      <p>
        {!(plan.mustType && toSend > 0) && (
          <button
            type="button"
            class="main"
            disabled={busy !== null || other !== null || !hasToken}
            onClick={() => void send()}
          >
            {button}
          </button>
        )}{' '}
        <button type="button" onClick={() => go('check')}>
          {words.back}
        </button>
      </p>
      <h2>{words.rows}</h2>
      <table>
        <tbody>
          {balance.map((line) => (
            <tr key={`${line.state} ${line.wasDone}`}>
              <td class="number">{formatCount(line.count)}</td>
              <td>{texts.willBe(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changed.length > 0 && (
        <>
          <p>{words.changed}</p>
          <ul>
            {changed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {first.length > 0 && (
        <>
          <h2>{words.first}</h2>
          <ul>
            {first.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {notes.length > 0 && (
        <>
          <h2>{texts.check.notes}</h2>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <p class="quiet" title={folder}>
        {words.saved(file, folder, check?.edited ?? 0)}
      </p>
      <Command text={command} />
    </section>
  )
}
