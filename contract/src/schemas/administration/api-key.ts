import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { PUBLISHED_VERSIONS } from '../../versions.ts';
import { entries, instant, line, timestamp } from './fields.ts';
import { pageQuery } from './page.ts';

const KEY_STATUSES = ['active', 'inactive', 'revoked', 'expired'] as const;

/** An inference key as administrators see it (platform contract §2.1). The secret is nowhere. */
export const ApiKey = z
  .object({
    id: z.string(),
    type: z.literal('api_key'),
    name: z.string(),
    kind: z.enum(['private', 'public', 'svc_code']),
    prefix: z.string().describe('The first characters, to recognize a leaked key by.'),
    hint: z.string().describe('The last characters.'),
    status: z.enum(KEY_STATUSES),
    workspace_id: z.string(),
    created_by: z.object({
      id: z.string(),
      email: z.string(),
      status: z.enum(['active', 'suspended', 'removed']),
    }),
    allowed_origins: z.array(z.string()).describe('Empty: any.'),
    allowed_ips: z.array(z.string()).describe('Empty: any.'),
    pinned_version: z.string().describe('The version of calls that name none.'),
    expires_at: timestamp.nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('Usage is written at most once a minute.'),
    last_used_ip: z.string().nullable(),
    use_count: z.int().min(0),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** Query of the list of keys (platform contract §4.1). */
export function apiKeyQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    status: z.enum([...KEY_STATUSES, 'all']).default('active'),
    workspace_id: z.string().optional(),
    created_by: z.string().optional().describe('Id of a member.'),
    unused_since: instant.optional().describe('Only keys last used before then, or never.'),
  });
}
export type ApiKeyQuery = z.output<ReturnType<typeof apiKeyQuery>>;

/** What may be changed of a key (platform contract §4.1). */
export function apiKeyUpdate(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.key_name_characters).optional(),
    status: z.enum(['active', 'inactive']).optional(),
    allowed_origins: entries(limits.allowed_origins).optional().describe('Replaces the list.'),
    allowed_ips: entries(limits.allowed_ips).optional().describe('Replaces the list.'),
    pinned_version: z.enum(PUBLISHED_VERSIONS).optional(),
  });
}
export type ApiKeyUpdate = z.output<ReturnType<typeof apiKeyUpdate>>;
