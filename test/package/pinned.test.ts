import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string>
>
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }

it.each(Object.entries({ ...dependencies, ...optionalDependencies }))(
  '%s is installed in the version that was tested',
  (name, version) => {
    expect(version).toBe(packages[`node_modules/${name}`]?.version)
  },
)

it('a new dependency is pinned as well', () => {
  expect(read('.npmrc')).toContain('save-exact=true')
})
