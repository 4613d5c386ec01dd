import { describePlannedLine } from '../../../messages/states.ts'
import { type PlanState, postAction } from '../api.ts'
import { CommandLineHint, FoldedList, NoToken, Notes, openPlan, ScreenFrame, TextList } from '../components.tsx'
import { ConfirmPlan, PlanDecisions, PlanGrid } from '../decisions/release.tsx'
import { Button, Tick } from '../forms.tsx'
import { Card, describeDestination, EnvironmentBadge, RealService, Tiles } from '../parts.tsx'
import { goToProblems } from '../sheet/check.tsx'
import { findNextStep, go, type ScreenProps } from '../step.ts'
import {
  baseName,
  formatCount,
  formatDays,
  formatItems,
  formatSeconds,
  formatSending,
  formatStateCounts,
  say,
  texts,
} from '../texts/texts.ts'
import { UndoCard } from './undo.tsx'

const labels = texts.plan

function sum(of: PlanState['balance']): number {
  return of.reduce((all, { count }) => all + count, 0)
}

function describePlan({ toSend, toAsk, span, seconds }: PlanState, task: string): string {
  const what = toSend > 0 ? formatItems(task, toSend) : say(labels.askOnly, { count: toAsk })
  const where = span && toSend > 0 && say(labels.span, { places: span.places, days: formatDays(span.from, span.until) })
  return [what, where, seconds !== null && say(labels.takes, { time: formatSeconds(seconds) })]
    .filter(Boolean)
    .join(', ')
}

export function PlanScreen({ state }: ScreenProps) {
  const { plan, destination, busy, check, other, settings, task } = state
  if (plan === null) return null
  const { id, toSend, toAsk, balance, left, first, columns, notes, file, folder, command } = plan
  const hasToken = settings.token.source !== 'none'
  const isOff = busy !== null || other !== null || !hasToken
  const isNew = toSend + toAsk > 0
  const mustType = plan.mustType && toSend > 0
  const done = balance.filter(({ wasDone }) => wasDone)
  const lines = balance.map((line) => `${formatCount(line.count)} ${describePlannedLine(line)}`)
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
        isNew
          ? say(labels.lead, { what: describePlan(plan, task) })
          : `${labels.nothing} ${wrong > 0 ? say(labels.correctFirst, { wrong }) : ''}`
      }
      action={
        <>
          {isNew && <EnvironmentBadge destination={destination} />}
          {mustType ? (
            <ConfirmPlan state={state} plan={plan} isOff={isOff} />
          ) : isNew ? (
            <Button class="main" disabled={isOff} label={button} onClick={() => send()} />
          ) : wrong > 0 ? (
            <Button class="main" label={say(labels.correct, { wrong })} onClick={() => goToProblems('wrong')} />
          ) : (
            again
          )}
        </>
      }
    >
      <RealService destination={destination} />
      {plan.isUndo && <UndoCard undo={state.undo} />}
      {!hasToken && <NoToken />}
      <Tiles
        of={[
          {
            icon: 'next',
            title: labels.now,
            count: toSend,
            about: toAsk > 0 ? say(labels.askOnly, { count: toAsk }) : '',
          },
          { icon: 'out', title: labels.notSent, count: sum(left), about: formatStateCounts(left, ' · ') },
          { icon: 'good', title: labels.before, count: sum(done), about: done.length > 0 ? labels.never : labels.none },
        ]}
      />
      {mustType && <PlanDecisions state={state} plan={plan} />}
      <Questions plan={plan} task={task} isOff={isOff} />
      <FoldedList title={labels.first} short={first.join(' · ')} of={first} />
      <FoldedList title={labels.rows} count={sum(balance)} short={lines.join(' · ')} of={lines} />
      <Notes of={notes} />
      <p class="quiet" title={folder}>
        {say(check?.edited ? labels.saved : labels.kept, { file, folder: baseName(folder) })} {labels.ownFile}{' '}
        {describeDestination(destination)}.
      </p>
      {!isNew && wrong > 0 && done.length > 0 && <p>{again}</p>}
      {/* It would send refused rows again. */}
      {check?.refused === 0 && <CommandLineHint text={command} />}
      {columns.length > 0 && toSend > 0 && <PlanGrid path="planned" columns={columns} version={String(id)} />}
    </ScreenFrame>
  )
}

/** What a person may want otherwise, with its answer. */
function Questions({ plan, task, isOff }: { plan: PlanState; task: string; isOff: boolean }) {
  const { looksDone, sendsLooksDone } = plan
  const words = labels.allTheSame[task === 'decide' ? 'decide' : 'assess']
  if (looksDone.count === 0 && !sendsLooksDone) return null
  return (
    <Card title={labels.questions} inside="stack">
      <TextList lead={words.lead} of={looksDone.texts} />
      <Tick
        label={sendsLooksDone ? words.done : say(words.ask, { count: looksDone.count })}
        checked={sendsLooksDone}
        disabled={isOff}
        onChange={({ currentTarget }) => void openPlan({ sendsLooksDone: currentTarget.checked })}
      />
    </Card>
  )
}
