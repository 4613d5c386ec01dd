import { expect, it } from 'vitest'
import { describeVerdict } from '../../rooms/cli/commands.ts'

it('the verdict of a rehearsal is one line', () => {
  const verdict = { created: 3, twice: 0, lost: 0, unknown: 0, repeated: 0 }
  expect(describeVerdict(verdict)).toBe('Verdict of the rehearsal: created 3, twice 0, lost 0')
  expect(describeVerdict({ ...verdict, unknown: 2, repeated: 1 })).toBe(
    'Verdict of the rehearsal: created 3, twice 0, lost 0, unknown 2, twice because of --retry-unknown 1',
  )
})
