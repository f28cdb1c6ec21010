/**
 * What stands in for the configuration file where there is none. Whoever tries the service out is operator and owner in one, and what
 * credits buy is the sandbox; a file written for others has the default of the schema, `operators`.
 */
export const BUILT_IN_TEXT = 'payments: { manual: owners }\n';

/** What the sandbox takes, though it makes nothing of images and of sampling. */
const SANDBOX_CAPABILITIES = {
  tools: true,
  parallel_tool_calls: true,
  json_object: true,
  json_schema: true,
  citations: true,
  reasoning: true,
  vision: true,
  documents: true,
  temperature: true,
  top_p: true,
  top_k: true,
} as const;

/**
 * What serves without a configuration file, in the form of one: a client can be written against the whole contract
 * with nothing installed. Parsed like a file, so its defaults and checks are the same.
 */
export const BUILT_IN_ENGINES_AND_MODELS = {
  engines: { sandbox: { type: 'sandbox' } },
  models: [
    {
      id: 'Svc Standard',
      family: 'svc',
      description: 'General work, answered by the built-in sandbox.',
      default: true,
      routes: [{ engine: 'sandbox', model: 'sandbox' }],
      context_window: 262_144,
      max_output_tokens: 16_384,
      capabilities: SANDBOX_CAPABILITIES,
      pricing: { input: '3', cached_input: '0.3', output: '15' },
      zero_data_retention: true,
    },
    {
      id: 'Svc Code',
      family: 'svc-code',
      description: 'Programming, answered by the built-in sandbox.',
      routes: [{ engine: 'sandbox', model: 'sandbox-code' }],
      context_window: 262_144,
      max_output_tokens: 16_384,
      capabilities: SANDBOX_CAPABILITIES,
      pricing: { input: '3', cached_input: '0.3', output: '15' },
      zero_data_retention: true,
    },
    {
      id: 'svc-embed-1',
      kind: 'embedding',
      family: 'svc',
      description: 'Turns texts into vectors, answered by the built-in sandbox.',
      routes: [{ engine: 'sandbox', model: 'sandbox-embed' }],
      pricing: { input: '0.02' },
      zero_data_retention: true,
    },
  ],
} as const;

/** Plans when the file names none. Without `models` a plan includes all. */
export const BUILT_IN_PLANS = [
  { id: 'free', paid: false, monthly_tokens: 500_000 },
  { id: 'pro', paid: true, monthly_tokens: 50_000_000 },
] as const;

export const BUILT_IN_IDENTITY =
  'You are Svc, a helpful assistant. Do not name the company or the model behind you.';
