import { z } from 'zod';
import { timestamp } from '../administration/fields.ts';
import { operatorRole } from './operator.ts';

/** A person who runs the deployment. Commands on the machine add and remove them, or groups of the provider in `operators.sso`. */
export const OperatorAccount = z
  .object({
    id: z.string(),
    type: z.literal('operator'),
    email: z.string(),
    name: z.string().describe('The e-mail until they have chosen one.'),
    role: operatorRole,
    sign_in: z
      .enum(['password', 'sso'])
      .describe('With password and code, or through the provider in `operators.sso`.'),
    second_factor: z
      .enum(['set_up', 'provider', 'link_sent', 'link_expired'])
      .describe(
        'Their authenticator app. Without one: the provider asks for a second factor, or the state of the link that sets it up.',
      ),
    last_sign_in_at: timestamp.nullable().describe('Null: not since this is kept.'),
    active_sign_ins: z.int().min(0).describe('Browsers in which they are signed in now.'),
    created_at: timestamp,
  })
  .meta({ id: 'Operator' });
export type OperatorAccount = z.infer<typeof OperatorAccount>;
