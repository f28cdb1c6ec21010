import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { AdminKey } from '../administration/admin-key.ts';
import { ApiKey } from '../administration/api-key.ts';
import { entries, instant, line, reference } from '../administration/fields.ts';
import { restrictionsOfNewKey } from './key-restrictions.ts';

const secret = z.string().describe('Shown this once and kept nowhere.');

/** A fresh code of an authenticator app: it confirms one change (D-CONS-2). */
export const confirmation = z.string().regex(/^\d{6}$/, 'must be the 6 digits the authenticator app shows');

export const NewApiKey = ApiKey.extend({ secret }).meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof NewApiKey>;

/** What a key is made with (D-CONS-10). */
export function apiKeyCreation(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.key_name_characters),
    workspace_id: reference.max(64),
    kind: ApiKey.shape.kind.default('private'),
    expires_at: instant.nullable().default(null).describe('RFC 3339, in the future. Null: never.'),
    allowed_origins: entries(limits.allowed_origins).default([]),
    allowed_ips: entries(limits.allowed_ips).default([]),
    ...restrictionsOfNewKey,
  });
}
export type ApiKeyCreation = z.output<ReturnType<typeof apiKeyCreation>>;

/** A successor is made with everything its predecessor has; these may differ (platform contract §5.5). */
export function apiKeyRotation(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.key_name_characters).optional(),
    expires_at: instant.nullable().optional().describe('RFC 3339, in the future. Null: never.'),
  });
}
export type ApiKeyRotation = z.output<ReturnType<typeof apiKeyRotation>>;

const MAX_CONCURRENT = 100;

/** The same done to many keys. */
export const apiKeyUpdates = () =>
  z.strictObject({
    ids: z.array(reference.max(64)).min(1).max(MAX_CONCURRENT),
    action: z.enum(['activate', 'deactivate', 'revoke']),
  });
export type ApiKeyUpdates = z.output<ReturnType<typeof apiKeyUpdates>>;

/** Which keys are as they were to be, also those that were before, and why others are not. */
export const ApiKeyUpdateResults = z
  .object({
    type: z.literal('api_key_update_results'),
    updated_ids: z.array(z.string()),
    failures: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: 'ApiKeyUpdateResults' });
export type ApiKeyUpdateResults = z.infer<typeof ApiKeyUpdateResults>;

export const NewAdminKey = AdminKey.extend({ secret }).meta({ id: 'NewAdminKey' });
export type NewAdminKey = z.infer<typeof NewAdminKey>;

export function adminKeyCreation(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.key_name_characters),
    allowed_ips: entries(limits.allowed_ips).default([]),
    totp: confirmation,
  });
}
export type AdminKeyCreation = z.output<ReturnType<typeof adminKeyCreation>>;

export const adminKeyRevocation = () => z.strictObject({ totp: confirmation });
