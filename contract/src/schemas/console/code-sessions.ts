import { z } from 'zod';
import { SURFACES } from '../../capabilities.ts';
import { reference, timestamp } from '../administration/fields.ts';
import { listOf } from '../administration/page.ts';

const client = {
  client_id: z.string(),
  client_name: z.string(),
  surface: z.enum(SURFACES),
  scope: z.string().describe('Separated by spaces.'),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: timestamp,
};

/** A program somewhere that waits to be signed in (D-68). Where it asks from tells the person whether it is theirs. */
export const DeviceRequest = z
  .object({
    id: z.string(),
    type: z.literal('device_request'),
    ...client,
    expires_at: timestamp,
    workspaces: z
      .array(z.object({ id: z.string(), name: z.string(), is_default: z.boolean() }))
      .describe('Those it can be signed in to by this person: the Default one, then by name.'),
  })
  .meta({ id: 'DeviceRequest' });
export type DeviceRequest = z.infer<typeof DeviceRequest>;

export const deviceRequestQuery = () =>
  z.object({ user_code: reference.max(32).describe('As the device shows it, with or without the dash.') });

export const deviceApproval = () =>
  z.strictObject({
    workspace_id: reference
      .max(64)
      .nullable()
      .describe('Where its calls act; null for the Default workspace.'),
  });

/** What became of a request. */
export const DeviceDecision = z
  .object({ id: z.string(), type: z.literal('device_request'), status: z.enum(['approved', 'denied']) })
  .meta({ id: 'DeviceDecision' });
export type DeviceDecision = z.infer<typeof DeviceDecision>;

/** One program the person is signed in with (D-CONS-5). */
export const CodeSession = z
  .object({
    id: z.string(),
    type: z.literal('code_session'),
    ...client,
    workspace_id: z.string().nullable(),
    last_refreshed_at: timestamp.describe('When it last fetched a token, which is good for an hour.'),
    expires_at: timestamp.describe('When it ends unless it is refreshed before.'),
  })
  .meta({ id: 'CodeSession' });
export type CodeSession = z.infer<typeof CodeSession>;

export const CodeSessionList = listOf(CodeSession);
