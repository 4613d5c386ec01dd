import { formatState } from '../../contract/states.ts'
import type { Attention, Figures } from '../figures/figures.ts'
import { textCell } from '../rows/cells.ts'
import { countCell, type FigureTable, figureColumn } from './figure-table.ts'
import type { Names } from './names.ts'
import { attentionTexts, exclusionTexts } from './report-texts.ts'

export function attentionTable({ attention }: Figures): FigureTable {
  const lines = Object.entries(attentionTexts).flatMap(([key, { what, toDo }]) => {
    const number = attention.get(key as Attention) ?? 0
    return number === 0 ? [] : [[textCell(what), countCell(number), textCell(toDo)]]
  })
  return {
    name: 'Needs a person',
    title: 'What needs a person',
    note: 'Rows that did not pass the checks were never sent and are not known here: the output of their run names them.',
    columns: [figureColumn('What', 42), figureColumn('How many', 10), figureColumn('What to do', 90)],
    lines,
  }
}

export function decisionTable({ decisions }: Figures, names: Names): FigureTable {
  return {
    name: 'Decisions',
    title: 'Decisions by status and approver',
    note: 'Every decision that was recorded in the period (by UTC), also those that later ones replaced.',
    columns: [figureColumn('Status', 22), figureColumn('Approver', 28), figureColumn('Recorded', 10)],
    lines: decisions.map(({ status, approver, recorded }) => [
      textCell(status),
      textCell(approver === '' ? 'none named' : names.approver(approver)),
      countCell(recorded),
    ]),
  }
}

export function inForceTable({ inForce }: Figures): FigureTable {
  return {
    name: 'In force',
    title: 'Decisions in force',
    note: 'The latest decision on each trip or hire that counts; those that were rejected or canceled are among the ones that are not counted.',
    columns: [figureColumn('Status', 22), figureColumn('Trips and hires', 16)],
    lines: [...inForce]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([status, number]) => [textCell(status === '' ? 'none yet' : status), countCell(number)]),
  }
}

export function outcomeTable({ outcomes }: Figures, doneWord: string): FigureTable {
  return {
    name: 'Outcomes',
    title: 'Requests by outcome',
    note: 'All that was ever to be created there, whatever its dates.',
    columns: [figureColumn('Outcome', 22), figureColumn('Requests', 10)],
    lines: [...outcomes]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([state, number]) => [textCell(formatState(state, doneWord)), countCell(number)]),
  }
}

export function exclusionTable({ excluded }: Figures): FigureTable {
  return {
    name: 'Not counted',
    title: 'What is not counted, and why',
    note: 'Each request is counted once, or stands here once.',
    columns: [figureColumn('Why', 90), figureColumn('Requests', 10)],
    lines: [...excluded]
      .toSorted(([, one], [, other]) => other - one)
      .map(([reason, number]) => [textCell(exclusionTexts[reason]), countCell(number)]),
  }
}
