/** A private key that every small deployment knows. */
export const MAIN_KEY = `sk_live_${'1'.repeat(64)}`;

/** Rates of a tier that no test reaches by chance. */
const AMPLE = {
  requests_per_minute: 1_000_000,
  input_tokens_per_minute: 1_000_000_000,
  output_tokens_per_minute: 1_000_000_000,
};

/** One paid organization with one private key. */
export function oneOrganization(more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    organizations: [
      {
        name: 'Acme',
        plan: 'pro',
        members: [{ email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' }],
        workspaces: [{ name: 'Default' }],
        keys: [
          {
            name: 'main',
            kind: 'private',
            workspace: 'Default',
            created_by: 'ada@acme.test',
            secret: MAIN_KEY,
          },
        ],
        ...more,
      },
    ],
  };
}

/** One model, `Svc Standard`, answered by `engine`. */
export function oneModel(engine: unknown, more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    engines: { main: engine },
    models: [
      {
        id: 'Svc Standard',
        default: true,
        family: 'svc',
        description: 'General work.',
        routes: [{ engine: 'main', model: 'upstream-standard' }],
        capabilities: { tools: true, parallel_tool_calls: true },
        pricing: { currency: 'usd', input: 3, cached_input: 0.3, output: 15, batch_discount: 0.5 },
        zero_data_retention: true,
      },
    ],
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000, models: ['Svc Standard'] }],
    limits: { chat_requests_per_minute: 1_000_000, models_requests_per_minute: 1_000_000 },
    rate_tiers: { start: AMPLE },
    // What nodes need that have a Redis.
    storage: { type: 'local', shared: true },
    ...more,
  };
}

/** An OpenAI-compatible engine at a scripted upstream. */
export function openaiEngine(baseUrl: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    type: 'openai',
    base_url: baseUrl,
    timeouts: { first_output_s: 2, silence_s: 2, total_s: 20 },
    max_concurrency: 2048,
    ...more,
  };
}
