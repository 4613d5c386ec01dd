import { formatState } from '../../contract/states.ts'
import type { Attention, Figures, TargetKind } from '../figures/figures.ts'
import { sortByKey } from '../figures/score-sums.ts'
import type { Exclusion } from '../figures/select-countable-trips.ts'
import { tableColumn } from '../tables/sheet-names.ts'
import { type FigureTable, figureTable, type Names } from './figure-table.ts'

/** The first line of a report; empty for the service itself. */
export const environmentWarnings: Readonly<Record<TargetKind, string>> = {
  production: '',
  test: 'TEST: figures of a test environment of the service',
  simulated: 'SIMULATED: everything here is made up by the sandbox, nothing of it is at the service',
}

export const exclusionTexts: Readonly<Record<Exclusion, string>> = {
  elsewhere: 'of another environment (test, sandbox) or another company than this report is of',
  retired: 'of a sandbox whose data was deleted',
  ready: 'not sent yet',
  changed: 'held back: they look like edited versions of trips that exist, and wait for an answer',
  kept: 'edited versions that are not sent, as the sheet Changed says: the earlier version counts',
  corrected: 'refused or not sent, and corrected since or taken out of their sheet',
  sending: 'on their way while this was read',
  unknown: 'unknown: sent, and perhaps not created at the service',
  rejected: 'refused by the service',
  failed: 'could not be sent',
  accepted: 'created, without scores',
  pending: 'created, without scores',
  done: 'done',
  unnamed: 'only the identifier is known here, not the trip',
  undated: 'with dates that cannot be right: none, an end before the start, or a trip of ten years and more',
  forgotten: 'forgotten: their content was erased',
  replaced: 'replaced by an edited version, which counts',
  repeated: 'the same trip assessed again: the newest assessment counts',
  declined: 'rejected or canceled by a decision',
  outside: 'outside the period',
}

interface AttentionText {
  what: string
  toDo: string
}

/** The most urgent first. */
export const attentionTexts: Readonly<Record<Attention, AttentionText>> = {
  unknown: {
    what: 'assessments whose outcome is unknown',
    toDo: 'Look each up at the service and answer in the sheet Unknown of its output, or in the file .unknown.csv beside it; the same command takes the answers.',
  },
  decisionsUnknown: {
    what: 'decisions whose outcome is unknown',
    toDo: 'Look each up at the service and answer in the sheet Unknown of its output, or in the file .unknown.csv beside it.',
  },
  changed: {
    what: 'edited trips that are held back',
    toDo: 'Say yes or no in the sheet Changed of their output, or in the file .changed.csv beside it; the same command takes the answers.',
  },
  rejected: {
    what: 'rows that the service refused',
    toDo: 'Correct them in their sheet, then start the same command again.',
  },
  decisionsRejected: {
    what: 'decisions that the service refused',
    toDo: 'Correct them in their sheet, then start the same command again.',
  },
  failed: { what: 'rows that could not be sent', toDo: 'Start the same command again: they were not processed.' },
  ready: {
    what: 'rows that were not sent yet',
    toDo: 'Start the same command again, or take them out of their sheet.',
  },
  pending: { what: 'assessments without scores', toDo: 'Ask again for their scores: refresh.' },
  abandoned: {
    what: 'trips and hires in no sheet any more, and not canceled',
    toDo: 'They count here. Where one does not take place, write yes beside it in the sheet Orphans of its output, or in the file .orphans.csv beside it: decide cancels it.',
  },
  undecided: {
    what: 'scored trips and hires without a decision',
    toDo: 'Fill in the sheet Decisions of their output: decide.',
  },
  undated: { what: 'assessments with dates that cannot be right', toDo: 'Look at their start and end dates.' },
}

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
        tableColumn('What', 42, ({ what }) => what),
        tableColumn('How many', 10, ({ count }) => count),
        tableColumn('What to do', 90, ({ toDo }) => toDo),
      ],
    },
  )
}

/** Decisions, and all that the ledger has recorded. */
export function ledgerTables(figures: Figures, names: Names, doneWord: string): FigureTable[] {
  const { decisions, inForce, outcomes, excluded } = figures
  return [
    figureTable(decisions, {
      name: 'Decisions',
      title: 'Decisions by status and approver',
      note: 'Every decision that was recorded in the period (by UTC), also those that later ones replaced.',
      columns: [
        tableColumn('Status', 22, ({ status }) => status),
        tableColumn('Approver', 28, ({ approver }) => (approver === '' ? 'none named' : names.approver(approver))),
        tableColumn('Recorded', 10, ({ recorded }) => recorded),
      ],
    }),
    figureTable(sortByKey(inForce), {
      name: 'In force',
      title: 'Decisions in force',
      note: 'The latest decision on each trip or hire that counts; those that were rejected or canceled are among the ones that are not counted.',
      columns: [
        tableColumn('Status', 22, ([status]) => status || 'none yet'),
        tableColumn('Trips and hires', 16, ([, count]) => count),
      ],
    }),
    figureTable(sortByKey(outcomes), {
      name: 'Outcomes',
      title: 'Requests by outcome',
      note: 'All that was ever to be created there, whatever its dates.',
      columns: [
        tableColumn('Outcome', 22, ([state]) => formatState(state, doneWord)),
        tableColumn('Requests', 10, ([, count]) => count),
      ],
    }),
    figureTable(
      [...excluded].toSorted(([, one], [, other]) => other - one),
      {
        name: 'Not counted',
        title: 'What is not counted, and why',
        note: 'Each request is counted once, or stands here once.',
        columns: [
          tableColumn('Why', 90, ([reason]) => exclusionTexts[reason]),
          tableColumn('Requests', 10, ([, count]) => count),
        ],
      },
    ),
  ]
}
