export interface OutputOwner {
  operation: string
  file: string
  /** Worksheets; one empty name for CSV. */
  sheets: readonly string[]
  address: string
  company: string
}

/** Files written by runs, with their digests. Paths are absolute. */
export interface Outputs {
  ownerOf(runId: number): Promise<OutputOwner>
  /**
   * The writer of this file, if its input, set of sheets, target or operation differs from this run's. Results of a
   * sandbox whose data was deleted belong to no run.
   */
  findOtherOwner(file: string, runId: number): Promise<OutputOwner | undefined>
  /** Files that runs of the same input, sheets, target and operation wrote for this requested path; newest first. */
  listOwn(asked: string, runId: number): Promise<string[]>
  /** Files that runs of this operation and target wrote for this requested path, of any input. */
  listAsked(asked: string, operation: string, targetId: number): Promise<string[]>
  /** All files that runs wrote on this machine, and plans for a second person. */
  listAll(): Promise<string[]>
  /** Of the file at this path as it was written, or backed up. */
  digestsOf(file: string): Promise<string[]>
  /**
   * Called before the file is published; the earlier file at its path stays known. `asked`: empty for a second name.
   */
  announce(runId: number, output: { file: string; asked: string; digest: string }): Promise<void>
  /** The file was published: an earlier one at its path is no longer known. */
  confirm(file: string, digest: string): Promise<void>
  /** The file at this path has a backup and may be replaced. */
  recordBackup(runId: number, file: string, digest: string): Promise<void>
}
