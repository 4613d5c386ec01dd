import type { ComponentChildren } from 'preact'
import { hasActiveRun, type SheetState } from '../api.ts'
import { findFieldTitle, RestoredNote, ScreenFrame, TextList } from '../components.tsx'
import { ActionButton, Button, ForAllForm, toOption } from '../forms.tsx'
import { Fold, MessageBox, Tag } from '../parts.tsx'
import { go, type ScreenProps } from '../step.ts'
import { quoted, say, texts } from '../texts/texts.ts'
import { ChoiceLine, MapCard, MapLine } from './map-lines.tsx'
import { SheetLayout } from './sheet-layout.tsx'
import { answer, describeColumn, findCandidate, focusFirstOpen } from './use-column.tsx'

const labels = texts.columns
type Column = SheetState['columns'][number]

export function SheetScreen({ state: { sheet, check, restored } }: ScreenProps) {
  if (sheet === null) return null
  const { columns, misfit, fields, own, kept, isAssumed } = sheet
  const questions = listQuestions(sheet)
  const guessed = columns.filter((column) => findGuess(sheet, column) !== undefined)
  const understood = columns.filter(({ field }) => field !== null)
  const others = columns.filter((column) => column.field === null && !guessed.includes(column))
  const dateFormats = own.dateFormats.length > 0 ? own.dateFormats : kept.dateFormats
  const hasAnswers = [own.columns, own.set, own.dateFormats].some((answers) => Object.keys(answers).length > 0)
  const undoButton = (body: object) => <ActionButton path="reading" body={body} label={texts.check.undoOne} />
  const line = (column: Column) => <ColumnLine key={column.heading} sheet={sheet} column={column} />
  const accept = (kind: string) => (
    <Button
      class={kind}
      disabled={hasActiveRun()}
      label={say(labels.accept, { guesses: guessed.length })}
      onClick={() =>
        answer({
          columns: Object.fromEntries(guessed.map((each) => [each.heading, findGuess(sheet, each)?.fields[0]])),
        })
      }
    />
  )
  const [main] = [
    check !== null && (
      <Button
        class="main"
        aria-keyshortcuts="Control+Enter"
        label={say(labels.goOn, { rows: check.rows })}
        onClick={() => go('check')}
      />
    ),
    questions.length > 0 && (
      <Button
        class="main"
        aria-keyshortcuts="Control+Enter"
        label={say(labels.answer, { questions: questions.length })}
        onClick={focusFirstOpen}
      />
    ),
    guessed.length > 0 && accept('main'),
  ].filter(Boolean)
  const counts = { understood: understood.length, questions: questions.length, guesses: guessed.length }
  return (
    <ScreenFrame
      title={texts.steps.sheet}
      lead={
        isAssumed
          ? labels.leadOfGuesses
          : say(guessed.length > 0 || questions.length > 0 ? labels.leadWithQuestions : labels.lead, counts)
      }
      action={main}
    >
      <SheetLayout sheet={sheet} />
      <RestoredNote restored={restored} />
      {misfit !== null && <MessageBox message={misfit || labels.misfit} />}
      {questions.length > 0 && (
        <MapCard title={labels.decide} tone="is-doubt" count={questions.length}>
          {questions}
        </MapCard>
      )}
      {guessed.length > 0 && (
        <MapCard title={labels.guessed} count={guessed.length} lead={labels.guessedLead} action={accept('accent')}>
          {guessed.map(line)}
        </MapCard>
      )}
      <Fold
        title={labels.understood}
        count={understood.length}
        short={understood
          .map(({ heading, field }) => `${heading} → ${findFieldTitle(fields, field ?? '')}`)
          .join(' · ')}
      >
        <ol class="lines map">{understood.map(line)}</ol>
      </Fold>
      {others.length > 0 && (
        <Fold title={labels.carried} count={others.length} short={others.map(({ heading }) => heading).join(' · ')}>
          <ol class="lines map">{others.map(line)}</ol>
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
      {hasAnswers && (
        <p>
          <ActionButton
            path="reading"
            body={{
              columns: own.columns,
              set: own.set,
              isKept: true,
              ...(own.dateFormats.length > 0 ? { dateFormat: own.dateFormats } : {}),
            }}
            label={labels.keepAnswers}
          />
        </p>
      )}
      {sheet.absent.length > 0 && (
        <TextList of={[say(labels.absent, { headings: sheet.absent.map(quoted).join(', ') })]} />
      )}
    </ScreenFrame>
  )
}

/** The field that a column without one is guessed to hold: one field, and by more than common words. */
function findGuess({ guesses }: SheetState, { heading, field }: Column) {
  const isSure = (guess: SheetState['guesses'][number]): boolean => guess.fields.length === 1 && guess.by !== 'words'
  return field === null ? guesses.find((guess) => guess.heading === heading && isSure(guess)) : undefined
}

/** One line for each question that stands before the check. */
function listQuestions(sheet: SheetState): ComponentChildren[] {
  const { fitting, chosen, asksForHidden, doubled, missing, fields, guesses, columns } = sheet
  const isGuessed = (field: string): boolean =>
    columns.some((column) => findGuess({ ...sheet, guesses }, column)?.fields[0] === field)
  return [
    fitting.length > 1 && chosen === null && (
      <ChoiceLine
        name={labels.whichSheet}
        of={[...fitting.map(toOption), ['', labels.all]]}
        onChoose={(sheetName) => answer({ sheets: sheetName === '' ? 'all' : [sheetName] })}
      />
    ),
    asksForHidden && (
      <ChoiceLine
        name={labels.hidden}
        of={[
          ['include', labels.hiddenAnswers.include],
          ['skip', labels.hiddenAnswers.skip],
        ]}
        onChoose={(hidden) => answer({ hidden })}
      />
    ),
    ...doubled.map((field) => <DoubledField key={field} sheet={sheet} field={field} />),
    ...fields
      .filter(({ name }) => missing.includes(name) && !isGuessed(name))
      .map((field) => <MissingField key={field.name} sheet={sheet} field={field} />),
  ].filter(Boolean)
}

function DoubledField({ sheet: { columns, fields }, field }: { sheet: SheetState; field: string }) {
  const title = findFieldTitle(fields, field)
  const claiming = columns.filter((column) => column.field === field)
  const headings = new Set(claiming.map(({ heading }) => heading))
  if (headings.size < claiming.length) return <MapLine name={title} about={say(labels.sameHeading, { title })} />
  return (
    <ChoiceLine
      name={say(labels.doubled, { title })}
      of={claiming.map((column) => [column.heading, describeColumn(column)] as const)}
      onChoose={(heading) => answer({ columns: { [heading]: field } })}
    />
  )
}

/** The column that looks like it, else all of them: those that may be meant stand first. */
function MissingField({ sheet, field }: { sheet: SheetState; field: SheetState['fields'][number] }) {
  const { name, title, meaning, isIdentifying } = field
  const candidate = findCandidate(sheet, name)
  const isLikely = ({ heading }: Column): boolean =>
    sheet.guesses.some((guess) => guess.heading === heading && guess.fields.includes(name))
  const free = sheet.columns.filter(({ field: other }) => other === null)
  const offered = [...free.filter(isLikely), ...free.filter((column) => !isLikely(column))]
  const choose = (heading: string): unknown => heading && answer({ columns: { [heading]: name } })
  return (
    <MapLine
      name={title}
      about={meaning}
      shown={candidate && quoted(candidate.heading)}
      sample={candidate === undefined ? labels.noColumn : describeFilled(sheet, candidate)}
      aside={!isIdentifying && <ForAllForm field={field} onSent={focusFirstOpen} />}
    >
      {candidate !== undefined && (
        <Button
          class="accent wide"
          disabled={hasActiveRun()}
          label={labels.use}
          about={say(texts.check.of, { title })}
          onClick={() => choose(candidate.heading)}
        />
      )}
      <select
        aria-label={say(labels.chooseColumn, { title })}
        disabled={hasActiveRun()}
        value=""
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        <option value="">{candidate === undefined ? labels.choose : labels.other}</option>
        {offered.map((column) => (
          <option key={column.heading} value={column.heading}>
            {describeColumn(column)}
          </option>
        ))}
      </select>
    </MapLine>
  )
}

function describeFilled({ rows }: SheetState, { examples, filled }: Column): ComponentChildren {
  return (
    <>
      {examples.join(' · ')}
      {filled !== null && (
        <small>{filled === rows ? say(labels.filledAll, { rows }) : say(labels.filledOf, { filled, rows })}</small>
      )}
    </>
  )
}

/** Every field can be chosen: one that another column has moves here. */
function ColumnLine({ sheet, column }: { sheet: SheetState; column: Column }) {
  const { fields, columns, own, kept } = sheet
  const { heading, field } = column
  const guess = findGuess(sheet, column)
  const isOwn = own.columns[heading] !== undefined
  const isRemembered = !isOwn && kept.columns[heading] !== undefined
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
                label={isOwn ? texts.check.undoOne : texts.settings.forget}
                about={heading}
              />
            </>
          )}
        </>
      }
    >
      <select
        aria-label={say(labels.readAs, { heading })}
        disabled={hasActiveRun()}
        value={field ?? guess?.fields[0] ?? ''}
        onChange={(event) => void answer({ columns: { [heading]: event.currentTarget.value } }, heading)}
      >
        <option value="">{labels.carried}</option>
        {fields.map(({ name, title }) => {
          const other = columns.find((each) => each.field === name && each.heading !== heading)
          return (
            <option key={name} value={name}>
              {other === undefined || field === name ? title : say(labels.moved, { title, heading: other.heading })}
            </option>
          )
        })}
      </select>
    </MapLine>
  )
}
