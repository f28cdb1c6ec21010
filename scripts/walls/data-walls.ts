import { readFileSync } from 'node:fs';
import { ENDS_WITH_MEMBERSHIP, reads, writes, type DataWall } from './data-wall.ts';
import { SIGN_ON_DATA_WALLS } from './sign-on-data-walls.ts';
import { FEATURE_ORDER } from './table.ts';

const SHOWN_WITH_WORKSPACE = 'A workspace is shown with its limits and counts, a page of them in one query.';
const COUNTED_IN_BACKUP = 'A backup counts what it holds, in the snapshot it copies.';
const ADDRESSED_WHEN_WRITTEN =
  'Whom a mail goes to is settled when it is written: the members of that moment.';

/** Tables whose name does not tell the owner, and those that others use too. */
const LISTED: Readonly<Record<string, DataWall>> = {
  organizations: {
    owner: 'features/organization',
    readers: [
      'features/compat',
      'features/console-auth',
      'features/conversation',
      'features/directory',
      'features/files',
      'features/keys',
      'features/margins',
      'features/reports',
    ],
    exceptions: [
      reads('features/mail', 'A mail is listed with the name its organization has today.'),
      writes(
        'features/managed-organizations',
        'Operators change what owners may not: plan, status, billing.',
      ),
      reads('store', COUNTED_IN_BACKUP),
    ],
  },
  users: {
    owner: 'features/organization',
    readers: [
      'features/directory',
      'features/keys',
      'features/managed-organizations',
      'features/oauth',
      'features/reports',
    ],
    exceptions: [
      writes(
        'features/console-auth',
        'An account and how its person signs in are one thing, written in one transaction.',
      ),
      reads('features/mail', ADDRESSED_WHEN_WRITTEN),
      reads('store', COUNTED_IN_BACKUP),
    ],
  },
  members: {
    owner: 'features/organization',
    readers: [
      'features/directory',
      'features/groups',
      'features/keys',
      'features/managed-organizations',
      'features/oauth',
      'features/permissions',
      'features/reports',
      'features/spend-limits',
    ],
    exceptions: [
      writes('features/console-auth', "A session in use is noted as its member's last activity."),
      reads('features/mail', ADDRESSED_WHEN_WRITTEN),
    ],
  },
  workspaces: {
    owner: 'features/workspaces',
    readers: [
      'features/compat',
      'features/console-auth',
      'features/keys',
      'features/oauth',
      'features/permissions',
      'features/plugins',
      'features/reports',
      'features/tunnels',
      'features/webhooks',
    ],
    exceptions: [
      reads('features/organization', "An invite names workspaces, which must be the organization's own."),
      reads(
        'features/spend-limits',
        'A limit of a workspace that is missing or archived is refused in the transaction that stores it.',
      ),
    ],
  },
  workspace_members: {
    owner: 'features/workspaces',
    readers: [
      'features/directory',
      'features/keys',
      'features/oauth',
      'features/permissions',
      'features/plugins',
    ],
    exceptions: [writes('features/organization', ENDS_WITH_MEMBERSHIP)],
  },
  api_keys: {
    owner: 'features/keys',
    readers: ['features/billing', 'features/reports'],
    exceptions: [reads('features/workspaces', SHOWN_WITH_WORKSPACE), reads('store', COUNTED_IN_BACKUP)],
  },
  admin_keys: {
    owner: 'features/keys',
    readers: ['features/reports'],
  },
  member_groups: {
    owner: 'features/groups',
    readers: ['features/billing'],
    exceptions: [reads('features/organization', ENDS_WITH_MEMBERSHIP)],
  },
  member_group_users: {
    owner: 'features/groups',
    readers: ['features/billing'],
    exceptions: [
      writes('features/organization', ENDS_WITH_MEMBERSHIP),
      reads(
        'features/spend-limits',
        'The spend of a group is that of its members, a page of limits in one query.',
      ),
    ],
  },
  spend_limits: { owner: 'features/spend-limits', readers: ['features/billing', 'features/workspaces'] },
  rate_limit_overrides: {
    owner: 'features/rate-limits',
    exceptions: [reads('features/workspaces', SHOWN_WITH_WORKSPACE)],
  },
  usage_records: {
    owner: 'features/billing',
    readers: ['features/reports'],
    exceptions: [reads('store', 'The store makes the months of the table ahead.')],
  },
  usage_months: { owner: 'store', readers: ['features/billing'] },
  request_records: {
    owner: 'features/request-records',
    readers: ['features/reports'],
    exceptions: [reads('store', 'The store makes the weeks of the table ahead.')],
  },
  request_hours: { owner: 'features/request-records', readers: ['features/reports'] },
  request_days: { owner: 'features/request-records', readers: ['features/reports'] },
  usage_hours: { owner: 'features/billing', readers: ['features/reports'] },
  usage_days: { owner: 'features/billing', readers: ['features/reports'] },
  code_counts: { owner: 'features/code-telemetry', readers: ['features/reports'] },
  code_series: { owner: 'features/code-telemetry' },
  usage_periods: { owner: 'features/billing', readers: ['features/margins'] },
  plan_usage: { owner: 'features/billing' },
  credit_spend: {
    owner: 'features/spend-limits',
    readers: ['features/keys', 'features/workspaces'],
    exceptions: [
      writes(
        'features/billing',
        'Charges are what is counted: spend, wallet and ledger change in one statement.',
      ),
    ],
  },
  ledger_entries: { owner: 'features/billing', readers: ['features/rate-limits'] },
  wallets: { owner: 'features/billing', readers: ['features/managed-organizations'] },
  wallet_leases: { owner: 'features/billing' },
  limit_leases: { owner: 'features/billing' },
  payments: { owner: 'features/billing' },
  outbox_events: {
    owner: 'events',
    readers: ['features/billing'],
    exceptions: [
      writes('features/webhooks', 'Webhooks read an event last, and delete it once nobody can replay it.'),
    ],
  },
  event_cursors: { owner: 'events', readers: ['features/webhooks'] },
  files: {
    owner: 'features/files',
    readers: ['features/batches'],
    exceptions: [reads('store', COUNTED_IN_BACKUP)],
  },
  batches: {
    owner: 'features/batches',
    exceptions: [
      reads(
        'features/files',
        'A file that a batch is reading stays, asked in the transaction that deletes it (D-BATCH-9).',
      ),
    ],
  },
  batch_lines: { owner: 'features/batches' },
  tunnels: {
    owner: 'features/tunnels',
  },
  plugins: {
    owner: 'features/plugins',
    exceptions: [
      reads(
        'features/files',
        'Stored blobs are compared with every row that names one, in the order of their keys.',
      ),
    ],
  },
  jobs: { owner: 'jobs', readers: ['features/files'] },
  invites: { owner: 'features/organization' },
  idempotent_answers: { owner: 'features/mutations' },
  reply_marks: { owner: 'features/conversation' },
  response_items: { owner: 'features/compat' },
  signed_replies: { owner: 'features/conversation' },
  sessions: { owner: 'features/console-auth' },
  sign_in_methods: { owner: 'features/console-auth' },
  sign_in_challenges: { owner: 'features/console-auth' },
  second_factors: { owner: 'features/console-auth' },
  passkeys: { owner: 'features/console-auth' },
  sign_in_attempts: { owner: 'features/console-auth' },
  owner_links: { owner: 'features/console-auth' },
  token_signing_keys: { owner: 'features/oauth' },
  code_sessions: { owner: 'features/oauth' },
  device_requests: { owner: 'features/oauth' },
  user_code_tries: { owner: 'features/oauth' },
  desktop_replies: { owner: 'features/oauth' },
  inference_hooks: {
    owner: 'features/inference-hook',
    exceptions: [
      reads('features/organization', 'What every call must know of an organization is loaded by one query.'),
    ],
  },
  ...SIGN_ON_DATA_WALLS,
  routes_out_of_service: { owner: 'features/deployment-state' },
  engine_probes: { owner: 'features/engine-inspection' },
  traffic_increments: {
    owner: 'features/request-records',
    exceptions: [writes('features/traffic', 'Traffic adds increments up and takes them away.')],
  },
  nodes: { owner: 'features/deployment-health' },
};

const TABLES_FILE = new URL('../../server/src/store/tables.ts', import.meta.url);

/** The feature that a table is named after: `operator_keys` belongs to operators. */
export function namesake(table: string): string | undefined {
  const features = FEATURE_ORDER.filter((feature) => {
    const name = feature.replaceAll('-', '_');
    return [name, `${name}s`].includes(table) || table.startsWith(`${name.replace(/s$/, '')}_`);
  });
  return features.toSorted((a, b) => b.length - a.length)[0];
}

/** Names in the type of all tables. */
function tableNames(): string[] {
  const [, tables = ''] = readFileSync(TABLES_FILE, 'utf8').split('export interface Tables');
  return [...tables.matchAll(/^ {2}([a-z_]+): /gm)].map(([, name]) => name!);
}

function derivedWalls(): [string, DataWall][] {
  return tableNames().flatMap((table) => {
    const feature = namesake(table);
    return table in LISTED || feature === undefined ? [] : [[table, { owner: `features/${feature}` }]];
  });
}

export const DATA_WALLS: Readonly<Record<string, DataWall>> = {
  ...LISTED,
  ...Object.fromEntries(derivedWalls()),
};
