import { formatState } from '../../contract/states.ts'
import type { Attention, Figures } from '../figures/figures.ts'
import { sortByKey } from '../figures/score-sums.ts'
import { type FigureTable, figureColumn, figureTable, type Names } from './figure-table.ts'
import { attentionTexts, exclusionTexts } from './report-texts.ts'

export function attentionTable({ attention }: Figures): FigureTable {
  return figureTable(
    Object.entries(attentionTexts)
      .map(([key, texts]) => ({ ...texts, count: attention.get(key as Attention) ?? 0 }))
      .filter(({ count }) => count > 0),
    {
      name: 'Needs a person',
      title: 'What needs a person',
      note: 'Rows that did not pass the checks were never sent and are not known here: the output of their run names them.',
      columns: [
        figureColumn('What', 42, ({ what }) => what),
        figureColumn('How many', 10, ({ count }) => count),
        figureColumn('What to do', 90, ({ toDo }) => toDo),
      ],
    },
  )
}

export function decisionTable({ decisions }: Figures, names: Names): FigureTable {
  return figureTable(decisions, {
    name: 'Decisions',
    title: 'Decisions by status and approver',
    note: 'Every decision that was recorded in the period (by UTC), also those that later ones replaced.',
    columns: [
      figureColumn('Status', 22, ({ status }) => status),
      figureColumn('Approver', 28, ({ approver }) => (approver === '' ? 'none named' : names.approver(approver))),
      figureColumn('Recorded', 10, ({ recorded }) => recorded),
    ],
  })
}

export function inForceTable({ inForce }: Figures): FigureTable {
  return figureTable(sortByKey(inForce), {
    name: 'In force',
    title: 'Decisions in force',
    note: 'The latest decision on each trip or hire that counts; those that were rejected or canceled are among the ones that are not counted.',
    columns: [
      figureColumn('Status', 22, ([status]) => status || 'none yet'),
      figureColumn('Trips and hires', 16, ([, count]) => count),
    ],
  })
}

export function outcomeTable({ outcomes }: Figures, doneWord: string): FigureTable {
  return figureTable(sortByKey(outcomes), {
    name: 'Outcomes',
    title: 'Requests by outcome',
    note: 'All that was ever to be created there, whatever its dates.',
    columns: [
      figureColumn('Outcome', 22, ([state]) => formatState(state, doneWord)),
      figureColumn('Requests', 10, ([, count]) => count),
    ],
  })
}

export function exclusionTable({ excluded }: Figures): FigureTable {
  return figureTable(
    [...excluded].toSorted(([, one], [, other]) => other - one),
    {
      name: 'Not counted',
      title: 'What is not counted, and why',
      note: 'Each request is counted once, or stands here once.',
      columns: [
        figureColumn('Why', 90, ([reason]) => exclusionTexts[reason]),
        figureColumn('Requests', 10, ([, count]) => count),
      ],
    },
  )
}
