import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HistoryEntry, matchHistory } from '../rooms/ledger.ts'

/** What was recorded, as the tests write it: `A R? !P` for A, an R that is unknown, and a P that does not count. */
function historyOf(text: string): HistoryEntry[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, index) => ({
      id: index + 1,
      content: word.replace(/[!?]/g, ''),
      isCertain: !word.endsWith('?'),
      counts: !word.startsWith('!'),
    }))
}

/** What is to become of each row: `done 2`, `unknown 1`, `open`, `open?` if it may be in force, `repeat 0`; `-` in the sheet is a row that cannot be read. */
function placesOf(sheet: string, history: string, areRepeatsAllowed = false): string[] {
  const rows = sheet.split(' ').map((word) => (word === '-' ? undefined : word))
  return matchHistory(rows, historyOf(history), areRepeatsAllowed).map((place) => {
    if (place.kind === 'open') return place.mayBeInForce === true ? 'open?' : 'open'
    return `${place.kind} ${place.kind === 'repeat' ? place.of : place.id}`
  })
}

describe('what is recorded for certain', () => {
  it.each([
    ['nothing was recorded', 'A R', '', ['open', 'open']],
    ['the same sheet again', 'A R', 'A R', ['done 1', 'done 2']],
    ['a sheet that was broken off', 'A R P', 'A R', ['done 1', 'done 2', 'open']],
    ['somebody else’s decision came later', 'A', 'A P', ['open']],
    ['undone and redone', 'A', 'A P A', ['done 3']],
    ['the sheet begins with what was recorded before its end', 'A R', 'R', ['open', 'open']],
    ['recorded in another order', 'A R', 'R A', ['done 2', 'open']],
    ['a decision in between', 'A R', 'A P R', ['open', 'open']],
    ['the longest beginning counts', 'A R A', 'A R A', ['done 1', 'done 2', 'done 3']],
    ['a beginning that is shorter than what was recorded', 'A R A', 'A R A R', ['done 3', 'done 4', 'open']],
    ['recorded twice in a row is recorded once', 'A R P', 'A R R P', ['done 1', 'done 3', 'done 4']],
    ['longer histories', 'A R', 'P A R P A R', ['done 5', 'done 6']],
    ['a row that cannot be read changes nothing', 'A - R', 'A R', ['done 1', 'open', 'done 2']],
  ])('%s', (_, sheet, history, places) => {
    expect(placesOf(sheet, history)).toEqual(places)
  })
})

describe('what is unknown', () => {
  it.each([
    ['is neither done nor sent', 'A', 'A?', ['unknown 1']],
    ['leaves what follows it open', 'A R', 'A?', ['unknown 1', 'open']],
    ['leaves what was recorded before it done, when the sheet goes on with it', 'A R', 'A R?', ['done 1', 'unknown 2']],
    ['may have replaced what was recorded before it', 'A', 'A P?', ['open?']],
    ['does not matter once something was recorded after it', 'A', 'P? A', ['done 2']],
    ['stays unknown, whatever was recorded after it', 'R', 'R? P', ['unknown 1']],
    ['is not needed where the same was recorded as well', 'A', 'A? A', ['done 2']],
    ['may have been the same once more', 'A', 'A A?', ['done 1']],
    ['opens again what followed it, because it would come too late', 'A R', 'A? R', ['unknown 1', 'open']],
    ['counts for one row only, the first', 'A R A', 'A?', ['unknown 1', 'open', 'open']],
    ['counts for the row that is not done yet', 'A R A', 'A R A?', ['done 1', 'done 2', 'unknown 3']],
    ['leaves what was sent again after it done', 'A R', 'A R A? R', ['done 1', 'done 4']],
    ['may have undone what came last', 'A R', 'A R A?', ['done 1', 'open?']],
    ['may break what was recorded around it', 'A R', 'A P? R', ['open?', 'open']],
    ['may have begun the sheet anew', 'A P R', 'A P R A?', ['done 1', 'open?', 'open']],
    ['may not have, whatever was sent then', 'A P R', 'A P R A? P R', ['unknown 4', 'open', 'open']],
  ])('%s', (_, sheet, history, places) => {
    expect(placesOf(sheet, history)).toEqual(places)
  })
})

describe('an --again', () => {
  it.each([
    ['does everything anew', 'A R', '!A !R', ['open', 'open']],
    ['that was broken off is carried on', 'A R', '!A !R A', ['done 3', 'open']],
    ['counts only what it recorded without a break', 'A R', 'A !P R', ['open', 'open']],
    ['sends nothing that is unknown', 'A', 'A?', ['unknown 1']],
    ['does not wait for what somebody else’s unknown may have changed', 'A', '!A P?', ['open']],
  ])('%s', (_, sheet, history, places) => {
    expect(placesOf(sheet, history)).toEqual(places)
  })
})

describe('rows that say the same', () => {
  it.each<[string, string, string, boolean, string[]]>([
    ['next to each other are one', 'A A A R', '', false, ['open', 'repeat 0', 'repeat 0', 'open']],
    ['with another one between are two', 'A R A', '', false, ['open', 'open', 'open']],
    ['with one that cannot be read between are two', 'A - A', '', false, ['open', 'open', 'open']],
    ['are sent where that is allowed', 'A A', '', true, ['open', 'open']],
    ['are one, however it was recorded', 'A A R', 'A R', false, ['done 1', 'repeat 0', 'done 2']],
    ['that were recorded as often are all done', 'A A R', 'A A', false, ['done 1', 'done 2', 'open']],
    ['that may have been recorded as often are not denied', 'A A', 'A A?', false, ['done 1', 'unknown 2']],
    ['are one where one is unknown', 'A A', 'A?', false, ['unknown 1', 'repeat 0']],
  ])('%s', (_, sheet, history, areRepeatsAllowed, places) => {
    expect(placesOf(sheet, history, areRepeatsAllowed)).toEqual(places)
  })
})

/** Every way in which what is unknown may have ended; a gap stands for what does not count. */
function casesOf(history: readonly HistoryEntry[]): string[][] {
  let cases: string[][] = [[]]
  for (const { content, isCertain, counts } of history) {
    const longer = cases.map((one) => [...one, counts ? content : '(gap)'])
    cases = isCertain ? longer : [...cases, ...longer]
  }
  return cases
}

function isRepeated(content: string, index: number, all: readonly string[]): boolean {
  return index > 0 && content === all[index - 1]
}

/** The rule as it is written, tried out from the longest beginning to the shortest. */
function countDone(sheet: readonly string[], sequence: readonly string[]): number {
  const areRepeatsOne = !sheet.some(isRepeated)
  const recorded = areRepeatsOne ? sequence.filter((...one) => !isRepeated(...one)) : sequence
  for (let length = sheet.length; length > 0; length -= 1) {
    if (length > recorded.length) continue
    const end = recorded.slice(recorded.length - length)
    if (sheet.slice(0, length).every((content, index) => content === end[index])) return length
  }
  return 0
}

const contents = fc.constantFrom('A', 'R', 'P')
const sheets = fc.array(contents, { maxLength: 6 })
const histories = fc
  .array(fc.record({ content: contents, isCertain: fc.boolean(), counts: fc.boolean() }), { maxLength: 8 })
  .map((history) =>
    history.map(
      (recorded, index): HistoryEntry => ({
        ...recorded,
        counts: recorded.counts || !recorded.isCertain,
        id: index,
      }),
    ),
  )

describe('of any sheet and any history', () => {
  it('as many rows are done as in the worst case, and each was certainly recorded as what it says', () => {
    fc.assert(
      fc.property(sheets, histories, (sheet, history) => {
        const places = matchHistory(sheet, history, true)
        const fewest = Math.min(...casesOf(history).map((recorded) => countDone(sheet, recorded)))
        const ids = places.flatMap((place) => (place.kind === 'done' ? [place.id] : []))
        expect(places.map(({ kind }) => kind === 'done')).toEqual(sheet.map((_, index) => index < fewest))
        expect(ids.map((id) => history[id])).toMatchObject(
          sheet.slice(0, fewest).map((content) => ({ content, isCertain: true })),
        )
        expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
      }),
      { numRuns: 2_000 },
    )
  })

  it('what is unknown is never sent as something new, and stands in one row only', () => {
    fc.assert(
      fc.property(sheets, histories, (sheet, history) => {
        const places = matchHistory(sheet, history, true)
        const unknown = places.flatMap((place) => (place.kind === 'unknown' ? [place.id] : []))
        expect(new Set(unknown).size).toBe(unknown.length)
        for (const content of new Set(sheet)) {
          const doubts = history.filter((recorded) => recorded.content === content && !recorded.isCertain).length
          const rows = places.filter(({ kind }, index) => sheet[index] === content && kind !== 'done')
          const shown = rows.filter(({ kind }) => kind === 'unknown').length
          expect(shown).toBe(Math.min(doubts, rows.length))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('once what is open was recorded in order, the same sheet sends nothing: all is done, but for what waits behind a doubt', () => {
    fc.assert(
      fc.property(sheets, histories, fc.boolean(), (sheet, history, areRepeatsAllowed) => {
        const places = matchHistory(sheet, history, areRepeatsAllowed)
        fc.pre(!places.some(({ kind }) => kind === 'unknown'))
        // Where equal rows are meant to be there twice, what was sent anew after a doubt may be one too many.
        fc.pre(!areRepeatsAllowed || history.every(({ isCertain }) => isCertain))
        const sent = sheet
          .filter((_, index) => places[index]?.kind === 'open')
          .map((content, index): HistoryEntry => ({ id: 100 + index, content, isCertain: true, counts: true }))
        const left = matchHistory(sheet, [...history, ...sent], areRepeatsAllowed).map(({ kind }) => kind)
        const doubt = left.indexOf('unknown')
        const sendable = doubt < 0 ? left : left.slice(0, doubt)
        expect(sendable.filter((kind) => kind === 'open')).toEqual([])
        if (history.every(({ isCertain }) => isCertain)) expect(doubt).toBe(-1)
      }),
      { numRuns: 2_000 },
    )
  })
})
