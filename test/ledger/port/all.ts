import { describeAudit } from './audit.ts'
import { describeChangedRows } from './changed-rows.ts'
import { describeEarlierVersions, describeErasedVersions } from './earlier-versions.ts'
import { describeExcerpts } from './excerpt.ts'
import { describeForgetting } from './forgetting.ts'
import { describeForgettingKey } from './forgetting-key.ts'
import { describeForgettingWaiting } from './forgetting-waiting.ts'
import { describeLaterFields, describeLaterFieldsOfForgotten } from './later-fields.ts'
import { describeLoadCompletion } from './load-completion.ts'
import { describeOrderedPlacing } from './ordered-matching.ts'
import { describeOrderedRows } from './ordered-rows.ts'
import { describeOrphans } from './orphans.ts'
import { describeOutcomes } from './outcomes.ts'
import { describeOutputs } from './outputs.ts'
import { describeOverlaps } from './overlaps.ts'
import { describeOverview } from './overview.ts'
import { describePerson } from './person.ts'
import { describeRecorded } from './recorded.ts'
import { describeResolutions } from './resolutions.ts'
import { describeRegister } from './row-loader.ts'
import { describeRules } from './rules.ts'
import { describeRunComparison } from './run-comparison.ts'
import { describeRunSheets } from './run-inputs.ts'
import { describeRuns } from './runs.ts'
import { describeLedger } from './side-by-side.ts'
import { describeStatus } from './status.ts'
import { describeSubmissions } from './submissions.ts'
import { describeTargets } from './targets.ts'
import { describeUndo } from './undo.ts'
import { describeClaims } from './unique-keys.ts'
import { describeWaitingRuns } from './waiting.ts'

/** What every ledger promises, each as a suite over the stores that are made for it. */
export const promises = [
  describeLedger,
  describeRegister,
  describeLaterFields,
  describeChangedRows,
  describeClaims,
  describeWaitingRuns,
  describeOrphans,
  describeOutcomes,
  describeOverlaps,
  describeOverview,
  describeResolutions,
  describeRunSheets,
  describeRuns,
  describeSubmissions,
  describeTargets,
  describeLoadCompletion,
  describeAudit,
  describeEarlierVersions,
  describeRecorded,
  describePerson,
  describeStatus,
  describeOrderedPlacing,
  describeOrderedRows,
  describeOutputs,
  describeUndo,
  describeRunComparison,
  describeExcerpts,
]

/** For users who may forget: a sender of a team may not. */
export const promisesToOwners = [
  ...promises,
  describeErasedVersions,
  describeForgetting,
  describeForgettingKey,
  describeLaterFieldsOfForgotten,
  describeForgettingWaiting,
  describeRules,
]
