import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { apiKeyQuery } from '../administration/api-key.ts';
import { AuditEvent, auditEventQuery } from '../administration/audit-event.ts';
import { reference } from '../administration/fields.ts';
import { userQuery } from '../administration/user.ts';
import { workspaceQuery } from '../administration/workspace.ts';

const MAX_CHARACTERS = 200;

const search = reference
  .max(MAX_CHARACTERS)
  .optional()
  .describe('Words that all occur in the item, in any case and order. No character has a special meaning.');

/** The order of a list, by the first of the names if none is chosen. An item is sought behind the one that `after_id` names, in this order. */
function ordered<const Names extends readonly [string, ...string[]]>(names: Names) {
  return {
    search,
    sort: z.enum(names).default(() => names[0]),
    order: z.enum(['asc', 'desc']).default('desc'),
  };
}

/** The list of keys, searched and sorted. */
export function apiKeySearch(limits: LimitValues) {
  return apiKeyQuery(limits)
    .omit({ before_id: true })
    .extend(ordered(['created_at', 'name', 'last_used_at', 'status']));
}
export type ApiKeySearch = z.output<ReturnType<typeof apiKeySearch>>;

export function userSearch(limits: LimitValues) {
  return userQuery(limits)
    .omit({ before_id: true, email: true })
    .extend(ordered(['added_at', 'name', 'last_active_at', 'role']));
}
export type UserSearch = z.output<ReturnType<typeof userSearch>>;

export function workspaceSearch(limits: LimitValues) {
  return workspaceQuery(limits)
    .omit({ before_id: true })
    .extend(ordered(['created_at', 'name']));
}
export type WorkspaceSearch = z.output<ReturnType<typeof workspaceSearch>>;

const currentName = z
  .string()
  .nullable()
  .describe('Current name. Null: it has no name, or no longer exists.');

/** An event whose ids people can read. */
export const NamedAuditEvent = AuditEvent.extend({
  actor: AuditEvent.shape.actor.extend({ name: currentName }),
  resource: AuditEvent.shape.resource.extend({ name: currentName }),
}).meta({ id: 'NamedAuditEvent' });
export type NamedAuditEvent = z.infer<typeof NamedAuditEvent>;

export function auditEventSearch(limits: LimitValues) {
  return auditEventQuery(limits).extend({
    resource: reference
      .max(MAX_CHARACTERS)
      .optional()
      .describe('The id of what was changed, or a part of its present name.'),
  });
}
export type AuditEventSearch = z.output<ReturnType<typeof auditEventSearch>>;
