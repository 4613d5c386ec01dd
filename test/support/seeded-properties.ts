import fc from 'fast-check'

// Every property plays the same examples in every run; `RWA_SEED` plays others.
fc.configureGlobal({ seed: Number(process.env['RWA_SEED'] ?? 20261124) })
