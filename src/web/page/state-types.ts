import type { CheckState } from '../sheet/sheet-session.ts'
import type { PageState } from '../workspace.ts'

export type SheetState = NonNullable<PageState['sheet']>
export type FieldState = SheetState['fields'][number]
export type ProblemGroupState = CheckState['groups'][number]
export type PlanState = NonNullable<PageState['plan']>
export type RunState = NonNullable<PageState['run']>
export type StateCount = RunState['counts'][number]
export type SettingsState = PageState['settings']
export type DestinationState = PageState['destination']
export type RecentRun = PageState['recent'][number]
export type OtherRun = NonNullable<PageState['other']>
