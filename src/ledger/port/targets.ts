export interface Target {
  id: number
  address: string
  company: string
}

/** Requests of different scopes differ: the same content for another company is another request. */
export interface Scope {
  operation: string
  target: Target
}

/** A run's findings about a target, kept for the next run; JSON whose shape belongs to the pipeline. */
interface TargetMemory {
  limiter: string | undefined
  pollSchedule: string | undefined
}

/** A slow, salted hash of the token, as hex; the ledger never sees the token itself. */
export interface Fingerprint {
  salt: string
  hash: string
}

export interface Targets {
  /**
   * The label is compared without case and surrounding spaces; the first run's spelling is kept. `dataId` identifies
   * the data of a sandbox.
   * @throws BatchError `usage` when the label is empty.
   */
  find(address: string, company: string, dataId?: string): Promise<Target>
  /**
   * Call it before finding a sandbox's target: its data may have been deleted. Targets used with other data get
   * another address, so none of their requests counts as done. Returns their number.
   */
  retire(address: string, dataId: string, now: number): Promise<number>
  /** Of all targets, once each. */
  addresses(): Promise<string[]>
  others(target: Target): Promise<{ target: Target; fingerprint: Fingerprint }[]>
  /** For the token that this target accepted before; undefined without one. */
  fingerprint(target: Target): Promise<Fingerprint | undefined>
  /** For a token that the service has accepted. */
  rememberToken(target: Target, fingerprint: Fingerprint): Promise<void>
  isConfirmed(target: Target): Promise<boolean>
  confirm(target: Target, now: number): Promise<void>
  readMemory(target: Target): Promise<TargetMemory>
  writeMemory(target: Target, memory: TargetMemory): Promise<void>
}
