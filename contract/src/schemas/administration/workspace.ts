import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { amount, entries, money, prose, refusedAs, timestamp } from './fields.ts';
import { archivableQuery } from './page.ts';

/** A workspace (platform contract §2.3). */
export const Workspace = z
  .object({
    id: z.string(),
    type: z.literal('workspace'),
    name: z.string(),
    description: z.string(),
    is_default: z.boolean(),
    data_region: z.string(),
    allowed_ips: z.array(z.string()).describe('Binds every key of the workspace; empty: any address.'),
    spend_limit_usd: money.nullable().describe('Cap of credit spend in a calendar month.'),
    rate_limits: z.array(z.object({ model: z.string(), requests_per_minute: z.int() })),
    archived_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof Workspace>;

export function workspaceQuery(limits: LimitValues) {
  return archivableQuery(limits);
}
export type WorkspaceQuery = z.output<ReturnType<typeof workspaceQuery>>;

// oxlint-disable-next-line no-control-regex -- what no name may hold (D-WORK-1)
const FORBIDDEN_IN_NAME = /[\p{C}\p{Zl}\p{Zp}/<>]/u;

/** Printable, trimmed, without what paths and pages give a meaning (D-WORK-1). */
function workspaceName(max: number) {
  const length = new RegExp(`^.{1,${max}}$`, 'su');
  const fits = (name: string): boolean => length.test(name) && !FORBIDDEN_IN_NAME.test(name);
  return z
    .string()
    .trim()
    .refine(fits, refusedAs('invalid_name'))
    .meta({
      description: `1 to ${max} characters, without control characters, / < and >.`,
      pattern: '^[^/<>]*$',
      minLength: 1,
      maxLength: max,
    });
}

function settings(limits: LimitValues) {
  return {
    description: prose(limits.workspace_description_characters).optional(),
    data_region: z.string().optional().describe('One of the data_regions of the organization.'),
    allowed_ips: entries(limits.allowed_ips).optional(),
    spend_limit_usd: amount.nullable().optional(),
  };
}

export function workspaceCreation(limits: LimitValues) {
  return z.strictObject({ name: workspaceName(limits.workspace_name_characters), ...settings(limits) });
}
export type WorkspaceCreation = z.output<ReturnType<typeof workspaceCreation>>;

export function workspaceUpdate(limits: LimitValues) {
  return z.strictObject({
    name: workspaceName(limits.workspace_name_characters).optional(),
    ...settings(limits),
  });
}
export type WorkspaceUpdate = z.output<ReturnType<typeof workspaceUpdate>>;
