import { fileURLToPath } from 'node:url';
import { LIMITS, RATE_TIERS } from '@svc/contract';
import { BEDROCK_ENGINES } from './bedrock-documents.ts';

const ENTRA = { tenant_id: 't', client_id: 'c' };
const ENTRA_PEM = fileURLToPath(
  new URL('../../../../test-kit/engine-doubles/azure/application.pem', import.meta.url),
);

/** Every key of svc.yaml once, with a valid value. A new key of the schema must be added here, or every-key.test.ts fails. */
export const DEPLOYMENT = {
  engines: {
    o: {
      type: 'openai',
      base_url: 'http://127.0.0.1:1/v1',
      api_key: 'k',
      headers: { 'x-a': 'b' },
      max_concurrency: 1,
      timeouts: { first_output_s: 1, silence_s: 1, total_s: 1 },
      embeddings_per_request: 1,
      response_formats: ['json_object'],
      dialect: 'openai-reasoning',
      api: 'chat',
      request: { max_tokens_as: 'max_completion_tokens', system_as: 'developer', omit: ['stream_options'] },
    },
    z: {
      type: 'azure-openai',
      resource: 'contoso',
      api_version: '2025-04-01-preview',
      api_key: 'k',
      headers: { 'x-a': 'b' },
      max_concurrency: 1,
      timeouts: { first_output_s: 1, silence_s: 1, total_s: 1 },
      embeddings_per_request: 1,
      response_formats: ['json_object'],
      dialect: 'openai-reasoning',
      api: 'chat',
      request: { max_tokens_as: 'max_completion_tokens', system_as: 'developer', omit: ['stream_options'] },
    },
    c: {
      type: 'azure-openai',
      base_url: 'http://127.0.0.1:1',
      entra: {
        tenant_id: 'contoso.onmicrosoft.com',
        client_id: 'c',
        client_secret: 's',
        authority_url: 'http://127.0.0.1:1',
        scope: 'api://a/.default',
      },
    },
    d: { type: 'azure-openai', resource: 'contoso', entra: { ...ENTRA, certificate_file: ENTRA_PEM } },
    t: { type: 'azure-openai', resource: 'contoso', entra: { ...ENTRA, token_file: '/dev/null' } },
    m: {
      type: 'azure-openai',
      resource: 'contoso',
      entra: { managed_identity: true, client_id: 'c', metadata_url: 'http://127.0.0.1:1' },
    },
    a: {
      type: 'anthropic',
      base_url: 'http://127.0.0.1:1/v1',
      api_key: 'k',
      headers: { 'x-a': 'b' },
      max_concurrency: 1,
      prompt_caching: 'caller',
      timeouts: { first_output_s: 1, silence_s: 1, total_s: 1 },
    },
    ...BEDROCK_ENGINES,
    l: {
      type: 'llama',
      model_path: '/dev/null',
      context_size: 512,
      max_concurrency: 1,
      timeouts: { first_output_s: 1, silence_s: 1, total_s: 1 },
    },
    s: { type: 'sandbox', max_concurrency: 1, timeouts: { first_output_s: 1, silence_s: 1, total_s: 1 } },
  },
  models: [
    {
      id: 'Svc Standard',
      kind: 'chat',
      family: 'svc',
      description: 'd',
      default: true,
      created: 1,
      sticky: 'none',
      routes: [
        {
          engine: 'o',
          model: 'm',
          priority: 1,
          weight: 1,
          dialect: 'groq',
          api: 'responses',
          cost: { currency: 'usd', input: 0.2, cached_input: '0.1', cache_write: 0.3, output: 0.6 },
        },
      ],
      context_window: 10,
      max_output_tokens: 10,
      capabilities: {
        tools: true,
        parallel_tool_calls: true,
        strict_tools: true,
        json_object: true,
        json_schema: true,
        vision: true,
        documents: true,
        citations: true,
        reasoning: true,
        temperature: true,
        top_p: true,
        top_k: true,
        penalties: true,
        seed: true,
        server_tools: ['svc_web_search'],
      },
      pricing: {
        currency: 'usd',
        input: 1,
        cached_input: '0.5',
        cache_write: 1.5,
        output: 2,
        batch_discount: 0.5,
      },
      plan_weights: { input: 1, cached_input: 0.01, output: 3 },
      surfaces: ['api'],
      input_prefixes: { document: 'd: ', query: 'q: ' },
      zero_data_retention: true,
      deprecation: {
        announced_at: '2026-01-01T00:00:00Z',
        retires_at: '2027-01-01T00:00:00+02:00',
        replacement: 'Other',
      },
    },
    { id: 'Other', routes: [{ engine: 's' }] },
  ],
  plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'], tier: '1' }],
  identity_instruction: 'i',
  chat: { unknown_model: 'error', enabled: true, without_retention_model: 'model_unavailable' },
  limits: { ...LIMITS },
  rate_tiers: { ...RATE_TIERS, custom: RATE_TIERS['4'] },
  links: { upgrade: 'https://x.example', add_credit: 'https://x.example', action: 'https://x.example' },
  tools: {
    web_fetch: { user_agent: 'a/1', timeout_s: 1, max_bytes: 1, max_redirects: 0, max_characters: 1 },
    web_search: {
      type: 'searxng',
      base_url: 'http://127.0.0.1:1',
      headers: { 'x-a': 'b' },
      timeout_s: 1,
      max_bytes: 1,
      max_results: 1,
    },
    mcp: {
      allowed_hosts: ['example.com'],
      open_timeout_s: 1,
      call_timeout_s: 1,
      max_tools: 1,
      max_definition_characters: 1,
      max_bytes: 1,
      max_characters: 1,
    },
    prices: { web_search: '0.01', web_fetch: '0.001' },
  },
  network: { trusted_proxies: ['10.0.0.0/8'], allow_private_targets: ['::1'] },
  drain_seconds: 1,
  data_regions: ['us'],
  webhooks: { allow_http: true, egress_ips: ['203.0.113.10'] },
  mail: { from: 'svc@acme.test' },
  compat: {
    openai: {
      enabled: false,
      aliases: { a: 'Svc Standard' },
      default_model: 'Svc Standard',
      keep_items_hours: 1,
    },
    anthropic: { enabled: true, aliases: { a: 'Svc Standard' }, default_model: 'Svc Standard' },
  },
  payments: { manual: 'off' },
  signup: {
    mode: 'domains',
    domains: ['example.com'],
    plan: 'pro',
    credits_usd: '5.00',
    organizations_per_day: 1,
    organizations_per_domain_per_day: 1,
  },
  telemetry: {
    otlp: { endpoint: 'http://localhost:4318', headers: { 'x-key': 'k' }, sample_ratio: 0.5 },
  },
  tunnels: { ca_cert: 'c', ca_key: 'k', mtls_port: 8443 },
  files: { clamd_url: 'tcp://127.0.0.1:3310' },
  plugins: { marketplaces_file: fileURLToPath(new URL('marketplaces.json', import.meta.url)) },
  storage: { type: 'local', path: 'files', shared: true },
  cluster_secret: 'x'.repeat(32),
};

/** The other kinds of search and storage, which cannot stand beside the first. */
export const OTHER_KINDS = {
  ...DEPLOYMENT,
  engines: {
    ...DEPLOYMENT.engines,
    o: {
      type: 'openai',
      base_url: 'http://127.0.0.1:1/v1',
      keys: [{ name: 'a', weight: 2, max_concurrency: 1, api_key: 'k' }],
    },
    z: {
      type: 'azure-openai',
      resource: 'contoso',
      keys: [
        { name: 'a', weight: 2, max_concurrency: 1, api_key: 'k' },
        { name: 'c', entra: DEPLOYMENT.engines.c.entra },
        { name: 'd', entra: DEPLOYMENT.engines.d.entra },
        { name: 't', entra: DEPLOYMENT.engines.t.entra },
        { name: 'm', entra: DEPLOYMENT.engines.m.entra },
      ],
    },
  },
  storage: {
    type: 's3',
    bucket: 'files',
    region: 'eu-1',
    endpoint: 'http://127.0.0.1:9000',
    access_key: 'a',
    secret_key: 's',
    path_style: true,
  },
  tools: {
    web_search: {
      type: 'http_json',
      url: 'https://search.example/?q={query}',
      method: 'POST',
      body: '{"q":"{query}"}',
      headers: { 'x-a': 'b' },
      results_path: 'a.b',
      fields: { url: 'u', title: 't', text: 'x' },
      timeout_s: 1,
      max_bytes: 1,
      max_results: 1,
    },
  },
};

const hex = (digit: string) => digit.repeat(64);

/** Every key of the provisioning file once. */
export const PROVISIONING = {
  organizations: [
    {
      name: 'Acme',
      plan: 'pro',
      billing: 'active',
      status: 'active',
      zero_data_retention: false,
      subscribed_at: '2026-11-01T00:00:00Z',
      credits: { enabled: true, balance_usd: '100.00', low_balance_usd: '5' },
      models: ['Svc Standard'],
      members: [
        {
          email: 'Ada@acme.test',
          name: 'Ada',
          role: 'primary_owner',
          password: 'p',
          status: 'active',
          account: 'enabled',
        },
      ],
      workspaces: [
        {
          name: 'Research',
          allowed_ips: ['10.0.0.1'],
          spend_limit_usd: '1',
          models: ['Svc Standard'],
          rate_limits: [
            {
              model: 'Svc Standard',
              requests_per_minute: 1,
              input_tokens_per_minute: 1,
              output_tokens_per_minute: 1,
            },
          ],
        },
      ],
      keys: [
        {
          name: 'main',
          kind: 'private',
          workspace: 'Research',
          created_by: 'ada@acme.test',
          secret: `sk_live_${hex('a')}`,
          status: 'active',
          expires_at: '2027-01-01T00:00:00Z',
          allowed_origins: ['https://app.example'],
          allowed_ips: ['10.0.0.0/8'],
        },
      ],
      admin_keys: [
        { name: 'ops', created_by: 'ada@acme.test', secret: `sk_admin_${hex('b')}`, allowed_ips: [] },
      ],
      spend_limits: [
        { scope: 'organization', limit_usd: '500.00' },
        { scope: 'workspace', workspace: 'Default', limit_usd: 0 },
        { scope: 'member', member: 'ada@acme.test', limit_usd: 1 },
        { scope: 'group', group: 'Interns', limit_usd: 1 },
      ],
      groups: [{ name: 'Interns', members: ['ada@acme.test'] }],
    },
  ],
};
