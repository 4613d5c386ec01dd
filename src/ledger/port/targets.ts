/** Where requests go: a base address (normalised, or `sandbox:<data file>`) and the label of a company there. */
export interface Target {
  id: number
  address: string
  company: string
}

/** Within what requests are told apart: the same content for another company is something else. */
export interface Scope {
  operation: string
  target: Target
}

/** What a run learned about a target, kept for the next one; JSON whose shape belongs to the pipeline. */
export interface TargetMemory {
  limiter: string | undefined
  pollSchedule: string | undefined
}

/** A slow hash of the token with a salt, as hex; the ledger never sees the token itself. */
export interface Fingerprint {
  salt: string
  hash: string
}

export interface Targets {
  /**
   * The label counts without capitals and without spaces around it; that of the first run is kept. `dataId`: of a sandbox,
   * which data it has.
   * @throws BatchError `usage` when the label is empty.
   */
  find(address: string, company: string, dataId?: string): Promise<Target>
  /**
   * Before a sandbox is looked for whose data may have been deleted: targets there that were used with other data get
   * another address, so that nothing of them counts as done. How many they were.
   */
  retire(address: string, dataId: string, now: number): Promise<number>
  /** The others whose token is known. */
  others(target: Target): Promise<{ target: Target; fingerprint: Fingerprint }[]>
  /** Of the token that was accepted for this target before; undefined when none was. */
  fingerprint(target: Target): Promise<Fingerprint | undefined>
  /** Keeps that of a token that the service has accepted. */
  rememberToken(target: Target, fingerprint: Fingerprint): Promise<void>
  /** Whether somebody has agreed that this address is sent to. */
  isConfirmed(target: Target): Promise<boolean>
  confirm(target: Target, now: number): Promise<void>
  /** Since when nothing is decided there by one alone; undefined when nobody has demanded that. */
  fourEyesSince(target: Target): Promise<number | undefined>
  /** Keeps that it was demanded: the first time counts, and nothing ends it. */
  enableFourEyes(target: Target, now: number): Promise<void>
  readMemory(target: Target): Promise<TargetMemory>
  writeMemory(target: Target, memory: TargetMemory): Promise<void>
}
