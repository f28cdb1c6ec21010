import { z } from 'zod';
import { reference, timestamp } from '../administration/fields.ts';

/** A bearer token for calls of the signed-in person in one workspace. It stays in memory and is gone in minutes. */
export const PlaygroundCredential = z
  .object({
    type: z.literal('playground_credential'),
    workspace_id: z.string(),
    access_token: z.string(),
    expires_at: timestamp,
  })
  .meta({ id: 'PlaygroundCredential' });
export type PlaygroundCredential = z.infer<typeof PlaygroundCredential>;

export const playgroundRequest = () => z.strictObject({ workspace_id: reference.max(64) });
