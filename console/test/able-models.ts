const ROUTES = [{ engine: 'main', model: 'sandbox' }];
const CAPABILITIES = {
  tools: true,
  parallel_tool_calls: true,
  json_object: true,
  json_schema: true,
  reasoning: true,
  vision: true,
  documents: true,
  temperature: true,
  top_p: true,
  top_k: true,
  seed: true,
};

/** Part of a deployment: a model that takes everything the playground has, and one that takes text and has no price. */
export const ABLE_MODELS = {
  models: [
    {
      id: 'Svc Standard',
      default: true,
      description: 'General work.',
      routes: ROUTES,
      capabilities: CAPABILITIES,
      pricing: { input: 3, cached_input: 0.3, output: 15 },
      zero_data_retention: true,
    },
    { id: 'Svc Plain', description: 'Text only.', routes: ROUTES, zero_data_retention: true },
  ],
  plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000 }],
};
