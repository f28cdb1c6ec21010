import { describe, expect, it } from 'vitest';
import { parse, problemsOf } from '../test-support/problems.ts';

const ENGINES =
  'engines: { s: { type: sandbox }, e: { type: openai, base_url: "http://h/v1" }, a: { type: anthropic, base_url: "http://h/v1" }, g: { type: gemini, api_key: k }, v: { type: vertex, project: p, credentials: { from: default } } }\n';
const model = (keys: string, more = '') =>
  `${ENGINES}models:\n  - { id: M, default: true, routes: [{ engine: s }], ${keys} }\n${more}`;

describe('references and contradictions', () => {
  it.each([
    [
      'a route to an engine that is not there',
      model('').replace('engine: s', 'engine: x'),
      'models[0].routes[0].engine: there is no engine "x"',
    ],
    ['engines without models', ENGINES, 'models: required when engines are set'],
    ['models without engines', model('').slice(ENGINES.length), 'engines: required when models are set'],
    [
      'a model without routes',
      `${ENGINES}models: [{ id: M, default: true, routes: [] }]`,
      'models[0].routes: must have at least 1 item',
    ],
    [
      'a plan with an unknown model',
      model('', 'plans: [{ id: p, monthly_tokens: 1, models: [M, X] }]'),
      'plans[0].models[1]: there is no model "X"',
    ],
    [
      'a plan with an unknown built-in model',
      'plans: [{ id: p, monthly_tokens: 1, models: [M] }]',
      'plans[0].models[0]: there is no model "M"',
    ],
    [
      'a plan that lists a model twice',
      model('', 'plans: [{ id: p, monthly_tokens: 1, models: [M, M] }]'),
      'plans[0].models[1]: "M" is listed twice',
    ],
    [
      'two plans of one id',
      'plans: [{ id: p, monthly_tokens: 1 }, { id: p, monthly_tokens: 1 }]',
      'plans[1].id: "p" is already used at plans[0]',
    ],
    [
      'two models of one id',
      model('', '  - { id: M, routes: [{ engine: s }] }'),
      'models[1].id: "M" is already used at models[0]',
    ],
    [
      'two defaults',
      model('', '  - { id: N, default: true, routes: [{ engine: s }] }'),
      'models[1].default: models[0] is already the default',
    ],
    [
      'no default',
      model('').replace('default: true', 'default: false'),
      'models: one chat model must have default: true',
    ],
    [
      'a negative weight',
      model('').replace('engine: s', 'engine: s, weight: -1'),
      'models[0].routes[0].weight: must be at least 0',
    ],
    [
      'more output than context',
      model('context_window: 10, max_output_tokens: 11'),
      'models[0].max_output_tokens: must not exceed context_window',
    ],
    [
      'more output than the default context',
      model('max_output_tokens: 262145'),
      'models[0].max_output_tokens: must not exceed context_window',
    ],
    [
      'no output',
      model('max_output_tokens: 0'),
      'models[0].max_output_tokens: must be at least 1 for a chat model',
    ],
    [
      'a price without output',
      model('pricing: { input: 1 }'),
      'models[0].pricing.output: required for a chat model',
    ],
    [
      'a cost without output',
      model('').replace('routes: [{ engine: s }]', 'routes: [{ engine: s, cost: { input: 1 } }]'),
      'models[0].routes[0].cost.output: required for a chat model',
    ],
    [
      'a negative price',
      model('pricing: { input: -1, output: 1 }'),
      'models[0].pricing.input: must be a number from 0 to 1000000 with at most 9 decimals, as number or text',
    ],
    [
      'a discount over 1',
      model('pricing: { input: 1, output: 1, batch_discount: 1.5 }'),
      'models[0].pricing.batch_discount: must be a number from 0 to 1 with at most 9 decimals, as number or text',
    ],
    [
      'a replacement that is not there',
      model(DEPRECATED('X')),
      'models[0].deprecation.replacement: there is no model "X"',
    ],
    [
      'a model that replaces itself',
      model(DEPRECATED('M')),
      'models[0].deprecation.replacement: must be another model',
    ],
    [
      'a retirement before its announcement',
      model(DEPRECATED('null').replace('2027', '2025')),
      'models[0].deprecation.retires_at: must be after announced_at',
    ],
    [
      'a model that searches the web with nothing to search with',
      model('capabilities: { server_tools: [svc_web_fetch, svc_web_search] }'),
      'models[0].capabilities.server_tools[1]: there is no tools.web_search to search with',
    ],
    [
      'an unknown kind of search',
      'tools: { web_search: { type: bing } }',
      'tools.web_search.type: must be searxng or http_json',
    ],
    [
      'a search without an address',
      'tools: { web_search: { type: searxng } }',
      'tools.web_search.base_url: required',
    ],
    [
      'a search that is not told what for',
      'tools: { web_search: { type: http_json, url: "https://s.example/find" } }',
      'tools.web_search.url: url or body must hold {query}',
    ],
    [
      'a search body that is no JSON',
      'tools: { web_search: { type: http_json, url: "https://s.example/find", method: POST, body: "q={query}" } }',
      'tools.web_search.body: must be JSON',
    ],
    [
      'a search body with GET',
      'tools: { web_search: { type: http_json, url: "https://s.example/find?q={query}", body: "{}" } }',
      'tools.web_search.body: only with method: POST',
    ],
    [
      'a host that is an address with a scheme',
      'tools: { mcp: { allowed_hosts: ["https://mcp.example"] } }',
      'tools.mcp.allowed_hosts[0]: must be a host name in lower case, without scheme, port or path',
    ],
    [
      'a bad range',
      'network: { trusted_proxies: [10.0.0.0/33] }',
      'network.trusted_proxies[0]: must be an IP address or a range such as 10.0.0.0/8',
    ],
    [
      'a bad address',
      'network: { allow_private_targets: [localhost] }',
      'network.allow_private_targets[0]: must be an IP address or a range such as 10.0.0.0/8',
    ],
    [
      'an alias of a model that is not there',
      'compat: { openai: { aliases: { "gpt-*": X } } }',
      'compat.openai.aliases["gpt-*"]: there is no model "X"',
    ],
    [
      'an unknown model for unknown names',
      'compat: { anthropic: { default_model: X } }',
      'compat.anthropic.default_model: there is no model "X"',
    ],
    [
      'vectors for unknown names',
      'compat: { openai: { default_model: svc-embed-1 } }',
      'compat.openai.default_model: must be a chat model',
    ],
    ['an infinite limit', 'limits: { chat_messages: .inf }', 'limits.chat_messages: must be a finite number'],
    ['a limit of 0', 'limits: { chat_messages: 0 }', 'limits.chat_messages: must be at least 1'],
    [
      'a limit that is no whole number',
      'limits: { chat_messages: 1.5 }',
      'limits.chat_messages: must be a whole number',
    ],
    [
      'a duration no timer can hold',
      'limits: { keep_alive_s: 2147484 }',
      'limits.keep_alive_s: must be at most 2147483',
    ],
    ['an unknown limit', 'limits: { chat_mesages: 1 }', 'limits.chat_mesages: unknown key'],
    [
      'an unknown engine type',
      'engines: { x: { type: foo } }\nmodels: [{ id: M, default: true, routes: [{ engine: x }] }]',
      'engines.x.type: must be openai, azure-openai, anthropic, gemini, vertex, llama or sandbox',
    ],
    [
      'an engine name with a space',
      'engines: { "x y": { type: sandbox } }\nmodels: [{ id: M, default: true, routes: [{ engine: x y }] }]',
      'engines["x y"]: the name must have 1 to 64 letters, digits, ".", "_" or "-", and start with a letter or digit',
    ],
    [
      'an engine address with credentials',
      'engines: { x: { type: openai, base_url: "http://u:p@h" } }\nmodels: [{ id: M, default: true, routes: [{ engine: x }] }]',
      'engines.x.base_url: must be an http or https address without user, password, query or fragment',
    ],
    [
      'a header the service sets itself',
      'engines: { x: { type: openai, base_url: "http://h", headers: { Host: a } } }\nmodels: [{ id: M, default: true, routes: [{ engine: x }] }]',
      'engines.x.headers.Host: the service sets this header itself',
    ],
    [
      'more conversations than a local engine writes',
      'engines: { x: { type: llama, model_path: /dev/null, max_concurrency: 9 } }\nmodels: [{ id: M, default: true, routes: [{ engine: x }] }]',
      'engines.x.max_concurrency: must be at most 8',
    ],
    [
      'half a certificate authority',
      'tunnels: { ca_cert: x }',
      'tunnels.ca_key: ca_cert and ca_key must be set together',
    ],
    [
      'an unknown plan tier',
      'plans: [{ id: p, monthly_tokens: 1, tier: 5 }]',
      'plans[0].tier: must be start, "1", "2", "3", "4" or custom',
    ],
  ])('refuses %s', (_title, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it.each([
    [
      'output',
      'kind: embedding, max_output_tokens: 5',
      'models[1].max_output_tokens: must be 0 for an embedding model',
    ],
    [
      'a capability',
      'kind: embedding, capabilities: { tools: true }',
      'models[1].capabilities.tools: an embedding model has no capabilities',
    ],
    [
      'the default',
      'kind: embedding, default: true',
      'models[1].default: an embedding model cannot be the default',
    ],
  ])('refuses an embedding model with %s', (_title, keys, problem) => {
    expect(problemsOf(model('', `  - { id: E, routes: [{ engine: e }], ${keys} }`))).toEqual([problem]);
  });

  it.each([
    ['a', 'anthropic'],
    ['g', 'gemini'],
    ['v', 'vertex'],
  ])('D-ENG-24 refuses embeddings from the engine %s of type %s, which has none', (name, type) => {
    const text = model('', `  - { id: E, kind: embedding, routes: [{ engine: ${name} }] }`);
    expect(problemsOf(text)).toEqual([
      `models[1].routes[0].engine: an engine of type ${type} has no embeddings`,
    ]);
  });

  it('accepts models that search the web where there is something to search with', () => {
    const search = 'tools: { web_search: { type: searxng, base_url: "http://127.0.0.1:8888/" } }\n';
    const { config } = parse(model('capabilities: { server_tools: [svc_web_search] }', search));
    expect(config.tools.web_search).toMatchObject({
      type: 'searxng',
      base_url: 'http://127.0.0.1:8888',
      max_results: 10,
    });
    expect(parse('').config.tools).toMatchObject({
      web_fetch: { user_agent: 'svc-web-fetch' },
      mcp: { call_timeout_s: 120 },
    });
  });

  it('refuses a file without any engine', () => {
    expect(problemsOf(`engines: {}\n${model('').slice(ENGINES.length)}`)).toContain(
      'engines: must have at least one engine',
    );
  });

  it('takes a tier as number or text', () => {
    expect(
      parse(
        'plans: [{ id: p, monthly_tokens: 1, tier: 2 }, { id: q, monthly_tokens: 1, tier: "3" }]',
      ).config.plans.map(({ tier }) => tier),
    ).toEqual(['2', '3']);
  });
});

function DEPRECATED(replacement: string): string {
  return `deprecation: { announced_at: "2026-01-01T00:00:00Z", retires_at: "2027-01-01T00:00:00Z", replacement: ${replacement} }`;
}
