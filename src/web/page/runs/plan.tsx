import { postAction } from '../api.ts'
import { BalanceTable, Button, ScreenFrame, SendSummary, TextList } from '../components.tsx'
import { ConfirmPlan } from '../decisions.tsx'
import type { ScreenProps } from '../step.ts'
import { settingsTexts } from '../texts/settings.ts'
import { texts } from '../texts/texts.ts'
import { CommandLineHint } from './command-line-hint.tsx'

const labels = texts.plan

export function PlanScreen({ state, go }: ScreenProps) {
  const { plan, place, busy, check, other, settings, task } = state
  if (plan === null) return null
  const { id, toSend, toAsk, balance, first, seconds, notes, file, folder, changed, command } = plan
  const hasToken = settings.token.source !== 'none'
  const mustType = plan.mustType && toSend > 0
  const already = balance.filter(({ wasDone }) => wasDone).reduce((sum, { count }) => sum + count, 0)
  const button = toSend > 0 ? labels.send(task, toSend) : toAsk > 0 ? labels.askOnly(toAsk) : labels.again
  async function send(): Promise<void> {
    const next = await postAction('run', { plan: id })
    if (next?.run && next.error === null) go('run')
    else if (next?.error) go('check')
  }
  return (
    <ScreenFrame
      title={texts.steps.plan}
      lead={
        <SendSummary place={place} further={seconds === null ? '' : labels.later(seconds)}>
          {button}
        </SendSummary>
      }
      action={
        !mustType && (
          <Button class="main" disabled={busy !== null || other !== null || !hasToken} onClick={() => void send()}>
            {button}
          </Button>
        )
      }
    >
      {place.kind === 'production' && <p class="message error">{labels.production}</p>}
      {toSend === 0 && toAsk === 0 && <p>{labels.nothing}</p>}
      {already > 0 && <p>{labels.already(task, already)}</p>}
      {!hasToken && (
        <p class="message error">
          {settingsTexts.noToken} <Button onClick={() => go('settings')}>{settingsTexts.toSettings}</Button>
        </p>
      )}
      {mustType && <ConfirmPlan state={state} plan={plan} go={go} />}
      <p>
        <Button onClick={() => go('check')}>{labels.back}</Button>
      </p>
      <h2>{labels.rows}</h2>
      <BalanceTable of={balance} describe={(line) => [texts.willBe(line)]} />
      {changed.length > 0 && <p>{labels.changed}</p>}
      <TextList of={changed} />
      <TextList title={labels.first} of={first} />
      <TextList title={texts.check.notes} of={notes} />
      <p class="quiet" title={folder}>
        {labels.saved(file, folder, check?.edited ?? 0)}
      </p>
      <CommandLineHint text={command} />
    </ScreenFrame>
  )
}
