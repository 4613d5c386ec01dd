import { expect, it } from 'vitest'
import { judge, type Said } from './verdict.mjs'

const made = (id: string, isReturned = true) => ({ employeeId: 'E1', id, isReturned })
const says = (word: Said['says'], assessmentId?: string): Said => ({ employeeId: 'E1', says: word, assessmentId })

it.each([
  ['is done, with its identifier', [made('A')], [says('done', 'A')], {}],
  ['was created twice, both known', [made('A'), made('B')], [says('done', 'A'), says('done', 'B')], { twice: 1 }],
  ['was created twice, the first unanswered', [made('A', false), made('B')], [says('done', 'B')], { twice: 1 }],
  ['was created twice, the first forgotten', [made('A'), made('B')], [says('done', 'B')], { twice: 1, lost: 1 }],
  ['was answered, and is in no results', [made('A')], [says('not sent')], { lost: 1 }],
  ['was answered, and is called unknown', [made('A')], [says('in doubt')], { inDoubt: 1 }],
  ['was created unanswered, and is called unknown', [made('A', false)], [says('in doubt')], { inDoubt: 1 }],
  ['was created unanswered, and is called not sent', [made('A', false)], [says('not sent')], { lost: 1 }],
  ['was never sent, and that is said', [], [says('not sent')], {}],
  ['was never sent, and is called unknown', [], [says('in doubt')], { inDoubt: 1 }],
  ['was never sent, and nothing is said', [], [], { lost: 1 }],
  ['was never sent, and is called done', [], [says('done', 'A')], { lost: 1 }],
])('a trip that %s', (_, created, said, expected) => {
  expect(judge(['E1'], created, said, said)).toEqual({ twice: 0, lost: 0, inDoubt: 0, ...expected })
})

it('an identifier in earlier results is not lost', () => {
  expect(judge(['E1'], [made('A'), made('B')], [says('done', 'A'), says('done', 'B')], [says('done', 'B')]).lost).toBe(
    0,
  )
})
