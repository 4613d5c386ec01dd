import type { NoFacts } from './message.ts'

/** What the page says of its run, its plans and itself. */
export interface PageFacts {
  'page-defect': NoFacts
  'page-report': NoFacts
  'page-run-going': NoFacts
  'service-recovered': NoFacts
  'service-slow': NoFacts
  'service-away': NoFacts
  'rows-elsewhere': { senders: readonly string[] }
  'event-repeated': { event: string; rows: readonly string[] }
  'sealed-same-account': { isTeam: boolean }
  'sealed-look-alike': NoFacts
  'planned-row': { words: string }
  'file-set-aside': { file: string }
  'run-still': NoFacts
}
