export interface KnownAssessment {
  id: number
  identifier: string
  request: string
}

export interface RefreshChoice {
  file: string | undefined
  isScoredToo: boolean
}

export interface ScoredRow {
  seq: number
  id: number
  identifier: string
  subject: string | null
}
