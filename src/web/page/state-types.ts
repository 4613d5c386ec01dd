import type { PersonState } from '../person-controller.ts'
import type { Task } from '../request-schemas.ts'
import type { AskedProfile } from '../server/ask-profile.ts'
import type { DraftState } from '../sheet/drafts.ts'
import type { CheckState } from '../sheet/sheet-session.ts'
import type { PageState } from '../workspace.ts'

export type { AskedProfile, CheckState, DraftState, PageState, PersonState, Task }
export type SheetState = NonNullable<PageState['sheet']>
export type FieldState = SheetState['fields'][number]
export type ProblemGroupState = CheckState['groups'][number]
export type PlanState = NonNullable<PageState['plan']>
export type SealedState = NonNullable<PageState['sealed']>
export type RunState = NonNullable<PageState['run']>
export type StateCount = RunState['counts'][number]
export type SettingsState = PageState['settings']
export type DestinationState = PageState['destination']
export type RecentRun = PageState['recent'][number]
export type OtherRun = NonNullable<PageState['other']>
