import type { EngineProbe, OfferedModels } from '../../schemas/operator/engine.ts';

export const engineProbe: EngineProbe = {
  type: 'engine_probe',
  name: 'main',
  engine_type: 'azure-openai',
  status: 'ok',
  reason: null,
  keys: [{ name: 'a', state: 'ok', reason: null, until: null }],
  routes: [
    {
      model: 'Svc Standard',
      engine_model: 'my-deployment',
      status: 'ok',
      reason: null,
      dialect: 'openai-reasoning',
      dialect_from: 'configuration',
      streams: true,
      tools: true,
      vision: false,
      reasoning: true,
      usage_in_streams: true,
      max_context_tokens: null,
      differs: ['capabilities.vision'],
    },
  ],
};

const rates = { currency: 'usd', input: 2.5, cached_input: 1.25, output: 10 } as const;

export const offeredModels: OfferedModels = {
  type: 'offered_models',
  engine: 'main',
  source: '/etc/svc/svc.yaml',
  catalog: { source: 'pydantic/genai-prices', date: '2026-11-20' },
  offered: [
    { model: 'my-deployment', base_model: 'gpt-4o', kind: 'chat', in_catalog: true, configured_as: [] },
    {
      model: 'other',
      base_model: 'gpt-4o',
      kind: 'chat',
      in_catalog: true,
      configured_as: ['Svc Standard'],
    },
  ],
  add: [
    {
      id: 'my-deployment',
      routes: [{ engine: 'main', model: 'my-deployment', cost: rates }],
      context_window: 128_000,
      max_output_tokens: 16_384,
      capabilities: { tools: true },
      pricing: rates,
      yaml: `  - id: my-deployment
    routes:
      - engine: main
        model: my-deployment
        cost:
          currency: usd
          input: 2.5
          cached_input: 1.25
          output: 10
    context_window: 128000
    max_output_tokens: 16384
    capabilities:
      tools: true
    pricing:
      currency: usd
      input: 2.5
      cached_input: 1.25
      output: 10
`,
    },
  ],
  differs: [
    {
      id: 'Svc Standard',
      engine_model: 'other',
      field: 'routes[0].cost.input',
      configured: 3,
      catalog: 2.5,
    },
  ],
};
