import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { line, reference, timestamp } from '../administration/fields.ts';

/** A named set of members that a spend limit may be set for (D-ADM-5). */
export const Group = z
  .object({
    id: z.string(),
    type: z.literal('group'),
    name: z.string(),
    user_ids: z.array(z.string()),
    created_at: timestamp,
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

function settings(limits: LimitValues) {
  return {
    name: line(1, limits.group_name_characters),
    user_ids: z.array(reference.max(64)).max(limits.group_members),
  };
}

export function groupCreation(limits: LimitValues) {
  const { name, user_ids: userIds } = settings(limits);
  return z.strictObject({ name, user_ids: userIds.default([]) });
}
export type GroupCreation = z.output<ReturnType<typeof groupCreation>>;

export function groupUpdate(limits: LimitValues) {
  const { name, user_ids: userIds } = settings(limits);
  return z.strictObject({
    name: name.optional(),
    user_ids: userIds.optional().describe('Replaces the list.'),
  });
}
export type GroupUpdate = z.output<ReturnType<typeof groupUpdate>>;
