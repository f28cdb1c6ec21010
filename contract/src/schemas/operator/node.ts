import { z } from 'zod';
import { timestamp } from '../administration/fields.ts';

const count = z.int().min(0);
const NODE_STATES = ['ready', 'degraded', 'unavailable', 'lost'] as const;
/** Without the first two calls are refused; the others slow them down, or will. */
const NODE_PROBLEMS = ['database', 'disk', 'counters', 'engines', 'routes', 'disk_space', 'backlog'] as const;

/** A node of the deployment, as it last reported itself. */
export const Node = z
  .object({
    id: z.string(),
    type: z.literal('node'),
    state: z
      .enum(NODE_STATES)
      .describe('Lost: it has not reported for 30 seconds. It is dropped after an hour.'),
    problems: z
      .array(z.enum(NODE_PROBLEMS))
      .describe(
        'database or disk: calls are refused. counters: it counts limits alone. engines: a model has no engine that works. disk_space: less than 5 % is free. backlog: records reach the database too slowly.',
      ),
    version: z.string(),
    configuration: z.string().describe('Digest of its settings, as in /readyz.'),
    started_at: timestamp,
    reported_at: timestamp,
    engines: z.array(
      z.object({
        name: z.string(),
        slots: count.describe('Maximum concurrent calls to the engine.'),
        slots_in_use: count.describe('Slots in use by live calls of this node.'),
        slots_in_background: count.describe('Slots in use by lines of batches of this node.'),
        failing_models: z.array(z.string()).describe('Models whose route to it is avoided, since it failed.'),
      }),
    ),
    backlog_bytes: z
      .object({ usage: count, calls: count, audit: count })
      .describe('Records in its journals on disk that are not in the database yet.'),
    disk: z
      .object({ free_bytes: count, total_bytes: count })
      .nullable()
      .describe('Space of the file system with the data directory. Null if it cannot be measured.'),
    shared_counters: z.enum(['connected', 'away', 'unused']).describe('Redis.'),
  })
  .meta({ id: 'Node' });
export type Node = z.infer<typeof Node>;
