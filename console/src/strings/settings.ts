import { pageTitles } from './page-titles.ts';

export const settingStrings = {
  title: pageTitles.settings,
  lead: 'Settings of the organization.',
  save: 'Save',
  saved: 'Changes saved.',
  general: { title: 'General', name: 'Organization name' },
  about: {
    title: 'About this organization',
    id: 'ID',
    plan: 'Plan',
    regions: 'Data regions',
    retention: 'Zero data retention',
    on: 'On: only token counts of a call are kept',
    off: 'Off',
    made: 'Created',
  },
  domains: {
    title: 'Email domains',
    lead: 'Invites can be sent only to addresses in these domains. Leave empty to allow any address.',
    label: 'Domains',
    hint: 'One per line, such as example.com.',
  },
  mcp: {
    title: 'MCP servers',
    lead: 'Which MCP servers calls can use.',
    modes: {
      all: { name: 'Any server', hint: 'Callers can use any server.' },
      listed: { name: 'Only listed servers', hint: 'Calls that use any other server are refused.' },
      none: { name: 'None', hint: 'Calls that use an MCP server are refused.' },
    },
    urls: 'Server URLs',
    urlsHint: 'One per line, such as https://tools.example.com/mcp.',
  },
  codeTelemetry: {
    title: 'Code clients',
    lead: 'Sessions, lines of code, commits and decisions about tools are reported by code clients. The report of code analytics shows them by person.',
    label: 'Take reports of code clients',
    hint: 'Off: their reports are refused, and no new ones are stored.',
  },
  ownership: {
    title: 'Primary owner',
    lead: 'Only the primary owner can transfer this role. You then become an owner.',
    action: 'Transfer ownership',
    dialog: 'Transfer primary ownership',
    to: 'New primary owner',
    code: 'Code from your authenticator app',
    codeHint: 'Enter a new code. Each code confirms one change.',
    submit: 'Transfer',
    done: (name: string) => `${name} is now the primary owner.`,
  },
} as const;
