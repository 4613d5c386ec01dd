import type { Command, Option } from 'commander'
import type { z } from 'zod'
import { profileSchema } from '../rooms/app/profile.ts'
import { exitCodeMeanings } from '../rooms/settings.ts'
import { eventFacts } from './event-schema.ts'
import { summarySchemas } from './summary-schema.ts'

/** The page `reference` of the guide, made of what the program itself uses. Pure. */
export function makeReference(program: Command): string {
  return [
    '# Reference: every command, option, exit code and field',
    '',
    'Made from the program; not written by hand.',
    ...program.commands.flatMap((command) => describeCommand(command, [])),
    '',
    '## Exit codes',
    '',
    ...Object.entries(exitCodeMeanings).map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
    '',
    '## Keys of the profile',
    '',
    ...describeFields(profileSchema.shape),
    '',
    '## Fields of `--json`',
    '',
    'The last line of standard output. JSON Schema: `rwa-batch/summary.schema.json`.',
    ...Object.entries(summarySchemas).flatMap(([name, schema]) => [
      '',
      `### ${name}`,
      '',
      `${schema.description ?? name}:`,
      '',
      ...describeFields(schema.shape),
    ]),
    '',
    '## Fields of `--events`',
    '',
    'One line for each event, with `time` and `event`; lines of a worker have `company` and, where they are about a row, `run`. JSON Schema: `rwa-batch/events.schema.json`.',
    ...Object.entries(eventFacts).flatMap(([name, facts]) => ['', `### ${name}`, '', ...describeFields(facts)]),
    '',
  ].join('\n')
}

function describeCommand(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name()]
  const options = command.options.filter(({ hidden }) => !hidden)
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [
    '',
    above.length === 0 ? `## \`rwa-batch ${path.join(' ')}\`` : `### \`rwa-batch ${path.join(' ')}\``,
    '',
    `\`${['rwa-batch', ...path, ...words].join(' ')}\`: ${command.description()}.`,
    ...(options.length === 0 ? [] : ['', ...options.map(describeOption)]),
    ...command.commands.flatMap((each) => describeCommand(each, path)),
  ]
}

function describeOption(option: Option): string {
  const { flags, description, defaultValue, defaultValueDescription, argChoices, envVar } = option
  const usual = defaultValueDescription ?? (isShown(defaultValue) ? JSON.stringify(defaultValue) : undefined)
  const facts = [
    ...(argChoices === undefined ? [] : [`one of ${argChoices.join(', ')}`]),
    ...(usual === undefined || option.negate ? [] : [`default: ${usual}`]),
    ...(envVar === undefined ? [] : [`or the variable ${envVar}`]),
  ]
  return `- \`${flags}\`: ${description}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`
}

function isShown(value: unknown): boolean {
  return value !== undefined && value !== false && value !== true
}

function describeFields(shape: Readonly<Record<string, z.ZodType>>): string[] {
  return Object.entries(shape).map(([name, schema]) => {
    const description = describedBy(schema)
    return `- \`${name}\`${schema.isOptional() ? ' (optional)' : ''}${description === undefined ? '' : `: ${description}`}`
  })
}

/** A wrapped schema, such as an optional one, has its description inside. */
function describedBy(schema: z.ZodType): string | undefined {
  if (schema.description !== undefined) return schema.description
  const { innerType } = schema.def as { innerType?: z.ZodType }
  return innerType === undefined ? undefined : describedBy(innerType)
}
