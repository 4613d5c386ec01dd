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
