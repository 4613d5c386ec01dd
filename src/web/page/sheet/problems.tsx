import { useLayoutEffect, useRef } from 'preact/hooks'
import type { CheckState } from '../../sheet/sheet-session.ts'
import { hasActiveRun, type ProblemGroupState, type SheetState, scopedSignal } from '../api.ts'
import { FoldedList, findFieldTitle, Notes } from '../components.tsx'
import { Button, ForAllForm } from '../forms.tsx'
import { Icon } from '../icons.tsx'
import { Tag } from '../parts.tsx'
import { useSignal } from '../signals.ts'
import { formatCount, quoted, say, texts } from '../texts/texts.ts'
import { sendChoice } from './fixes.tsx'
import { UseColumn } from './map-lines.tsx'
import { DateReadings, KeepTick, ValueLines } from './value-lines.tsx'

const labels = texts.check
/** Texts that the line of a closed group quotes. */
const quotedValues = 2

interface ProblemsProps {
  check: CheckState
  sheet: SheetState
  /** Rows shown beside: the refused ones have a list of their own. */
  filter: string
  onShow(group: ProblemGroupState): void
}

/** Key of the group that is open; undefined: the first one to correct. */
const openGroup = scopedSignal<string | undefined>('sheetId', undefined)

/** Opens the first question, which is to be answered before anything is sent. */
export function goToDecisions(): void {
  document.querySelector<HTMLElement>('.decide .line > button')?.focus()
}

/** Causes first, then their values: one line for each, with the suggestion filled in. */
export function Problems({ check, filter, sheet, onShow }: ProblemsProps) {
  const { groups, notes, fixes, version } = check
  const shown = groups.filter(({ kind }) => filter !== 'refused' || kind === 'refused')
  const isOpenHere = shown.some(({ key }) => key === openGroup.value)
  const first = shown.find(({ kind }) => kind === 'wrong' || kind === 'refused') ?? shown[0]
  const open = openGroup.value === '' || isOpenHere ? openGroup.value : first?.key
  const used = fixes.map(({ written, meant, count, field }) =>
    say(texts.settings.fix, {
      count,
      written: quoted(written),
      field: findFieldTitle(sheet.fields, field),
      meant: quoted(meant),
    }),
  )
  const card = useRef<HTMLDivElement>(null)
  // What held the focus is done and gone: the next line takes it, or the word that none is left.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return
    const next = card.current?.querySelector('summary') ?? card.current
    next?.focus({ preventScroll: true })
  }, [version])
  const list = (title: string, count: number, ...kinds: readonly string[]) => {
    const own = shown.filter(({ kind }) => kinds.includes(kind))
    if (own.length === 0) return null
    return (
      <section aria-label={title} class={kinds[0]}>
        <h2 class="bar">
          {title} <Tag>{formatCount(count)}</Tag>
        </h2>
        {own.map((group) => (
          <ProblemGroup key={group.key} {...{ group, sheet, onShow }} isOpen={group.key === open} />
        ))}
      </section>
    )
  }
  return (
    <div class="card problems" role="region" aria-label={labels.problems} tabIndex={-1} ref={card}>
      {list(labels.decideFirst, check.decide, 'decide')}
      {list(labels.correct, check.wrong + check.refused, 'wrong', 'refused')}
      {list(labels.look, check.doubtful, 'doubtful')}
      {shown.length === 0 && <p class="empty">{labels.none}</p>}
      <FoldedList title={labels.changed} count={fixes.reduce((sum, { count }) => sum + count, 0)} of={used} />
      <Notes of={notes} />
    </div>
  )
}

type GroupProps = Omit<ProblemsProps, 'check' | 'filter'> & { group: ProblemGroupState }

/** What a closed line says behind its count. */
export function describeGroup({ group, sheet }: Pick<GroupProps, 'group' | 'sheet'>): string {
  const { cause, rows: count, fields, values, patterns, needsDefault, column, text } = group
  const names = values.map(({ written }) => written).join(', ')
  if (cause === 'looks-cancelled') return say(labels.looks, { count })
  if (cause === 'row-part false') return say(labels.titles, { count, names })
  if (cause === 'row-part true') return say(labels.totals, { count, names })
  const title = fields.map((field) => findFieldTitle(sheet.fields, field) || labels.wholeRow).join(labels.and)
  const written = values.filter((value) => value.written !== '')
  if (patterns.length > 0) return `${title}: ${labels.asText}`
  if (needsDefault) return `${title}: ${labels.noColumn}`
  if (column < 0 || group.kind === 'refused') return `${title}: ${text}`
  if (written.length === 0) return `${title}: ${texts.empty}`
  if (written.length > quotedValues) return `${title}: ${say(labels.differentTexts, { count: written.length })}`
  return `${title}: ${written.map((value) => quoted(value.written)).join(', ')}`
}

function ProblemGroup({ group, sheet, onShow, isOpen }: GroupProps & { isOpen: boolean }) {
  const { key, kind, cause, rows, count, column, patterns, needsDefault, field, text } = group
  const isKept = useSignal(false)
  const line = describeGroup({ group, sheet })
  const proven = patterns.filter(({ isProven }) => isProven)
  const known = sheet.fields.find(({ name }) => name === field)
  const isAsked = kind === 'decide'
  const icon = isAsked ? 'ask' : kind === 'doubtful' ? 'doubt' : 'wrong'
  const choose = (isSent: boolean, label: string) => (
    <Button
      class={isAsked && !isSent ? 'small' : 'bare'}
      label={label}
      about={line}
      disabled={hasActiveRun()}
      onClick={() => sendChoice({ group: key }, isSent, rows)}
    />
  )
  const leaveOut = choose(false, say(labels.leaveOut, { count: rows }))
  return (
    <div class="line">
      <details
        name="group"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) openGroup.value = key
          else if (isOpen && (openGroup.value ?? key) === key) openGroup.value = ''
        }}
      >
        <summary title={line}>
          <Icon name="turn" kind="turn" />
          <Icon name={icon} kind={icon === 'wrong' ? 'is-wrong' : 'is-doubt'} />
          <b class="number">{formatCount(isAsked ? rows : count)}</b>
          <span class="one-line">{line}</span>
        </summary>
        {isOpen && (
          <div class="inside stack">
            <p>{text}</p>
            {patterns.length > 0 && <DateReadings patterns={proven.length > 0 ? proven : patterns} sheet={sheet} />}
            {needsDefault && <UseColumn sheet={sheet} field={field} />}
            {needsDefault && known !== undefined && <ForAllForm field={known} isKept={isKept.value} />}
            {needsDefault && <KeepTick of={isKept} />}
            {!needsDefault && !isAsked && patterns.length === 0 && column >= 0 && (
              <ValueLines group={group} title={findFieldTitle(sheet.fields, field)} known={known} />
            )}
            <div class="bar">
              {cause === 'looks-cancelled' && choose(true, say(labels.sendAnyway, { count: rows }))}
              <Button class="bare" label={labels.show} about={line} onClick={() => onShow(group)} />
              {kind === 'wrong' && leaveOut}
            </div>
          </div>
        )}
      </details>
      {isAsked && leaveOut}
    </div>
  )
}
