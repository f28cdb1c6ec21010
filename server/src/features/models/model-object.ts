import type { ModelObject } from '@svc/contract';
import type { ModelConfig } from '#config';

/** A catalog entry as the contract shows it (inference contract §2.6). Engines and their names stay behind. */
export function toModelObject(model: ModelConfig, available: boolean): ModelObject {
  const { pricing } = model;
  return {
    id: model.id,
    object: 'model',
    created: model.created,
    display_name: model.id,
    family: model.family,
    description: model.description,
    default: model.default,
    available,
    context_window: model.context_window,
    max_output_tokens: model.max_output_tokens,
    capabilities: { ...model.capabilities, server_tools: [...model.capabilities.server_tools] },
    pricing: {
      currency: pricing.currency,
      unit: '1M tokens',
      input: Number(pricing.input),
      cached_input: Number(pricing.cached_input),
      output: Number(pricing.output),
      batch_discount: Number(pricing.batch_discount),
    },
    zero_data_retention: model.zero_data_retention,
    deprecation: model.deprecation && { ...model.deprecation },
  };
}
