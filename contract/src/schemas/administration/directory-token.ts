import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { line, timestamp } from './fields.ts';

/** A credential of the organization's directory (D-SCIM-1). The secret is nowhere. */
export const DirectoryToken = z
  .object({
    id: z.string(),
    type: z.literal('directory_token'),
    name: z.string(),
    expires_at: timestamp.nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'DirectoryToken' });
export type DirectoryToken = z.infer<typeof DirectoryToken>;

/** With the secret, which this answer alone has. */
export const NewDirectoryToken = DirectoryToken.extend({
  secret: z.string().describe('Shown once.'),
}).meta({ id: 'NewDirectoryToken' });
export type NewDirectoryToken = z.infer<typeof NewDirectoryToken>;

export const DirectoryTokenDeletion = z.object({
  id: z.string(),
  type: z.literal('directory_token'),
  deleted: z.literal(true),
});

export function directoryTokenCreation(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.key_name_characters),
    expires_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .optional()
      .describe('RFC 3339, in the future. Absent or null: it does not end by itself.'),
  });
}
export type DirectoryTokenCreation = z.output<ReturnType<typeof directoryTokenCreation>>;
