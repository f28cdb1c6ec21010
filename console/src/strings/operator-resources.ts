import { searchNames } from './search-names.ts';
import { valueNames } from './value-names.ts';

/** What an organization has, for people who run the deployment. */
export const operatorResourceStrings = {
  tabs: {
    label: 'What the organization has',
    members: 'Members',
    workspaces: 'Workspaces',
    keys: 'API keys',
    admin_keys: 'Admin keys',
    spend: 'Spend limits',
  },
  workspaces: {
    list: 'Workspaces',
    columns: {
      name: 'Name',
      keys: 'Active keys',
      members: 'Members',
      spent: 'Spent this month',
      limit: 'Spend limit',
      created: 'Created',
    },
    default: 'Default',
    archived: 'Archived',
    noLimit: 'None',
    empty: { title: 'No workspaces', text: 'Every organization has one from the start.' },
  },
  keys: {
    list: 'API keys',
    show: 'Show',
    columns: {
      name: 'Name',
      workspace: 'Workspace',
      status: 'Status',
      limits: 'Limits',
      used: 'Last used',
      actions: 'Actions',
    },
    never: 'Never',
    noLimits: 'Workspace limits only',
    limits: {
      models: (count: number) => (count === 1 ? '1 model' : `${count} models`),
      budget: (amount: string) => `${amount} a month`,
      requests: (count: string) => `${count} requests a minute`,
      input: (count: string) => `${count} input tokens a minute`,
      output: (count: string) => `${count} output tokens a minute`,
    },
    statuses: searchNames.keyFilters,
    empty: { title: 'No keys', text: 'There is no key in this state.' },
    revoke: {
      named: (name: string) => `Revoke ${name}`,
      title: (name: string) => `Revoke ${name}?`,
      text: 'Calls with this key are refused at once, on every node, and it cannot be brought back. The audit log of the organization shows that an operator did it.',
      action: 'Revoke',
      done: 'Key revoked.',
    },
  },
  adminKeys: {
    list: 'Admin keys',
    columns: { name: 'Name', creator: 'Created by', status: 'Status', used: 'Last used', actions: 'Actions' },
    empty: { title: 'No admin keys', text: 'Owners and administrators make them.' },
    text: 'Requests with this key are refused at once, on every node, and it cannot be brought back. Owners are notified by mail.',
  },
  spend: {
    title: 'Spend limit of the organization',
    lead: 'Credits that it may spend in a calendar month, UTC. Owners see it under Limits and may change it.',
    limit: 'Limit',
    spent: 'Spent this month',
    resets: 'Resets',
    none: 'None',
    edit: 'Change',
    form: {
      title: 'Change the spend limit',
      amount: 'US dollars per month',
      hint: 'Leave empty for no limit.',
      submit: 'Save',
      done: 'Spend limit changed.',
    },
    list: 'Spend limits',
    columns: { of: 'Of', id: 'Id', spent: 'Spent this month', limit: 'Limit' },
    scopes: valueNames.spendLimitScopes,
    empty: {
      title: 'No spend limits',
      text: 'Nothing caps what the organization and its parts spend of credits.',
    },
  },
} as const;
