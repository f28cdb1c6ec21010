import { z } from 'zod';
import { timestamp } from '../administration/fields.ts';
import { engineType } from './deployment.ts';

const count = z.int().min(0);
const status = z.enum(['ok', 'degraded', 'failed']);
const reason = z
  .enum(['throttled', 'unauthorized', 'errors', 'timeouts', 'unreachable', 'model_not_found'])
  .nullable();
const finding = z.boolean().nullable();
const rate = z.number().min(0).describe('Dollars per 1M tokens.');

const ProbedKey = z.object({
  name: z.string(),
  state: z.enum(['ok', 'cooling', 'out']).nullable().describe('Null: not found out.'),
  reason,
  until: timestamp.nullable().describe('When a key that is cooling may be used again.'),
});

const ProbedRoute = z.object({
  model: z.string().describe('Public id of the model.'),
  engine_model: z.string().describe('What the engine calls it.'),
  status,
  reason,
  dialect: z.string().nullable(),
  dialect_from: z.enum(['configuration', 'probe', 'default']),
  streams: finding,
  tools: finding,
  vision: finding,
  reasoning: finding,
  usage_in_streams: finding,
  max_context_tokens: count.nullable(),
  differs: z
    .array(z.string())
    .describe('Paths of the model in the configuration that promise more than was found.'),
});

/** What an engine answered to the questions of a probe (D-ENG-34). Null: not found out. */
export const EngineProbe = z
  .object({
    type: z.literal('engine_probe'),
    name: z.string(),
    engine_type: engineType,
    status,
    reason,
    keys: z.array(ProbedKey).describe('Its keys, if its configuration lists several.'),
    routes: z.array(ProbedRoute),
  })
  .meta({ id: 'EngineProbe' });
export type EngineProbe = z.infer<typeof EngineProbe>;

const Rates = z.object({
  currency: z.literal('usd'),
  input: rate,
  cached_input: rate.optional(),
  output: rate.optional(),
});

/** An entry of `models` in the configuration. */
const AddedModel = z.object({
  id: z.string(),
  kind: z.literal('embedding').optional(),
  default: z.literal(true).optional(),
  routes: z.array(z.object({ engine: z.string(), model: z.string(), cost: Rates.optional() })),
  context_window: count.optional(),
  max_output_tokens: count.optional(),
  capabilities: z.record(z.string(), z.literal(true)),
  pricing: Rates.optional(),
  yaml: z.string().describe('The entry as `svc models add` writes it: an item of the list `models`.'),
});

/** What an engine offers, compared with the configuration file of the node that answers (D-ENG-32). */
export const OfferedModels = z
  .object({
    type: z.literal('offered_models'),
    engine: z.string(),
    source: z.string().describe('Path of the configuration file.'),
    catalog: z.object({ source: z.string(), date: z.string() }).describe('Where prices come from.'),
    offered: z.array(
      z.object({
        model: z.string().describe('What the engine calls it.'),
        base_model: z.string().nullable(),
        kind: z.enum(['chat', 'embedding']),
        in_catalog: z.boolean(),
        configured_as: z.array(z.string()).describe('Ids of models of the file with a route to it.'),
      }),
    ),
    add: z
      .array(AddedModel)
      .describe(
        'Entries for the models that the file does not have. One whose id another model has is left out.',
      ),
    differs: z
      .array(
        z.object({
          id: z.string(),
          engine_model: z.string(),
          field: z.string(),
          configured: z.number(),
          catalog: z.number(),
        }),
      )
      .describe('Where the file and the catalog disagree. Nothing is changed.'),
  })
  .meta({ id: 'OfferedModels' });
export type OfferedModels = z.infer<typeof OfferedModels>;
