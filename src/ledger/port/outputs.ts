export interface OutputOwner {
  operation: string
  file: string
  /** Worksheets; one empty name for CSV. */
  sheets: readonly string[]
  address: string
  company: string
}
