import { z } from 'zod';
import { money, reference } from '../administration/fields.ts';
import { requestQuery, RequestRecord, RequestSummary } from '../console/request-record.ts';
import type { LimitValues } from '../../limits.ts';

/** Changes of a file that are listed one by one. */
export const LISTED_CHANGES = 200;

/** Organizations that are listed by name, of those that use an engine. */
export const LISTED_SHARES = 10;

const count = z.int().min(0);
const breaker = z
  .enum(['closed', 'open', 'half_open'])
  .describe('Open: the engine failed again and again, and the route is avoided for a while.');

const ejection = z.enum(['throttled', 'unauthorized', 'errors', 'timeouts', 'unreachable']).nullable();

export const engineType = z.enum([
  'openai',
  'azure-openai',
  'anthropic',
  'bedrock',
  'gemini',
  'vertex',
  'llama',
  'sandbox',
]);

/** What only operators see of a call. */
const ofOperators = {
  organization_id: z.string(),
  engine: z.string().nullable().describe('The engine that was asked last. Null: none was.'),
  node_id: z.string().nullable().describe('The node that took the call. Null: not known of older calls.'),
  engine_fault: z.string().nullable().describe('What went wrong at the engine, as a class.'),
};

/** One model call in the list of those of all organizations. Not the content. */
export const AnyRequest = RequestSummary.extend({ ...ofOperators, organization_name: z.string() }).meta({
  id: 'AnyRequest',
});
export type AnyRequest = z.infer<typeof AnyRequest>;

/** No page looks through more calls than this: those that a filter leaves out would make it wait for all there are. */
export const CALLS_LOOKED_THROUGH = 10_000;

export function anyRequestQuery(limits: LimitValues) {
  const { limit, after_id, before_id, outcome, status, error_code, model } = requestQuery(limits).shape;
  const organization_id = reference.max(100).optional();
  const engine = reference.max(256).optional().describe('The engine that was asked last.');
  return z.object({
    limit,
    after_id,
    before_id,
    organization_id,
    model,
    engine,
    outcome,
    status,
    error_code,
  });
}
export type AnyRequestQuery = z.output<ReturnType<typeof anyRequestQuery>>;

/** The record of one model call of any organization. Not the content. */
export const AnyRequestRecord = RequestRecord.extend({
  ...ofOperators,
  engine_cost_usd: money.nullable().describe('What the engines cost. Null: not known, or nothing was used.'),
}).meta({ id: 'AnyRequestRecord' });
export type AnyRequestRecord = z.infer<typeof AnyRequestRecord>;

/** An engine as the node that answers sees it. */
const EngineState = z.object({
  name: z.string(),
  type: engineType,
  slots: count.describe('Maximum concurrent calls to the engine.'),
  slots_in_use: count.describe('Slots in use by live calls of this node.'),
  slots_in_background: count.describe('Slots in use by lines of batches of this node.'),
  shares: z
    .array(
      z.object({
        organization_id: z.string(),
        organization_name: z.string(),
        slots_in_use: count,
      }),
    )
    .describe(`Who uses them at this node, the largest first: at most ${LISTED_SHARES}.`),
  faults: z.record(z.string(), count).describe('Failed attempts since the engine was started, by kind.'),
  keys: z
    .array(
      z.object({
        name: z.string(),
        state: z.enum(['ok', 'cooling', 'out']),
        reason: ejection.describe('Why no calls are sent with it. Null: they are.'),
        until: z.iso
          .datetime()
          .nullable()
          .describe('When a key that is cooling is used again. One that is out is tried once a minute.'),
      }),
    )
    .describe('Its keys, if its configuration lists several.'),
  implausible_counts: count.describe(
    'Replies since the engine was started whose token counts cannot be right. They were charged by the estimate of the service instead.',
  ),
});

const ModelState = z.object({
  id: z.string(),
  kind: z.enum(['chat', 'embedding']),
  routes: z.array(
    z.object({
      engine: z.string(),
      model: z.string().describe('What the engine calls it.'),
      priority: z.number(),
      weight: z.number(),
      breaker,
      reason: ejection.describe('Why the route is avoided. Null: it is not.'),
      in_service: z.boolean().describe('False if an operator has taken the route out of service.'),
    }),
  ),
});

/** Engines, models and dependencies of the node that answers. */
export const NodeState = z
  .object({
    type: z.literal('node_state'),
    node_id: z.string(),
    unavailable: z.array(z.string()).describe('Kinds of dependencies without which calls are refused.'),
    degraded: z.array(z.string()).describe('Kinds of dependencies that it can do without.'),
    engines: z.array(EngineState),
    models: z.array(ModelState),
  })
  .meta({ id: 'NodeState' });
export type NodeState = z.infer<typeof NodeState>;

/** The settings in force, with defaults filled in and without secrets. */
export const EffectiveConfiguration = z
  .object({
    type: z.literal('configuration'),
    digest: z
      .string()
      .describe('Digest of the settings, as in /readyz. Nodes with the same settings have the same digest.'),
    configuration: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EffectiveConfiguration' });
export type EffectiveConfiguration = z.infer<typeof EffectiveConfiguration>;

const digest = z.string().describe('Digest of the settings, without secrets.');
const settingValue = z
  .string()
  .nullable()
  .describe('As JSON; null: not set. Secrets are `"[secret]"` on both sides.');

const ConfigurationChange = z.object({
  path: z
    .string()
    .describe('Items of a list that have a name are found by it: `models["gpt-5"].pricing.input`.'),
  from: settingValue,
  to: settingValue,
  needs_restart: z.boolean().describe('A reload does not apply it.'),
});
export type ConfigurationChange = z.infer<typeof ConfigurationChange>;

/** The configuration file of the node that answers, compared with the settings in force. */
export const ConfigurationFile = z
  .object({
    type: z.literal('configuration_file'),
    source: z.string().describe('Path of the file.'),
    status: z.enum(['unchanged', 'changed', 'invalid']).describe('An invalid file is never applied.'),
    digest: digest.nullable(),
    problems: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('What is wrong with an invalid file.'),
    changes: z
      .array(ConfigurationChange)
      .describe(`The first ${LISTED_CHANGES} settings that differ from those in force.`),
    change_count: count,
    models_without_price: z.array(z.string()).describe('Ids of models whose use would cost nothing.'),
  })
  .meta({ id: 'ConfigurationFile' });
export type ConfigurationFile = z.infer<typeof ConfigurationFile>;

export const configurationReload = z.strictObject({
  digest: z
    .string()
    .min(1)
    .max(100)
    .describe('Digest of the file as it was read. A file that has changed since is refused.'),
});
export type ConfigurationReload = z.output<typeof configurationReload>;

export const ReloadedConfiguration = z
  .object({ type: z.literal('configuration_reload'), digest, change_count: count })
  .meta({ id: 'ReloadedConfiguration' });
export type ReloadedConfiguration = z.infer<typeof ReloadedConfiguration>;
