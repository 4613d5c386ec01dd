import type { SettingTable } from './setting.ts'

/** Of what serves until it is interrupted, the page and the sandbox, and of the demo. */
export const servingSettings = {
  port: {
    flag: '--port <n>',
    kind: { type: 'port' },
    about: '0 for any free port',
    usual: '4020, else any',
    commands: ['web', 'sandbox'],
    variants: { sandbox: { default: 4010, usual: '' } },
  },
  open: { flag: '--no-open', about: 'print the link, and open no browser', default: true, commands: ['web'] },
  shortcut: {
    flag: '--shortcut',
    about: 'put an icon that starts the page in this folder where the system has them',
    commands: ['web'],
  },
  data: {
    flag: '--data <file>',
    about: 'its data, or :memory:',
    default: 'output/sandbox.sqlite',
    commands: ['sandbox'],
  },
  config: { flag: '--config <file>', about: 'JSON: companies, tokens, staff, lists', commands: ['sandbox'] },
  smtp: {
    flag: '--smtp <url>',
    about: 'mail server for invitations, e.g. smtp://127.0.0.1:2525; one with a password by RWA_SMTP_URL',
    usual: '.eml files in "outbox" beside the data',
    commands: ['sandbox'],
  },
  readyAfter: {
    flag: '--ready-after <min>-<max>',
    kind: { type: 'timeRange' },
    about: 'from creation until scores are ready, e.g. 500ms-3s',
    commands: ['sandbox'],
  },
  keep: {
    flag: '--keep <folder>',
    about: 'a new folder for its files, or that of an earlier demo',
    default: 'rwa-batch-demo',
    commands: ['demo'],
  },
} as const satisfies SettingTable

/** Of runs that a scheduler of the system starts. */
export const schedulingSettings = {
  every: {
    flag: '--every <when>',
    kind: { type: 'choice', choices: ['night', 'quarter'] },
    about: 'each night, or on the first day of January, April, July and October',
    default: 'night',
    commands: ['schedule install'],
  },
  at: { flag: '--at <hh:mm>', about: 'at this time of the machine', default: '04:15', commands: ['schedule install'] },
  jobName: {
    flag: '--name <name>',
    about: 'what it is called',
    usual: 'night or quarter',
    commands: ['schedule install'],
  },
  scheduler: {
    flag: '--with <scheduler>',
    kind: { type: 'choice', choices: ['systemd', 'cron', 'launchd', 'task-scheduler'] },
    about: 'whose form; launchd and task-scheduler as text only',
    usual: 'that of this system',
    commands: ['schedule install'],
  },
} as const satisfies SettingTable
