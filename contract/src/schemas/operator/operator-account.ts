import { z } from 'zod';
import { timestamp } from '../administration/fields.ts';
import { operatorRole } from './operator.ts';

/** A person who runs the deployment. Commands on the machine add and remove them. */
export const OperatorAccount = z
  .object({
    id: z.string(),
    type: z.literal('operator'),
    email: z.string(),
    name: z.string().describe('The e-mail until they have chosen one.'),
    role: operatorRole,
    second_factor: z
      .enum(['set_up', 'link_sent', 'link_expired'])
      .describe('Their authenticator app. Until it is set up, the link that was made for it.'),
    last_sign_in_at: timestamp.nullable().describe('Null: not since this is kept.'),
    active_sign_ins: z.int().min(0).describe('Browsers in which they are signed in now.'),
    created_at: timestamp,
  })
  .meta({ id: 'Operator' });
export type OperatorAccount = z.infer<typeof OperatorAccount>;
