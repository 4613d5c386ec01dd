import { describePlannedLine } from '../../../messages/states.ts'
import { type PlanState, postAction } from '../api.ts'
import { BalanceTable, CommandLineHint, NoToken, openPlan, ScreenFrame, SendSummary, TextList } from '../components.tsx'
import { ConfirmPlan, PlanDecisions, PlanGrid } from '../decisions/release.tsx'
import { Button, Tick } from '../forms.tsx'
import { goToProblems } from '../sheet/check.tsx'
import { findNextStep, go, type ScreenProps } from '../step.ts'
import { baseName, formatItems, formatSeconds, formatSending, say, texts } from '../texts/texts.ts'

const labels = texts.plan

export function PlanScreen({ state }: ScreenProps) {
  const { plan, destination, busy, check, other, settings, task } = state
  if (plan === null) return null
  const { id, toSend, toAsk, balance, first, columns, seconds, notes, file, folder, changed, command } = plan
  const hasToken = settings.token.source !== 'none'
  const isOff = busy !== null || other !== null || !hasToken
  const isNew = toSend + toAsk > 0
  const mustType = plan.mustType && toSend > 0
  const already = balance.filter(({ wasDone }) => wasDone).reduce((sum, { count }) => sum + count, 0)
  const wrong = check?.wrong ?? 0
  const button = toSend > 0 ? formatSending(task, toSend) : say(labels.askOnly, { count: toAsk })
  const again = <Button class={wrong > 0 ? '' : 'main'} disabled={isOff} label={labels.again} onClick={() => send()} />
  async function send(): Promise<void> {
    const next = await postAction('run', { plan: id })
    if (next?.run && next.error === null) go(findNextStep(next))
    else if (next?.error) go('check')
  }
  return (
    <ScreenFrame
      title={texts.steps.plan}
      lead={
        isNew ? (
          <SendSummary destination={destination}>
            {button} {seconds !== null && say(labels.later, { time: formatSeconds(seconds) })}
          </SendSummary>
        ) : (
          <>
            {labels.nothing} {wrong > 0 && say(labels.correctFirst, { wrong })}
          </>
        )
      }
      action={
        mustType ? (
          <ConfirmPlan state={state} plan={plan} isOff={isOff} />
        ) : isNew ? (
          <Button class="main" disabled={isOff} label={button} onClick={() => send()} />
        ) : wrong > 0 ? (
          <Button class="main" label={say(labels.correct, { wrong })} onClick={() => goToProblems('wrong')} />
        ) : (
          again
        )
      }
    >
      {destination.kind === 'production' && <p class="message error">{labels.production}</p>}
      {!hasToken && <NoToken />}
      {already > 0 && <p>{say(labels.already, { items: formatItems(task, already), count: already })}</p>}
      {mustType && <PlanDecisions state={state} plan={plan} />}
      <h2>{labels.rows}</h2>
      <BalanceTable of={balance} describe={(line) => [describePlannedLine(line)]} />
      <TextList lead={labels.changed} of={changed} />
      <Superseded plan={plan} isOff={isOff} />
      <TextList title={labels.first} of={first} />
      <TextList title={texts.check.notes} of={notes} />
      <p class="quiet" title={folder}>
        {say(check?.edited ? labels.saved : labels.kept, { file, folder: baseName(folder) })} {labels.ownFile}
      </p>
      {!isNew && wrong > 0 && already > 0 && <p>{again}</p>}
      {/* It would send refused rows again. */}
      {check?.refused === 0 && <CommandLineHint text={command} />}
      {columns.length > 0 && toSend > 0 && <PlanGrid path="planned" columns={columns} version={String(id)} />}
    </ScreenFrame>
  )
}

/** Decisions that another one has replaced since: sent again only where that is asked for here. */
function Superseded({ plan, isOff }: { plan: PlanState; isOff: boolean }) {
  const count = plan.balance.find(({ state }) => state === 'superseded')?.count ?? 0
  if (count === 0 && !plan.sendsSuperseded) return null
  return (
    <>
      <TextList of={plan.superseded} />
      <Tick
        label={plan.sendsSuperseded ? labels.supersededSent : say(labels.superseded, { count })}
        checked={plan.sendsSuperseded}
        disabled={isOff}
        onChange={({ currentTarget }) => void openPlan({ sendsSuperseded: currentTarget.checked })}
      />
    </>
  )
}
