import { act } from './api.ts'
import { Tick, Typing, WishForm } from './forms.tsx'
import { Act, HeadedTable, isGoing, ScreenFrame, titleOf, Where } from './parts.tsx'
import type { ScreenProps } from './step.ts'
import { texts } from './texts.ts'
import { settingsTexts as words } from './texts-settings.ts'
import { orEmpty } from './words.ts'

export function SettingsScreen({ state }: ScreenProps) {
  const { settings, place, sheet } = state
  const { profile, ledger, columns, set, values, dateFormats } = settings
  const isRunning = isGoing(state)
  const wordOf = (field: string): string => titleOf(sheet?.fields ?? [], field)
  const lines = Object.entries(values).flatMap(([field, list]) =>
    Object.entries(list).map(([written, meant]) => ({ field, written, meant })),
  )
  const isEmpty = [columns, set, lines, dateFormats].every((entries) => Object.keys(entries).length === 0)
  return (
    <ScreenFrame title={texts.steps.settings}>
      <dl>
        <dt>{words.address}</dt>
        <dd>
          <Where place={place} />
        </dd>
        <dt>{words.company}</dt>
        <dd>{place.company}</dd>
        <dt>{words.memory}</dt>
        <dd>{ledger}</dd>
        <dt>{words.profile}</dt>
        <dd>
          {profile.file} {!profile.isThere && <span class="quiet">({words.notThere})</span>}
        </dd>
      </dl>
      <p class="quiet">{words.fixed}</p>
      {place.kind !== 'sandbox' && <Access settings={settings} isRunning={isRunning} />}
      <h2>{words.remembered}</h2>
      <p>{isEmpty ? words.nothing : words.rememberedLead}</p>
      <Kept
        title={words.values}
        headings={[words.fieldColumn, words.written, texts.sheet.field]}
        isRunning={isRunning}
        lines={lines.map(({ field, written, meant }) => ({
          cells: [wordOf(field), orEmpty(written), orEmpty(meant)],
          what: written,
          wish: { values: { [field]: { [written]: null } } },
        }))}
      />
      <Kept
        title={words.headings}
        headings={[texts.sheet.heading, texts.sheet.field]}
        isRunning={isRunning}
        lines={Object.entries(columns).map(([heading, field]) => ({
          cells: [heading, wordOf(field)],
          what: heading,
          wish: { columns: { [heading]: null } },
        }))}
      />
      <Kept
        title={words.set}
        headings={[words.fieldColumn, words.value]}
        isRunning={isRunning}
        lines={Object.entries(set).map(([field, value]) => ({
          cells: [wordOf(field), value],
          what: wordOf(field),
          wish: { set: { [field]: null } },
        }))}
      />
      {dateFormats.length > 0 && <p>{texts.dates(dateFormats)}</p>}
    </ScreenFrame>
  )
}

interface KeptProps {
  title: string
  headings: readonly string[]
  lines: readonly { cells: readonly string[]; what: string; wish: object }[]
  isRunning: boolean
}

function Kept({ title, headings, lines, isRunning }: KeptProps) {
  if (lines.length === 0) return null
  return (
    <HeadedTable of={[...headings, '']} title={title}>
      {lines.map(({ cells, what, wish }) => (
        <tr key={JSON.stringify(wish)}>
          {cells.map((cell, index) => (
            <td key={index}>{cell}</td>
          ))}
          <td>
            <Act path="forget" wish={wish} disabled={isRunning} aria-label={words.forgetWhat(what)}>
              {words.forget}
            </Act>
          </td>
        </tr>
      ))}
    </HeadedTable>
  )
}

/** The token goes to the program, and stays in no place of the browser. */
function Access({ settings: { token }, isRunning }: Pick<ScreenProps['state'], 'settings'> & { isRunning: boolean }) {
  return (
    <>
      <h2>{words.access}</h2>
      <p>
        {words.token[token.source]} {token.file !== null && words.tokenFile(token.file)}
      </p>
      <WishForm
        onSend={({ token = '', keep, rotated }, form) => {
          void act('token', { token, isKept: keep !== undefined, isRotated: rotated !== undefined })
          form.reset()
        }}
      >
        <p>
          <Typing label={words.give} name="token" type="password" required disabled={isRunning} />
        </p>
        <p class="quiet">{words.giveLead}</p>
        <Tick label={words.keep} name="keep" />
        <br />
        <Tick label={words.rotated} name="rotated" />
        <p>
          <button type="submit" disabled={isRunning}>
            {words.useToken}
          </button>
        </p>
      </WishForm>
    </>
  )
}
