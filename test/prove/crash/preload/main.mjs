// Loaded into the unmodified program with `--import`: it knows nothing of this.
import './sqlite.mjs'
import './sends.mjs'
import './files.mjs'
import { orders } from './points.mjs'

if (orders.ledger === 'postgres') await import('./postgres.mjs')
