import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { entries, line, timestamp } from './fields.ts';

/** An admin key (platform contract §2.2). The secret is nowhere. */
export const AdminKey = z
  .object({
    id: z.string(),
    type: z.literal('admin_key'),
    name: z.string(),
    prefix: z.string(),
    status: z.enum(['active', 'inactive']),
    created_by: z.object({
      id: z.string(),
      email: z.string(),
      role: z.string().nullable().describe('Null: no longer a member.'),
    }),
    allowed_ips: z.array(z.string()),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'AdminKey' });
export type AdminKey = z.infer<typeof AdminKey>;

/** What may be changed of an admin key (platform contract §4.2). */
export function adminKeyUpdate(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.key_name_characters).optional(),
    status: z.enum(['active', 'inactive']).optional(),
    allowed_ips: entries(limits.allowed_ips).optional().describe('Replaces the list.'),
  });
}
export type AdminKeyUpdate = z.output<ReturnType<typeof adminKeyUpdate>>;
