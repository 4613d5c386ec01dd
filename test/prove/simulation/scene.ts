import type { Transport } from '../../rooms/client.ts'
import type { Operation, RunConnection, RunPorts, RunReport, RunRequest } from '../../rooms/pipeline/model.ts'
import type { DiagramWatch } from './diagram.ts'
import type { Dice } from './dice.ts'
import type { LedgerView, SeenSubmission } from './ledger-view.ts'
import type { Parts } from './parts.ts'
import type { SimulatedProcess } from './process.ts'
import type { EndedRun } from './run-rules.ts'
import type { PlannedRun } from './scenario.ts'
import type { ServiceModel } from './service-model.ts'
import type { Verdict } from './verdict.ts'
import type { VirtualLoop } from './virtual-loop.ts'
import type { SentRequest } from './wire.ts'

/** A ledger that is open, for one target. */
export interface OpenedLedger extends RunConnection {
  close(): Promise<void>
  /** Lets go of it when its process is dead: nothing more is written anywhere. */
  abandon(): Promise<void>
}

export type Opener = (about: {
  file: string
  process: SimulatedProcess
  parts: Parts
  transport: Transport
}) => Promise<OpenedLedger>

/** One start of the command, and what it finds. */
export interface Scene {
  operation: Operation
  planned: Pick<PlannedRun, 'options' | 'resend' | 'weather' | 'diesAt' | 'interruptAt'>
  input: string
  /** The folder of ledger and output. */
  place: string
  skewMs: number
  parts: Parts
  loop: VirtualLoop
  service: ServiceModel
  dice: Dice
  verdict: Verdict
  truth: { look(submissions: readonly SeenSubmission[], concurrency: number): void }
  diagram: DiagramWatch
  /** The file alone by default. */
  open?: Opener
  /** What the process does; a run of the sheet by default. Undefined where it has no report. */
  work?(about: Work): Promise<RunReport | undefined>
  /** The sealed run that it releases, perhaps once more. */
  releases?: number | undefined
  /** Whether the person confirms a plan; they do by default. */
  confirms?: boolean
  /** Called when it ended with an error, which is a breach by default. */
  onRefused?(error: unknown): void
  /** Its claims are refused, and nobody else makes them: it may wait for ever. */
  mayWaitForEver?: boolean
  /** It reads no sheet. */
  isSendingOnly?: boolean
  /** Called for every request as it starts. */
  onSend?(request: SentRequest, submissions: readonly SeenSubmission[]): void
  /** Called when the run has come to its end by itself. */
  judge(run: Omit<EndedRun, 'sheet'>): Promise<void>
  /** Called at the moment of death, when the disk is as it will be found. */
  onDeath(): void
}

/** What a process is given to do its work with. */
export interface Work {
  operation: Operation
  connection: RunConnection
  batch: RunRequest
  ports: RunPorts
  view: LedgerView
}

export interface PlayedRun {
  end: 'ended' | 'died' | 'refused' | 'hopeless'
  requests: readonly SentRequest[]
  /** Whether its run was released, and what became of the others. */
  isReleased: boolean
}
