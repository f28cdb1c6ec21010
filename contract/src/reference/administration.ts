import type { KEY_OPERATIONS } from '../operations/administration/keys.ts';
import type { LIMIT_OPERATIONS } from '../operations/administration/limits.ts';
import type { ORGANIZATION_OPERATIONS } from '../operations/administration/organization.ts';
import type { PLUGIN_OPERATIONS } from '../operations/administration/plugins.ts';
import type { REPORT_OPERATIONS } from '../operations/administration/reports.ts';
import {
  adminKey,
  apiKey,
  auditEvent,
  codeActivity,
  costReport,
  organization,
  plugin,
  rateLimits,
  spendLimit,
  usageReport,
  workspaceRateLimits,
} from './objects/administration.ts';
import {
  ADMIN_KEY_ID,
  API_KEY_ID,
  AUDIT_EVENT_ID,
  PLUGIN_ID,
  SPEND_LIMIT_ID,
  WORKSPACE_ID,
} from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

export const ORGANIZATION_REFERENCES: References<typeof ORGANIZATION_OPERATIONS> = {
  readOrganization: {
    description:
      'The organization that the admin key belongs to: its plan, where it may keep data, and its policies.',
    response: organization,
  },
  updateOrganization: {
    description: `Changes the fields that are sent. \`mcp_policy\` says which MCP servers model calls may name, and \`allowed_email_domains\` where invites may go; both can be
changed with the key of an owner only. So can \`code_telemetry\`: \`false\` refuses what code clients report about their work. \`sso.required\` can be turned on by an owner who has signed in by an active connection in the last hour; for a key, by its creator. It ends the other sign-ins of members of verified domains.`,
    body: { name: 'Acme', allowed_email_domains: ['acme.example'] },
    response: organization,
  },
};

export const KEY_REFERENCES: References<typeof KEY_OPERATIONS> = {
  listApiKeys: {
    description: `Inference keys of the organization, newest first. Only those that are \`active\`, unless \`status\` says otherwise. \`unused_since\` finds keys that nobody
needs. Secrets are never shown; keys are created and revoked in the Console.`,
    response: pageOf(apiKey, API_KEY_ID),
  },
  readApiKey: {
    description: 'An inference key. Its secret is never shown: `prefix` and `hint` help to recognize it.',
    response: apiKey,
  },
  updateApiKey: {
    description: `Changes the fields that are sent; lists are replaced. An \`inactive\` key is refused until it is \`active\` again. The change holds on every node before this is
answered. A key that is revoked or expired cannot be changed.`,
    body: { allowed_ips: ['203.0.113.0/24'] },
    response: apiKey,
  },
  listAdminKeys: {
    description: 'Admin keys of the organization, newest first. Revoked ones are not among them.',
    response: pageOf(adminKey, ADMIN_KEY_ID),
  },
  readAdminKey: { description: 'An admin key. Its secret is never shown.', response: adminKey },
  updateAdminKey: {
    description:
      'Changes the fields that are sent; `allowed_ips` is replaced. A key may also change itself, and lock itself out.',
    body: { name: 'Terraform' },
    response: adminKey,
  },
};

export const LIMIT_REFERENCES: References<typeof LIMIT_OPERATIONS> = {
  readRateLimits: {
    description: `The tier of the organization, what the next one asks for, and the limits per minute: \`data\` by model, \`other_limits\` of everything that is no model call.`,
    response: rateLimits,
  },
  readWorkspaceRateLimits: {
    description:
      'The limits that apply in a workspace, and `overrides`: what it has set below the limits of the organization.',
    response: workspaceRateLimits,
  },
  setWorkspaceRateLimits: {
    description: `Replaces all overrides of a workspace. Each names a model once, with at least one limit, none above that of the organization. An empty list clears them. They
take effect within a minute.`,
    body: { overrides: [{ model: 'Svc Standard', requests_per_minute: 500 }] },
    response: workspaceRateLimits,
  },
  clearWorkspaceRateLimits: {
    description: 'Removes all overrides of a workspace: the limits of the organization apply again.',
    response: { ...workspaceRateLimits, overrides: [] },
  },
  listSpendLimits: {
    description:
      'Limits of what credits may be spent in a month (UTC), newest first, with what was spent so far.',
    response: pageOf(spendLimit, SPEND_LIMIT_ID),
  },
  setSpendLimit: {
    description: `Limits what credits may be spent in a month by an organization, a workspace, a member or a group. A scope has one limit: setting it again replaces it and is
answered with 200 instead of 201. Calls beyond the limit are refused with \`quota_exhausted\` until the month ends.`,
    body: { scope: { type: 'workspace', workspace_id: WORKSPACE_ID }, limit_usd: '250.00' },
    response: spendLimit,
  },
  readSpendLimit: {
    description: 'A spend limit, with what was spent so far this month.',
    response: spendLimit,
  },
  deleteSpendLimit: {
    description: 'Removes a spend limit. Nothing limits the scope itself from then on.',
    response: { id: SPEND_LIMIT_ID, type: 'spend_limit', deleted: true },
  },
};

export const REPORT_REFERENCES: References<typeof REPORT_OPERATIONS> = {
  listAuditEvents: {
    description: `Who changed or tried to change what, newest first, kept for 400 days. \`event\` may be repeated. The log never holds secrets or bodies.`,
    response: pageOf(auditEvent, AUDIT_EVENT_ID),
  },
  reportUsage: {
    description: `Requests and tokens of all model calls, in buckets of a minute, an hour or a day from \`starting_at\` on. \`group_by[]\` may be repeated; what is not grouped by is
null. Fresh within 5 minutes. Send \`next_page\` as \`page\` to go on.`,
    query: { starting_at: '2026-11-19T00:00:00Z', 'group_by[]': ['model'] },
    response: usageReport,
  },
  reportCost: {
    description: `What credits paid, by day. Usage that the plan covers is listed with the amount 0 and the source \`subscription\`. Amounts are exact decimal texts.`,
    query: { starting_at: '2026-11-19T00:00:00Z', 'group_by[]': ['workspace_id'] },
    response: costReport,
  },
  reportCodeAnalytics: {
    description: `What each person or key asked for through code clients on one day (UTC). What only a client can know, such as lines of code, is what it
reported with \`POST /v1/code/telemetry\`, and null where it reported nothing. Names of tools that are not plain are summed as \`other\`.`,
    query: { starting_at: '2026-11-19' },
    response: { object: 'list', data: [codeActivity], has_more: false, first_id: null, last_id: null },
  },
};

export const PLUGIN_REFERENCES: References<typeof PLUGIN_OPERATIONS> = {
  createPlugin: {
    description: `Adds a plugin, or a higher version of one that the organization has. Upload the bundle as a form, or name a plugin of a marketplace that the operator has
configured; its bundle is copied. A bundle is a ZIP archive with \`plugin.json\` at its root.`,
    body: { source: { kind: 'marketplace', marketplace_id: 'acme' }, name: 'code-review' },
    form: { file: 'code-review.zip', policy: 'available' },
    response: plugin,
  },
  listPlugins: {
    description: 'The plugins of the organization, newest first.',
    response: pageOf(plugin, PLUGIN_ID),
  },
  readPlugin: { description: 'A plugin: its latest version, its source and who has it.', response: plugin },
  updatePlugin: {
    description: `Changes who has a plugin: \`required\` installs it for everyone, \`available\` lets members install it, \`blocked\` keeps it from everybody. \`workspace_ids\` narrows
that to workspaces.`,
    body: { policy: 'required', workspace_ids: [WORKSPACE_ID] },
    response: { ...plugin, policy: 'required', workspace_ids: [WORKSPACE_ID] },
  },
};
