import { describe, expect, it } from 'vitest'
import { createValueList, findNearestValue, findValue } from '../../rooms/sheet/values.ts'

describe('findValue', () => {
  it('knows synonyms, but never above a value of the list', () => {
    const list = createValueList(['Yes', 'No', 'N'], new Map([['no', 'Yes']]))
    expect(findValue('n', list)).toBe('N')
    expect(findValue('NO', list)).toBe('No')
    expect(findValue('true', list)).toBe('Yes')
  })

  it('knows no Yes and No where the list has none', () => {
    expect(findValue('y', createValueList(['Low', 'Mid']))).toBeUndefined()
    expect(findValue('1', createValueList(['Low', 'Mid']))).toBeUndefined()
  })

  it('takes nothing that fits two values but is neither', () => {
    const list = createValueList(['level 1', 'Level 1'])
    expect(findValue('Level 1', list)).toBe('Level 1')
    expect(findValue('LEVEL 1', list)).toBeUndefined()
  })

  it.each([
    ['1.5', '15'],
    ['1-2', '12'],
    ['-5', '5'],
    ['Level 1.5', 'Level 15'],
  ])('tells %s from %s', (written, listed) => {
    expect(findValue(written, createValueList([listed]))).toBeUndefined()
  })
})

describe('findNearestValue', () => {
  it('gives the value as the list writes it', () => {
    expect(findNearestValue('cote divoir', createValueList(['Côte d’Ivoire', 'Spain']))).toBe('Côte d’Ivoire')
  })
})
