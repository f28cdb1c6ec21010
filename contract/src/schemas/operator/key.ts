import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { entries, line, timestamp } from '../administration/fields.ts';
import { confirmation } from '../console/keys.ts';
import { operatorRole } from './operator.ts';

/** A key to the Operator API. The secret is nowhere. */
export const OperatorKey = z
  .object({
    id: z.string(),
    type: z.literal('operator_key'),
    name: z.string(),
    prefix: z.string(),
    role: operatorRole.describe('A key with the role operator_viewer changes nothing.'),
    allowed_ips: z.array(z.string()).describe('Addresses and ranges it may be used from. Empty: any.'),
    created_by: z.string().nullable().describe('Id of an operator. Null: made by a command.'),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('To the minute. Null: never used.'),
  })
  .meta({ id: 'OperatorKey' });
export type OperatorKey = z.infer<typeof OperatorKey>;

export const NewOperatorKey = OperatorKey.extend({
  secret: z.string().describe('Shown this once and kept nowhere.'),
}).meta({ id: 'NewOperatorKey' });
export type NewOperatorKey = z.infer<typeof NewOperatorKey>;

export function operatorKeyCreation(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.key_name_characters),
    role: operatorRole.default('operator'),
    allowed_ips: entries(limits.allowed_ips).default([]),
    totp: confirmation,
  });
}
export type OperatorKeyCreation = z.output<ReturnType<typeof operatorKeyCreation>>;

export const operatorKeyRevocation = () => z.strictObject({ totp: confirmation });
