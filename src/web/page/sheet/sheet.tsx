import { hasActiveRun, postAction, type SheetState } from '../api.ts'
import { findFieldTitle, RestoredNote, ScreenFrame, TextList } from '../components.tsx'
import { ActionButton, ActionChoice, Button, Tick } from '../forms.tsx'
import { Fold, MessageBox, Tag } from '../parts.tsx'
import { go, type ScreenProps } from '../step.ts'
import { quoted, say, texts } from '../texts/texts.ts'
import {
  describeFilled,
  findGuess,
  focusFirstOpen,
  isUnknown,
  MapCard,
  MapLine,
  readSheetAs,
  type ShownColumn,
} from './map-lines.tsx'
import { listQuestions } from './questions.tsx'
import { SheetLayout } from './sheet-layout.tsx'

const labels = texts.columns

export function SheetScreen({ state: { sheet, check, restored } }: ScreenProps) {
  if (sheet === null) return null
  const { columns, misfit, fields, own, kept } = sheet
  const questions = listQuestions(sheet)
  const guessed = columns.filter((column) => findGuess(sheet, column) !== undefined)
  const understood = columns.filter(({ field }) => field !== null)
  const others = columns.filter((column) => column.field === null && !guessed.includes(column))
  const dateFormats = own.dateFormats.length > 0 ? own.dateFormats : kept.dateFormats
  const hasAnswers = [own.columns, own.set, own.dateFormats].some((answers) => Object.keys(answers).length > 0)
  const undoButton = (body: object) => <ActionButton path="reading" body={body} label={texts.check.undoNone} />
  const line = (column: ShownColumn) => <ColumnLine key={column.heading} sheet={sheet} column={column} />
  const accepted = Object.fromEntries(guessed.map((each) => [each.heading, findGuess(sheet, each)?.fields[0]]))
  const acceptAll = () => readSheetAs({ columns: accepted })
  const acceptLabel = say(labels.accept, { guesses: guessed.length })
  const [nextLabel, goOn] =
    check !== null
      ? [say(labels.goOn, { rows: check.rows }), () => go('check')]
      : questions.length > 0
        ? [say(labels.answer, { questions: questions.length }), focusFirstOpen]
        : [acceptLabel, acceptAll]
  const lead =
    questions.length > 0 ? labels.leadWithQuestions : guessed.length > 0 ? labels.leadWithGuesses : labels.lead
  const cards = [
    questions.length > 0 && (
      <MapCard key="decide" title={labels.decide} tone="is-doubt" count={questions.length}>
        {questions}
      </MapCard>
    ),
    guessed.length > 0 && (
      <MapCard
        key="guessed"
        title={labels.guessed}
        count={guessed.length}
        lead={labels.guessedLead}
        action={
          nextLabel !== acceptLabel && (
            <Button class="accent" disabled={hasActiveRun()} label={acceptLabel} onClick={acceptAll} />
          )
        }
      >
        {guessed.map(line)}
      </MapCard>
    ),
  ]
  return (
    <ScreenFrame
      title={texts.steps.sheet}
      lead={
        isUnknown(sheet)
          ? labels.leadOfGuesses
          : say(lead, { understood: understood.length, questions: questions.length, guesses: guessed.length })
      }
      action={
        (check !== null || questions.length + guessed.length > 0) && (
          <Button class="main" aria-keyshortcuts="Control+Enter" label={nextLabel} onClick={goOn} />
        )
      }
    >
      <SheetLayout sheet={sheet} />
      <RestoredNote restored={restored} sheet={sheet} />
      {misfit !== null && <MessageBox message={misfit || labels.misfit} />}
      {isUnknown(sheet) ? cards.reverse() : cards}
      <Fold
        title={labels.understood}
        count={understood.length}
        short={understood
          .map(({ heading, field }) => `${heading} → ${findFieldTitle(fields, field ?? '')}`)
          .join(' · ')}
      >
        <ol class="map">{understood.map(line)}</ol>
      </Fold>
      {others.length > 0 && (
        <Fold title={texts.plan.notSent} count={others.length} short={others.map(({ heading }) => heading).join(' · ')}>
          <ol class="map">{others.map(line)}</ol>
        </Fold>
      )}
      {Object.entries({ ...kept.set, ...own.set }).map(([field, value]) => (
        <p key={field}>
          {say(field in own.set ? labels.setHere : labels.setAlways, { field: findFieldTitle(fields, field), value })}{' '}
          {undoButton({ set: { [field]: '' } })}
        </p>
      ))}
      {dateFormats.length > 0 && (
        <p>
          {say(texts.dates, { patterns: dateFormats.join(', ') })} {undoButton({ dateFormat: [] })}
        </p>
      )}
      {(hasAnswers || sheet.isKept) && (
        <p>
          <Tick
            label={labels.keepAnswers}
            checked={sheet.isKept}
            onChange={(event) => void postAction('keep', { isKept: event.currentTarget.checked })}
          />{' '}
          <span class="quiet">{labels.keptWhere}</span>
        </p>
      )}
      {sheet.absent.length > 0 && (
        <TextList of={[say(labels.absent, { headings: sheet.absent.map(quoted).join(', ') })]} />
      )}
    </ScreenFrame>
  )
}

/** Every field can be chosen: one that another column has moves here. */
function ColumnLine({ sheet, column }: { sheet: SheetState; column: ShownColumn }) {
  const { fields, columns, own, kept } = sheet
  const { heading, field } = column
  const guess = findGuess(sheet, column)
  const isOwn = own.columns[heading] !== undefined
  const isRemembered = !isOwn && kept.columns[heading] !== undefined
  const offered = fields.map(({ name, title }) => {
    const other = columns.find((each) => each.field === name && each.heading !== heading)
    const isHere = other === undefined || field === name
    return [name, isHere ? title : say(labels.moved, { title, heading: other.heading })] as const
  })
  return (
    <MapLine
      name={heading}
      sample={describeFilled(sheet, column)}
      aside={
        <>
          {guess && <Tag tone="is-doubt">{labels.reasons[guess.by]}</Tag>}
          {(isOwn || isRemembered) && (
            <>
              <Tag>{isOwn ? labels.hereOnly : labels.remembered}</Tag>{' '}
              <ActionButton
                class="link"
                path="reading"
                body={{ columns: { [heading]: null } }}
                label={isOwn ? texts.check.undoNone : texts.settings.forget}
                about={heading}
              />
            </>
          )}
        </>
      }
    >
      <ActionChoice
        isBare
        label={say(labels.readAs, { heading })}
        value={field ?? guess?.fields[0] ?? ''}
        of={[['', texts.plan.notSent], ...offered]}
        onChoose={(to) => readSheetAs({ columns: { [heading]: to } }, heading)}
      />
    </MapLine>
  )
}
