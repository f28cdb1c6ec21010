import { z } from 'zod';
import { timestamp } from '../administration/fields.ts';

/** One sign-in of the person in a browser (D-CONS-1). */
export const BrowserSession = z
  .object({
    id: z.string(),
    type: z.literal('browser_session'),
    is_current: z.boolean(),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: timestamp,
    last_active_at: timestamp,
    expires_at: timestamp.describe('When it ends even if it is used until then.'),
  })
  .meta({ id: 'BrowserSession' });
export type BrowserSession = z.infer<typeof BrowserSession>;
