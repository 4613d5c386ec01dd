import countries from './countries.json' with { type: 'json' }

/**
 * The values the sandbox accepts where interface.md says "a listed value" and does not show the list. Common English
 * names. They are the sandbox's own: the real service's lists come from its owner.
 */
export interface SandboxLists {
  roleType: readonly string[]
  urgency: readonly string[]
  citizenship: readonly string[]
  destination: readonly string[]
  residency: readonly string[]
}

const { supported, territories, furtherCitizenships } = countries

/** What every sandbox company accepts unless its configuration says otherwise. */
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
  // Who lives in a territory carries another country's passport.
  citizenship: [...supported.filter((name) => !territories.includes(name)), ...furtherCitizenships].sort((a, b) =>
    a.localeCompare(b, 'en'),
  ),
  destination: supported,
  residency: supported,
}
