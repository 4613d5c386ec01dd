// Loaded before all else where files are made: they name no account and no machine that there is.
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

const { userInfo } = os
Object.assign(os, { hostname: () => 'desk', userInfo: () => ({ ...userInfo(), username: 'ann' }) })
syncBuiltinESMExports()
