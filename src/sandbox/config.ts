import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { BatchError, messageOf } from '../support/errors.ts'
import countries from './countries.json' with { type: 'json' }

/**
 * Accepted values where interface.md says "a listed value" without the list. Common English names, chosen for the
 * sandbox: the real service's lists come from its owner.
 */
export type SandboxLists = Readonly<
  Record<'roleType' | 'urgency' | 'citizenship' | 'destination' | 'residency', readonly string[]>
>

const { supported, territories, furtherCitizenships } = countries

/** The lists of a company whose configuration names none. */
export const defaultLists: SandboxLists = {
  roleType: [
    'Administration',
    'Consulting',
    'Customer Support',
    'Design',
    'Engineering',
    'Executive',
    'Finance',
    'Human Resources',
    'Legal',
    'Marketing',
    'Operations',
    'Product',
    'Research',
    'Sales',
  ],
  urgency: ['Immediately', 'Within 1 month', 'Within 3 months', 'Within 6 months', 'Exploring'],
  // Inhabitants of a territory carry another country's passport.
  citizenship: [...supported.filter((name) => !territories.includes(name)), ...furtherCitizenships].sort((a, b) =>
    a.localeCompare(b, 'en'),
  ),
  destination: supported,
  residency: supported,
}

const text = z.string().min(1)

const staffMember = z.strictObject({
  /** The company's own ID of the person; decisions refer to it. */
  staff_id: text,
  activated: z.boolean().default(true),
})

const company = z.strictObject({
  name: text,
  token: z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
  staff: z
    .array(staffMember)
    .superRefine(rejectDuplicates((member) => member.staff_id, 'staff_id'))
    .default([]),
})

const defaultCompanies: z.input<typeof company>[] = [
  { name: 'Acme', token: 'sandbox-token-acme', staff: [{ staff_id: 'C-001' }] },
  { name: 'Globex', token: 'sandbox-token-globex', staff: [{ staff_id: 'G-001' }] },
]

function listOr(values: readonly string[]) {
  return z
    .array(text)
    .min(1)
    .default(() => [...values])
}

export interface SandboxCompany {
  name: string
  token: string
  /** `activated` false: invited, account set-up not finished. */
  staff: readonly { staff_id: string; activated: boolean }[]
}

export interface SandboxConfig {
  companies: readonly SandboxCompany[]
  lists: SandboxLists
}

const sandboxConfig = z.strictObject({
  companies: z
    .array(company)
    .min(1)
    .superRefine(rejectDuplicates((entry) => entry.name, 'name'))
    .superRefine(rejectDuplicates((entry) => entry.token, 'token'))
    .prefault(defaultCompanies),
  lists: z
    .strictObject({
      roleType: listOr(defaultLists.roleType),
      urgency: listOr(defaultLists.urgency),
      citizenship: listOr(defaultLists.citizenship),
      destination: listOr(defaultLists.destination),
      residency: listOr(defaultLists.residency),
    })
    .prefault({}),
})

/** Two companies, each with an activated approver, and the lists of `lists.ts`. */
export const defaultSandboxConfig: SandboxConfig = sandboxConfig.parse({})

/**
 * Reads a JSON file.
 * @throws BatchError `configuration` that names the place in the file
 */
export async function readSandboxConfig(file: string): Promise<SandboxConfig> {
  let content: unknown
  try {
    content = JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''))
  } catch (error) {
    const reason = error instanceof SyntaxError ? `is not JSON (${messageOf(error)})` : 'cannot be read'
    throw new BatchError('configuration', `sandbox configuration ${file} ${reason}`, {
      hint: 'Give a readable JSON file with "companies" and "lists".',
      cause: error,
    })
  }
  const parsed = sandboxConfig.safeParse(content)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue === undefined || issue.path.length === 0 ? 'the whole file' : issue.path.join('.')
  throw new BatchError('configuration', `sandbox configuration ${file}, ${path}: ${issue?.message ?? 'not valid'}`, {
    hint: 'Correct this place in the file; companies have name, token and staff, lists are arrays of text.',
    cause: parsed.error,
  })
}

function rejectDuplicates<T>(keyOf: (item: T) => string, field: string) {
  return (items: readonly T[], context: z.RefinementCtx): void => {
    const seen = new Set<string>()
    items.forEach((item, index) => {
      const key = keyOf(item)
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, field], message: 'is given twice' })
      seen.add(key)
    })
  }
}
