import { act } from './api.ts'
import { Command } from './command.tsx'
import { ConfirmPlan } from './decisions.tsx'
import { Balance, Button, Lead, List, ScreenFrame } from './parts.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'

const words = texts.plan

export function PlanScreen({ state, go }: ScreenProps) {
  const { plan, place, busy, check, other, settings, task } = state
  if (plan === null) return null
  const { id, toSend, toAsk, balance, first, seconds, notes, file, folder, changed, command } = plan
  const hasToken = settings.token.source !== 'none'
  const mustType = plan.mustType && toSend > 0
  const already = balance.filter(({ wasDone }) => wasDone).reduce((sum, { count }) => sum + count, 0)
  const button = toSend > 0 ? words.send(task, toSend) : toAsk > 0 ? words.askOnly(toAsk) : words.again
  async function send(): Promise<void> {
    const next = await act('run', { plan: id })
    if (next?.run && next.error === null) go('run')
    else if (next?.error) go('check')
  }
  return (
    <ScreenFrame title={texts.steps.plan}>
      <Lead place={place} further={seconds === null ? '' : words.later(seconds)}>
        <strong>{button}</strong>
      </Lead>
      {place.kind === 'production' && <p class="message error">{words.production}</p>}
      {toSend === 0 && toAsk === 0 && <p>{words.nothing}</p>}
      {already > 0 && <p>{words.already(task, already)}</p>}
      {!hasToken && (
        <p class="message error">
          {settingsTexts.noToken} <Button onClick={() => go('settings')}>{settingsTexts.toSettings}</Button>
        </p>
      )}
      {mustType && <ConfirmPlan state={state} plan={plan} go={go} />}
      <p>
        {!mustType && (
          <Button class="main" disabled={busy !== null || other !== null || !hasToken} onClick={() => void send()}>
            {button}
          </Button>
        )}{' '}
        <Button onClick={() => go('check')}>{words.back}</Button>
      </p>
      <h2>{words.rows}</h2>
      <Balance of={balance} words={(line) => [texts.willBe(line)]} />
      {changed.length > 0 && <p>{words.changed}</p>}
      <List of={changed} />
      <List title={words.first} of={first} />
      <List title={texts.check.notes} of={notes} />
      <p class="quiet" title={folder}>
        {words.saved(file, folder, check?.edited ?? 0)}
      </p>
      <Command text={command} />
    </ScreenFrame>
  )
}
