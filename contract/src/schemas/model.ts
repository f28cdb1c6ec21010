import { z } from 'zod';
import { CAPABILITIES, type Capability, MODEL_FAMILIES, SURFACES } from '../capabilities.ts';

const flags = Object.fromEntries(CAPABILITIES.map((name) => [name, z.boolean()])) as Record<
  Capability,
  z.ZodBoolean
>;

/** What a model can do (inference contract §2.6). */
export const ModelCapabilities = z
  .object({
    ...flags,
    server_tools: z.array(z.string()).describe('Names of the built-in tools the model may use.'),
  })
  .meta({
    id: 'ModelCapabilities',
    description: 'A request that uses a capability whose flag is false is refused.',
  });
export type ModelCapabilities = z.infer<typeof ModelCapabilities>;

/** Retail rates for requests paid with usage credits (inference contract §2.6). */
export const ModelPricing = z
  .object({
    currency: z.string(),
    unit: z.string().describe('What the rates count, for example 1M tokens.'),
    input: z.number().min(0),
    cached_input: z.number().min(0),
    output: z.number().min(0),
    batch_discount: z.number().min(0).max(1),
  })
  .meta({ id: 'ModelPricing' });
export type ModelPricing = z.infer<typeof ModelPricing>;

export const ModelDeprecation = z
  .object({ announced_at: z.string(), retires_at: z.string(), replacement: z.string().nullable() })
  .meta({
    id: 'ModelDeprecation',
    description: 'When the model was announced to retire, when it retires, and what replaces it.',
  });
export type ModelDeprecation = z.infer<typeof ModelDeprecation>;

/** A model as a credential sees it (inference contract §2.6). */
export const ModelObject = z
  .object({
    id: z.string().describe('The name, exactly as every model field accepts it.'),
    object: z.literal('model'),
    created: z.int().min(0).describe('Unix time in seconds.'),
    display_name: z.string().describe('The same as id.'),
    family: z.enum(MODEL_FAMILIES),
    description: z.string(),
    default: z.boolean().describe('Whether it answers chat completions that name no model.'),
    available: z.boolean().describe('Whether the plan includes it.'),
    context_window: z.int().min(0).describe('Tokens of prompt and reply together.'),
    max_output_tokens: z.int().min(0).describe('Highest max_tokens.'),
    capabilities: ModelCapabilities,
    pricing: ModelPricing,
    zero_data_retention: z.boolean().describe('Whether organizations with zero data retention may use it.'),
    deprecation: ModelDeprecation.nullable(),
  })
  .refine((model) => model.display_name === model.id, {
    path: ['display_name'],
    message: 'display_name equals id',
  })
  .meta({ id: 'Model' });
export type ModelObject = z.infer<typeof ModelObject>;

export const ModelList = z
  .object({ object: z.literal('list'), data: z.array(ModelObject) })
  .meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof ModelList>;

/** Query of the models list (inference contract §4.1). Values arrive as text; unknown names are ignored. */
export const ModelListQuery = z.object({
  include_unavailable: z
    .enum(['true', 'false'])
    .optional()
    .describe('true also lists models the plan does not include.'),
  capability: z
    .array(z.enum(CAPABILITIES))
    .optional()
    .describe('Repeatable: only models that have all of these.'),
  surface: z.enum(SURFACES).optional().describe('Only models of this surface; api when left out.'),
});
export type ModelListQuery = z.infer<typeof ModelListQuery>;
