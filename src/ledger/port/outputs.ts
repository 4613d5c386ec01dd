/** What an output was made of. Two outputs are the same thing when all of it is equal. */
export interface OutputOwner {
  operation: string
  /** Absolute path of the input. */
  file: string
  /** Worksheets; one empty name for CSV. */
  sheets: readonly string[]
  address: string
  company: string
}

/** Which run wrote which file, and what stood in it then. Paths are absolute. */
export interface Outputs {
  ownerOf(runId: number): Promise<OutputOwner>
  /**
   * Who wrote this file, when it was another input, another set of sheets, target or operation than this run's. Results of
   * a sandbox whose data is gone are nobody's.
   */
  findOtherOwner(file: string, runId: number): Promise<OutputOwner | undefined>
  /** Files that runs of the same input, sheets, target and operation wrote when this one was asked for; newest first. */
  listOwn(asked: string, runId: number): Promise<string[]>
  /** Files that runs of this operation and target wrote when this one was asked for, of whatever input. */
  listAsked(asked: string, operation: string, targetId: number): Promise<string[]>
  /** Whether the file stands as this program wrote it, or as it was kept. */
  isKnown(file: string, digest: string): Promise<boolean>
  /** Before the file takes its place; what stood there before stays known. `asked`: empty for a second name. */
  announce(runId: number, output: { file: string; asked: string; digest: string }): Promise<void>
  /** The file stands there: nothing else does any more. */
  confirm(file: string, digest: string): Promise<void>
  /** What stands there is kept elsewhere, and may be replaced. */
  recordBackup(runId: number, file: string, digest: string): Promise<void>
}
