import type { SheetState } from '../protocol.ts'
import { act } from './api.ts'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts } from './texts-settings.ts'

const words = texts.sheet

export function SheetScreen({ state: { sheet, check, run }, go }: ScreenProps) {
  if (sheet === null) return null
  const isRunning = run !== null && run.end === null
  const { sheet: name, fitting, chosen, headingRow, columns, missing, misfit, fields, said } = sheet
  const titleOf = (field: string): string => fields.find((each) => each.name === field)?.title ?? field
  return (
    <section>
      <h1 tabIndex={-1}>{words.title}</h1>
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
            <button
              type="button"
              disabled={isRunning}
              aria-label={settingsTexts.forgetWhat(heading)}
              onClick={() => void act('forget', { columns: { [heading]: null } })}
            >
              {settingsTexts.forget}
            </button>
          </p>
        ))}
      {sheet.asksForHidden && (
        <p class="message">
          {words.hidden}{' '}
          {(['include', 'skip'] as const).map((hidden) => (
            <button type="button" key={hidden} onClick={() => void act('reading', { hidden })}>
              {words.hiddenAnswers[hidden]}
            </button>
          ))}
        </p>
      )}
      {missing.length > 0 && <Missing sheet={sheet} titleOf={titleOf} />}
      {Object.entries(said.set).map(([field, value]) => (
        <p key={field}>
          {words.setTo(titleOf(field), value)}{' '}
          <button type="button" disabled={isRunning} onClick={() => void act('reading', { set: { [field]: '' } })}>
            {words.takeBack}
          </button>
        </p>
      ))}
      {said.dateFormats.length > 0 && (
        <p>
          {words.dates(said.dateFormats.join(', '))}{' '}
          <button type="button" disabled={isRunning} onClick={() => void act('reading', { dateFormat: [] })}>
            {words.takeBack}
          </button>
        </p>
      )}
      {check !== null && (
        <p>
          <button type="button" class="main" onClick={() => go('check')}>
            {words.goOn(check.rows)}
          </button>
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{words.heading}</th>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.examples}</th>
          </tr>
        </thead>
        <tbody>
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
                  <>
                    {titleOf(field)} <small>{field}</small>
                  </>
                )}
              </td>
              <td>{examples.join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A field without a column: one value for all rows, or a column of another name, below. */
function Missing({ sheet: { missing, fields }, titleOf }: { sheet: SheetState; titleOf(field: string): string }) {
  return (
    <div class="message">
      <p>
        {words.missing} <strong>{missing.map(titleOf).join(', ')}</strong>
      </p>
      {missing.map((field) => {
        const values = fields.find((each) => each.name === field)?.values ?? []
        return (
          <form
            key={field}
            onSubmit={(event) => {
              event.preventDefault()
              const value = new FormData(event.currentTarget).get('value')
              if (typeof value === 'string' && value !== '') void act('reading', { set: { [field]: value } })
            }}
          >
            <label>
              {words.forAll(titleOf(field))} <input name="value" list={`values-${field}`} />
            </label>
            <datalist id={`values-${field}`}>
              {values.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>{' '}
            <button type="submit">{words.use}</button>
          </form>
        )
      })}
    </div>
  )
}
