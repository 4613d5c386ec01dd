import { z } from 'zod'
import { operations } from '../../operations/all.ts'
import type { Field, Operation } from '../../pipeline/model/operation.ts'
import { aboutValue, keyOf, listSettings, type SettingGroups, settingGroups } from '../../settings/all.ts'
import { expectedPeriod, parsePeriod } from '../../settings/calendar-period.ts'
import { retentionNames } from '../../settings/memory.ts'
import { kindOf, type Setting, type SettingKind } from '../../settings/setting.ts'
import { nearestMatch } from '../../sheet/nearest-match.ts'
import { formatDuration } from '../../support/clock.ts'
import { guessPrefix, type Profile } from './profile.ts'

/** A field, a guess of one, or nothing: the column is not sent. */
function fieldSchema(names: readonly string[]) {
  const error = ({ input }: { input?: unknown }): string => {
    const meant = typeof input === 'string' ? nearestMatch(input, names) : undefined
    return `expected a field${meant === undefined ? `, one of ${names.join(', ')}` : ` (did you mean ${meant}?)`}`
  }
  const any = `(?:${names.join('|')})`
  // A guess may name several fields, for a person to choose: it is no field once it is accepted.
  const guess = z.string().regex(new RegExp(`^\\${guessPrefix} ${any}(?:(?:, | or )${any})*$`), { error })
  return z.union([z.enum(names), guess, z.literal(guessPrefix), z.literal('')], { error })
}

const text = z.string().min(1)
const texts = z.union([text, z.array(text).min(1)])
const duration = z.string().regex(/^\d+(\.\d+)?\s*(ms|s|m|h)$/, 'expected a time such as 45s, 10m or 1h')

const period = z
  .string()
  .refine((written) => parsePeriod(written) !== undefined, `expected ${expectedPeriod}`)
  .meta({ examples: ['P7Y'] })

/** Of kinds whose values need no more; any other kind is a text. */
const schemas: Partial<Record<SettingKind['type'], z.ZodType>> = {
  switch: z.boolean(),
  rate: z.number().positive(),
  duration,
  sheets: texts,
  texts,
  delimiter: z.string().length(1),
}

/** `fields`: those of an operation, for a setting that names fields. */
function valueSchema(kind: SettingKind, fields: readonly Field[] = []): z.ZodType {
  const byField = (schema: z.ZodType) =>
    z.strictObject(
      Object.fromEntries(fields.map(({ name, about }) => [name, schema.optional().describe(about.meaning)])),
    )
  if (kind.type === 'count') return z.int().min(kind.least)
  if (kind.type === 'choice') return z.enum(kind.choices)
  if (kind.type === 'statuses')
    return z.array(kind.among === undefined ? z.int().min(400).max(599) : z.literal(kind.among)).min(1)
  if (kind.type === 'columns') return z.record(z.string(), fieldSchema(fields.map(({ name }) => name)))
  if (kind.type === 'pairs') return fields.length === 0 ? z.record(text, text) : byField(z.string())
  if (kind.type === 'periods')
    return z.strictObject(Object.fromEntries(kind.names.map((name) => [name, period.optional()])))
  if (kind.type === 'fixes') return byField(z.record(z.string(), z.string()))
  return schemas[kind.type] ?? text
}

/** The keys of a place in a profile: those of an operation, or of the whole. */
function keySchemas(groups: SettingGroups, operation?: Operation): Record<string, z.ZodType> {
  const fields = operation?.sheet.fields
  const schemas = listSettings(groups).flatMap(([name, setting]) => {
    const { profile } = setting
    const isMeant = (profile?.level === 'operation') === (operation !== undefined)
    const isWithheld = setting.withheld?.[operation?.name ?? ''] !== undefined
    if (profile === undefined || !isMeant || isWithheld) return []
    return [
      [keyOf(name, setting), valueSchema(kindOf(setting), fields).describe(describe(setting)).optional()] as const,
    ]
  })
  return Object.fromEntries(schemas)
}

function describe(setting: Setting): string {
  const { profile, default: value } = setting
  const phrase = aboutValue(setting, profile)
  const example = kindOf(setting).type === 'duration' ? `, e.g. ${formatDuration(Number(value))}` : ''
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${example}`
}

function operationSchema(operation: Operation, groups: SettingGroups) {
  return z
    .strictObject(keySchemas(groups, operation))
    .describe(
      `Settings for every sheet of ${operation.name}; a value that begins with “${guessPrefix}” is an open guess`,
    )
    .optional()
}

/** The schema of a profile, made of the settings that it may hold. */
export function makeProfileSchema(groups: SettingGroups = settingGroups) {
  return z
    .strictObject({
      $schema: z.string().optional(),
      ...keySchemas(groups),
      ...Object.fromEntries(operations.map((operation) => [operation.name, operationSchema(operation, groups)])),
    })
    .superRefine((profile, context) => {
      const { fourEyes, secondPair } = profile as Profile
      if (fourEyes === undefined || secondPair === undefined || fourEyes === secondPair) return
      const message = `it is ${fourEyes}, and "secondPair", the same setting, is ${secondPair}: delete one of the two`
      context.addIssue({ code: 'custom', path: ['fourEyes'], message })
    })
    .describe('Settings of a company for every run of rwa-batch. Paths count from the folder of this file.')
}

export const profileSchema = makeProfileSchema()

/** The keys allowed at a place of a profile; undefined where any key is. */
export function keysAt([first, second]: readonly PropertyKey[]): readonly string[] | undefined {
  if (first === undefined) return Object.keys(profileSchema.shape)
  if (first === 'retention') return retentionNames
  const operation = operations.find(({ name }) => name === first)
  if (operation === undefined) return undefined
  if (second === undefined) return Object.keys(keySchemas(settingGroups, operation))
  return second === 'set' || second === 'values' ? operation.sheet.fields.map(({ name }) => name) : undefined
}

/** For editors, which complete a profile and underline mistakes. */
export function toJsonSchema(): object {
  return { ...z.toJSONSchema(profileSchema, { io: 'input' }), title: 'Profile of rwa-batch' }
}
