import { Fragment } from 'preact'
import { download, hasActiveRun, postAction, postThen } from './api.ts'
import { DataTable, findFieldTitle, ScreenFrame, SearchInput } from './components.tsx'
import { ActionButton, ActionChoice, Button, SubmitButton, SubmitForm, TextInput, Tick } from './forms.tsx'
import { Card, describeAddress, EnvironmentBadge } from './parts.tsx'
import { FoundPerson } from './person.tsx'
import { signal } from './signals.ts'
import type { ScreenProps } from './step.ts'
import { formatCellText, say, texts } from './texts/texts.ts'

const labels = texts.settings

export function SettingsScreen({ state }: ScreenProps) {
  const { settings, destination, person } = state
  const { profile, ledger, rules } = settings
  const facts = [
    [labels.address, describeAddress(destination)],
    [labels.company, destination.company],
    [labels.ledger, ledger],
    [labels.rules, rules.join('; ') || labels.noRules],
    [labels.profile, profile.file, !profile.isThere && <span class="quiet"> ({labels.notThere})</span>],
  ]
  return (
    <ScreenFrame class="text" title={texts.steps.settings} lead={labels.lead}>
      <Card title={labels.sends} end={<EnvironmentBadge destination={destination} />}>
        <dl class="facts pad">
          {facts.map(([name, ...fact], index) => (
            <Fragment key={index}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </Fragment>
          ))}
        </dl>
        <p class="pad quiet">{labels.fixed}</p>
      </Card>
      <LanguageChoice chosen={settings.language} />
      {destination.kind !== 'sandbox' && <TokenForm settings={settings} />}
      <Remembered state={state} />
      <Card title={texts.person.title} inside="stack">
        <SubmitForm class="bar" onSend={(typed) => postAction('person', typed)}>
          <TextInput label={texts.person.employee} name="person" required maxLength={200} />
          <SubmitButton label={texts.person.show} />
        </SubmitForm>
      </Card>
      {person !== null && <FoundPerson key={person.person} found={person} />}
      <Card title={labels.audit} inside="bar">
        <p class="grow quiet">{labels.auditLead}</p>
        <Button
          label={labels.auditDownload}
          disabled={hasActiveRun()}
          onClick={() => download('audit.xlsx', 'audit-file')}
        />
      </Card>
    </ScreenFrame>
  )
}

const search = signal('')

/** Headings, words, values and date forms for later sheets, in one table. */
function Remembered({ state: { settings, sheet } }: ScreenProps) {
  const { columns, set, values, dateFormats } = settings
  const titleOf = (field: string): string => findFieldTitle(sheet?.fields ?? [], field)
  const lines: readonly (readonly [written: string, meant: string, where: string, change: object])[] = [
    ...Object.entries(values).flatMap(([field, list]) =>
      Object.entries(list).map(
        ([written, meant]) => [written, meant, titleOf(field), { values: { [field]: { [written]: null } } }] as const,
      ),
    ),
    ...Object.entries(columns).map(
      ([heading, field]) => [heading, titleOf(field), labels.headings, { columns: { [heading]: null } }] as const,
    ),
    ...Object.entries(set).map(
      ([field, value]) => [titleOf(field), value, labels.set, { set: { [field]: null } }] as const,
    ),
    ...(dateFormats.length > 0
      ? [[dateFormats.join(', '), labels.readSo, labels.dates, { dateFormats: [] }] as const]
      : []),
  ]
  const found = lines.filter((line) => line.slice(0, 3).join(' ').toLowerCase().includes(search.value.toLowerCase()))
  return (
    <Card title={labels.remembered} end={lines.length > 0 && <SearchInput of={search} />}>
      <p class="pad quiet">{lines.length === 0 ? labels.nothing : labels.rememberedLead}</p>
      <DataTable
        headings={[labels.written, texts.columns.field, labels.where, '']}
        classes={['name', 'name', 'quiet', 'actions']}
        rows={found.map(([written, meant, where, change]) => [
          formatCellText(written),
          formatCellText(meant),
          where,
          <ActionButton
            key={written}
            class="small bare"
            path="forget"
            body={change}
            label={labels.forget}
            about={formatCellText(written)}
          />,
        ])}
      />
    </Card>
  )
}

const languages = Object.entries({ en: 'English', de: 'Deutsch', fr: 'Français' })

/** Texts are loaded with the page. */
function LanguageChoice({ chosen }: { chosen: ScreenProps['state']['settings']['language'] }) {
  return (
    <Card title={labels.language} inside="bar">
      <ActionChoice
        isBare
        label={labels.language}
        value={chosen ?? ''}
        of={[['', labels.ofBrowser], ...languages]}
        onChoose={(to) => postThen('language', { language: to || null }, () => location.reload())}
      />
      <p class="grow quiet">{labels.languageLead}</p>
      <a href="/help" target="_blank" rel="noopener">
        {labels.help}
      </a>
    </Card>
  )
}

/** The token goes to the program, and is not stored in the browser. */
function TokenForm({ settings: { token } }: Pick<ScreenProps['state'], 'settings'>) {
  return (
    <Card title={labels.access} inside="stack">
      <p>
        {labels.token[token.source]} {token.file !== null && say(labels.tokenFile, { file: token.file })}
      </p>
      <SubmitForm
        class="stack"
        onSend={({ token = '', keep, rotated }, form) => {
          form.reset()
          return postAction('token', { token, isKept: keep !== undefined, isRotated: rotated !== undefined })
        }}
      >
        <p>
          <TextInput label={labels.give} name="token" type="password" required />
        </p>
        <p class="quiet">{labels.giveLead}</p>
        <Tick kind="bar" label={labels.keep} name="keep" />
        <Tick kind="bar" label={labels.rotated} name="rotated" />
        <p>
          <SubmitButton label={labels.useToken} />
        </p>
      </SubmitForm>
    </Card>
  )
}
