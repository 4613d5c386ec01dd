import type { SheetState } from '../protocol.ts'
import { act } from './api.ts'
import { FieldInput, WishForm } from './forms.tsx'
import { Act, Button, HeadedTable, isGoing, ScreenFrame, titleOf } from './parts.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'

const words = texts.sheet

export function SheetScreen({ state, go }: ScreenProps) {
  const { sheet, check } = state
  if (sheet === null) return null
  const isRunning = isGoing(state)
  const { sheet: name, fitting, chosen, headingRow, columns, missing, misfit, fields, said } = sheet
  const takeBack = (wish: object) => (
    <Act path="reading" wish={wish} disabled={isRunning}>
      {words.takeBack}
    </Act>
  )
  return (
    <ScreenFrame title={words.title}>
      <p>{[sheet.label, name, headingRow === null ? '' : words.headingRow(headingRow)].filter(Boolean).join(' · ')}</p>
      {misfit !== null && <p class="message error">{misfit || words.misfit}</p>}
      {fitting.length > 1 && (
        <fieldset disabled={isRunning}>
          <legend>{words.whichSheet}</legend>
          {[...fitting, 'all' as const].map((each, index) => {
            const isAll = index === fitting.length
            const isChosen = isAll ? chosen === 'all' : chosen !== 'all' && chosen?.includes(each) === true
            return (
              <label key={index}>
                <input
                  type="radio"
                  name="sheet"
                  checked={isChosen}
                  onChange={() => void act('reading', { sheets: isAll ? 'all' : [each] })}
                />{' '}
                {isAll ? words.all : each}
              </label>
            )
          })}
        </fieldset>
      )}
      {Object.keys(said.columns)
        .filter((heading) => misfit !== null && !columns.some((column) => column.heading === heading))
        .map((heading) => (
          <p key={heading}>
            {settingsTexts.absent(heading)}{' '}
            <Act
              path="forget"
              wish={{ columns: { [heading]: null } }}
              disabled={isRunning}
              aria-label={settingsTexts.forgetWhat(heading)}
            >
              {settingsTexts.forget}
            </Act>
          </p>
        ))}
      {sheet.asksForHidden && (
        <p class="message">
          {words.hidden}{' '}
          {(['include', 'skip'] as const).map((hidden) => (
            <Act path="reading" wish={{ hidden }} key={hidden}>
              {words.hiddenAnswers[hidden]}
            </Act>
          ))}
        </p>
      )}
      {headingRow !== null && missing.length > 0 && <Missing sheet={sheet} />}
      {Object.entries(said.set).map(([field, value]) => (
        <p key={field}>
          {words.setTo(titleOf(fields, field), value)} {takeBack({ set: { [field]: '' } })}
        </p>
      ))}
      {said.dateFormats.length > 0 && (
        <p>
          {texts.dates(said.dateFormats)} {takeBack({ dateFormat: [] })}
        </p>
      )}
      {check !== null && (
        <p>
          <Button class="main" onClick={() => go('check')}>
            {words.goOn(check.rows)}
          </Button>
        </p>
      )}
      <HeadedTable of={[words.heading, words.field, words.examples]}>
        {columns.map(({ heading, field, examples }, index) => (
          <tr key={index}>
            <th scope="row">{heading}</th>
            <td>
              {field === null || missing.length > 0 || said.columns[heading] !== undefined ? (
                <select
                  aria-label={words.readAs(heading)}
                  disabled={isRunning}
                  value={field ?? ''}
                  onChange={(event) => void act('reading', { columns: { [heading]: event.currentTarget.value } })}
                >
                  <option value="" disabled={field !== null && said.columns[heading] === undefined}>
                    {words.carried}
                  </option>
                  {fields
                    .filter((each) => each.name === field || !columns.some((column) => column.field === each.name))
                    .map((each) => (
                      <option key={each.name} value={each.name}>
                        {each.title}
                      </option>
                    ))}
                </select>
              ) : (
                titleOf(fields, field)
              )}
            </td>
            <td>{examples.join(' · ')}</td>
          </tr>
        ))}
      </HeadedTable>
    </ScreenFrame>
  )
}

/** A field without a column: one value for all rows, or a column of another name, below. */
function Missing({ sheet: { missing, fields } }: { sheet: SheetState }) {
  const sought = fields.filter(({ name }) => missing.includes(name))
  return (
    <div class="message">
      <p>
        {words.missing} <strong>{sought.map(({ title }) => title).join(', ')}</strong>
      </p>
      <p>{words.missingLead}</p>
      {sought
        .filter(({ tellsApart }) => !tellsApart)
        .map((field) => (
          <WishForm
            key={field.name}
            onSend={({ value }) => void (value && act('reading', { set: { [field.name]: value } }))}
          >
            <FieldInput field={field} label={words.forAll(field.title)} name="value" />
            <button type="submit">{words.use}</button>
          </WishForm>
        ))}
    </div>
  )
}
