import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadDeployment, loadEnvironment, parseDeployment, type Deployment } from './index.ts';

function parse(text: string, variables: Record<string, string> = {}): Deployment {
  return parseDeployment(text, { source: 'svc.yaml', baseUrl: 'https://svc.example', directory: '/conf', variable: (name) => variables[name] });
}

function problemsOf(text: string, variables?: Record<string, string>): string[] {
  try {
    parse(text, variables);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

const ENGINES = 'engines: { s: { type: sandbox }, e: { type: openai, base_url: "http://h/v1" }, a: { type: anthropic, base_url: "http://h/v1" } }\n';
const model = (keys: string, more = '') => `${ENGINES}models:\n  - { id: M, default: true, routes: [{ engine: s }], ${keys} }\n${more}`;

describe('the built-in deployment', () => {
  const { config, source, withoutEffect } = parse('');

  it('answers from the sandbox with two models and two plans', () => {
    expect(source).toBe('svc.yaml');
    expect(withoutEffect).toEqual([]);
    expect(config.engines).toEqual({
      sandbox: { type: 'sandbox', max_concurrency: 512, timeouts: { first_output_s: 60, silence_s: 120, total_s: 600 } },
    });
    expect(config.models.map(({ id, family, default: isDefault }) => [id, family, isDefault])).toEqual([
      ['Svc Standard', 'svc', true],
      ['Svc Code', 'svc-code', false],
    ]);
    expect(config.models[0]).toMatchObject({ context_window: 262_144, max_output_tokens: 16_384 });
    expect(config.models[0]?.capabilities).toMatchObject({ tools: true, parallel_tool_calls: true, vision: false, server_tools: [] });
    expect(config.plans).toEqual([
      { id: 'free', paid: false, monthly_tokens: 500_000, models: ['Svc Standard', 'Svc Code'], tier: 'start' },
      { id: 'pro', paid: true, monthly_tokens: 50_000_000, models: ['Svc Standard', 'Svc Code'], tier: 'start' },
    ]);
    expect(config.identity_instruction).toMatch(/^You are Svc, /);
  });

  it('has every limit of the contract and finite numbers only', () => {
    expect(config.limits).toEqual(LIMITS);
    expect(Object.values(config.limits).every(Number.isFinite)).toBe(true);
    expect(Object.values(config.rate_tiers).flatMap((tier) => Object.values(tier)).every(Number.isFinite)).toBe(true);
  });

  it('has absolute links', () => {
    expect(Object.values(config.links)).toEqual(Array(3).fill('https://svc.example/console/billing'));
  });
});

describe('defaults', () => {
  it('are those of the kind of model', () => {
    const { models } = parse(`${model('context_window: 1000')}  - { id: E, kind: embedding, routes: [{ engine: e }], pricing: { input: "0.020" } }\n`).config;
    expect(models[0]).toMatchObject({
      max_output_tokens: 1000,
      routes: [{ engine: 's', model: 'M', priority: 1, weight: 1 }],
      pricing: { currency: 'usd', input: '0', cached_input: '0', output: '0', batch_discount: '0.5' },
      plan_weights: { input: 1, cached_input: 1, output: 1 },
      surfaces: ['api', 'cli', 'terminal', 'desktop'],
      zero_data_retention: false,
      deprecation: null,
    });
    expect(models[1]).toMatchObject({
      context_window: 8192,
      max_output_tokens: 0,
      pricing: { input: '0.02', cached_input: '0.02', output: '0' },
      plan_weights: { input: 0.01 },
      surfaces: ['api'],
    });
  });

  it('of timeouts come from the limits', () => {
    const { engines } = parse('limits: { first_output_timeout_s: 7 }').config;
    expect(engines['sandbox']?.timeouts).toEqual({ first_output_s: 7, silence_s: 120, total_s: 600 });
  });

  it('fill rate tiers that are given in part', () => {
    const { rate_tiers: tiers } = parse('rate_tiers: { custom: { requests_per_minute: 5 } }').config;
    expect(tiers.custom).toMatchObject({ requests_per_minute: 5, input_tokens_per_minute: 16_000_000 });
  });
});

it('keeps credentials secret and cuts trailing slashes', () => {
  const { engines } = parse(`engines: { e: { type: openai, base_url: 'http://h/v1//', api_key: '\${K}', headers: { x-k: 'a \${K}' } } }\n${model('').slice(ENGINES.length).replace('engine: s', 'engine: e')}`, { K: 'hunter2' }).config;
  const engine = engines['e'];
  if (engine?.type !== 'openai') throw new Error('wrong type');
  expect(engine.base_url).toBe('http://h/v1');
  expect(engine.api_key?.reveal()).toBe('hunter2');
  expect(engine.headers['x-k']?.reveal()).toBe('a hunter2');
  expect(JSON.stringify(engines)).not.toContain('hunter2');
});

describe('${NAME}', () => {
  it('is replaced in any text, and $${NAME} is a literal', () => {
    expect(parse('identity_instruction: "${A}-${B} $${A} $A {B} ${9}"', { A: '1', B: '${A}' }).config.identity_instruction).toBe('1-${A} ${A} $A {B} ${9}');
  });

  it('that is missing is reported for each place, with all other problems', () => {
    expect(problemsOf('identity_instruction: "${A}"\nlinks: { upgrade: "${B}" }\nfoo: 1')).toEqual([
      'identity_instruction: the environment variable A is not set',
      'links.upgrade: the environment variable B is not set',
      'links.upgrade: must be an absolute http or https link',
      'foo: unknown key',
    ]);
  });
});

describe('references and contradictions', () => {
  it.each([
    ['a route to an engine that is not there', model('').replace('engine: s', 'engine: x'), 'models[0].routes[0].engine: there is no engine "x"'],
    ['engines without models', ENGINES, 'models: required, since engines are given'],
    ['models without engines', model('').slice(ENGINES.length), 'engines: required, since models are given'],
    ['no engine at all', 'engines: {}\nmodels: [{ id: M, default: true, routes: [{ engine: s }] }]', 'engines: must have at least one engine'],
    ['a model without routes', `${ENGINES}models: [{ id: M, default: true, routes: [] }]`, 'models[0].routes: must have at least 1 item'],
    ['a plan with an unknown model', model('', 'plans: [{ id: p, monthly_tokens: 1, models: [M, X] }]'), 'plans[0].models[1]: there is no model "X"'],
    ['a plan with an unknown built-in model', 'plans: [{ id: p, monthly_tokens: 1, models: [M] }]', 'plans[0].models[0]: there is no model "M"'],
    ['a plan that lists a model twice', model('', 'plans: [{ id: p, monthly_tokens: 1, models: [M, M] }]'), 'plans[0].models[1]: "M" is listed twice'],
    ['two plans of one id', 'plans: [{ id: p, monthly_tokens: 1 }, { id: p, monthly_tokens: 1 }]', 'plans[1].id: "p" is plans[0] already'],
    ['two models of one id', model('', '  - { id: M, routes: [{ engine: s }] }'), 'models[1].id: "M" is models[0] already'],
    ['two defaults', model('', '  - { id: N, default: true, routes: [{ engine: s }] }'), 'models[1].default: models[0] is the default already'],
    ['no default', model('').replace('default: true', 'default: false'), 'models: one chat model must have default: true'],
    ['a weight of 0', model('').replace('engine: s', 'engine: s, weight: 0'), 'models[0].routes[0].weight: must be more than 0'],
    ['a negative weight', model('').replace('engine: s', 'engine: s, weight: -1'), 'models[0].routes[0].weight: must be more than 0'],
    ['more output than context', model('context_window: 10, max_output_tokens: 11'), 'models[0].max_output_tokens: must not exceed context_window'],
    ['more output than the default context', model('max_output_tokens: 262145'), 'models[0].max_output_tokens: must not exceed context_window'],
    ['no output', model('max_output_tokens: 0'), 'models[0].max_output_tokens: must be at least 1 for a chat model'],
    ['a price without output', model('pricing: { input: 1 }'), 'models[0].pricing.output: required for a chat model'],
    ['a negative price', model('pricing: { input: -1, output: 1 }'), 'models[0].pricing.input: must be a number from 0 to 1000000 with at most 9 decimals, as number or text'],
    ['a discount over 1', model('pricing: { input: 1, output: 1, batch_discount: 1.5 }'), 'models[0].pricing.batch_discount: must be a number from 0 to 1 with at most 9 decimals, as number or text'],
    ['a replacement that is not there', model(DEPRECATED('X')), 'models[0].deprecation.replacement: there is no model "X"'],
    ['a model that replaces itself', model(DEPRECATED('M')), 'models[0].deprecation.replacement: must be another model'],
    ['a retirement before its announcement', model(DEPRECATED('null').replace('2027', '2025')), 'models[0].deprecation.retires_at: must be after announced_at'],
    ['a bad range', 'network: { trusted_proxies: [10.0.0.0/33] }', 'network.trusted_proxies[0]: must be an IP address or a range such as 10.0.0.0/8'],
    ['a bad address', 'network: { allow_private_targets: [localhost] }', 'network.allow_private_targets[0]: must be an IP address or a range such as 10.0.0.0/8'],
    ['an infinite limit', 'limits: { chat_messages: .inf }', 'limits.chat_messages: must be a finite number'],
    ['a limit of 0', 'limits: { chat_messages: 0 }', 'limits.chat_messages: must be at least 1'],
    ['a limit that is no whole number', 'limits: { chat_messages: 1.5 }', 'limits.chat_messages: must be a whole number'],
    ['a duration no timer can hold', 'limits: { keep_alive_s: 2147484 }', 'limits.keep_alive_s: must be at most 2147483'],
    ['an unknown limit', 'limits: { chat_mesages: 1 }', 'limits.chat_mesages: unknown key'],
    ['an unknown engine type', 'engines: { x: { type: foo } }\nmodels: [{ id: M, default: true, routes: [{ engine: x }] }]', 'engines.x.type: must be openai, anthropic, llama or sandbox'],
    ['an engine name with a space', 'engines: { "x y": { type: sandbox } }\nmodels: [{ id: M, default: true, routes: [{ engine: x y }] }]', 'engines["x y"]: not a usable name: letters, digits, ".", "_" and "-", at most 64'],
    ['an engine address with credentials', 'engines: { x: { type: openai, base_url: "http://u:p@h" } }\nmodels: [{ id: M, default: true, routes: [{ engine: x }] }]', 'engines.x.base_url: must be an http or https address without user, password, query or fragment'],
    ['a header the service sets itself', 'engines: { x: { type: openai, base_url: "http://h", headers: { Host: a } } }\nmodels: [{ id: M, default: true, routes: [{ engine: x }] }]', 'engines.x.headers.Host: not a usable name: letters, digits, ".", "_" and "-", at most 64'],
    ['half a certificate authority', 'tunnels: { ca_cert: x }', 'tunnels.ca_key: ca_cert and ca_key come together'],
    ['an unknown plan tier', 'plans: [{ id: p, monthly_tokens: 1, tier: 5 }]', 'plans[0].tier: must be start, "1", "2", "3", "4" or custom'],
  ])('refuses %s', (_title, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it.each([
    ['output', 'kind: embedding, max_output_tokens: 5', 'models[1].max_output_tokens: must be 0 for an embedding model'],
    ['a capability', 'kind: embedding, capabilities: { tools: true }', 'models[1].capabilities.tools: an embedding model has no capabilities'],
    ['the default', 'kind: embedding, default: true', 'models[1].default: an embedding model cannot be the default'],
  ])('refuses an embedding model with %s', (_title, keys, problem) => {
    expect(problemsOf(model('', `  - { id: E, routes: [{ engine: e }], ${keys} }`))).toEqual([problem]);
  });

  it('refuses embeddings from an engine that has none', () => {
    const text = model('', '  - { id: E, kind: embedding, routes: [{ engine: a }] }');
    expect(problemsOf(text)).toEqual(['models[1].routes[0].engine: an anthropic engine has no embeddings']);
  });

  it('takes a tier as number or text', () => {
    expect(parse('plans: [{ id: p, monthly_tokens: 1, tier: 2 }, { id: q, monthly_tokens: 1, tier: "3" }]').config.plans.map(({ tier }) => tier)).toEqual(['2', '3']);
  });
});

function DEPRECATED(replacement: string): string {
  return `deprecation: { announced_at: "2026-01-01T00:00:00Z", retires_at: "2027-01-01T00:00:00Z", replacement: ${replacement} }`;
}

describe('YAML', () => {
  it.each([
    ['a key given twice', 'drain_seconds: 1\ndrain_seconds: 2', 'line 2, column 1: the key was given before in the same object'],
    ['two documents', 'drain_seconds: 1\n---\ndrain_seconds: 2', 'line 2, column 1: the file must hold one document'],
    ['an unknown tag', 'identity_instruction: !!js x', 'line 1, column 23: unknown YAML tag'],
    ['broken syntax', 'identity_instruction: "hunter2', 'line 1, column 31: not valid YAML (missing char)'],
    ['an alias to nowhere', 'chat: *x', ': has aliases (*name) that point nowhere or repeat too much'],
    ['a list', '- 1', ': must be an object'],
    ['a __proto__ key', '"__proto__": { drain_seconds: 5 }', '["__proto__"]: unknown key'],
  ])('refuses %s without quoting the text', (_title, text, problem) => {
    const problems = problemsOf(text);
    expect(problems).toContain(problem.replace('["__proto__"]', '__proto__'));
    expect(problems.join()).not.toContain('hunter2');
  });

  it('follows anchors and merges', () => {
    const { config } = parse('network: &n { trusted_proxies: &p [10.0.0.1] }\nwebhooks: { egress_ips: *p }');
    expect(config.webhooks.egress_ips).toEqual(['10.0.0.1']);
  });

  it('bounds a file that explodes when expanded', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]', ...'bcdefghij'.split('').map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[at]}`).join(', ')}]`)].join('\n');
    const before = performance.now();
    expect(problemsOf(bomb)).toEqual([': has aliases (*name) that point nowhere or repeat too much']);
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it('bounds an alias that contains itself', () => {
    expect(problemsOf('limits: &a { x: *a }').some((line) => /nested too deep|aliases/.test(line))).toBe(true);
  });

  it('refuses more than 1 MiB', () => {
    expect(problemsOf(`# ${'x'.repeat(1024 * 1024)}`)).toEqual([': is larger than 1 MiB']);
  });
});

it('names sections that have no effect yet', () => {
  expect(parse('data_regions: [us]\nwebhooks: { allow_http: true }').withoutEffect).toEqual(['data_regions', 'webhooks']);
});

describe('loadDeployment', () => {
  it('reads SVC_CONFIG, takes paths from its folder and refuses a model file that is missing', () => {
    const directory = mkdtempSync(join(tmpdir(), 'svc-config-'));
    const path = join(directory, 'conf.yaml');
    const load = () => loadDeployment(loadEnvironment({ SVC_CONFIG: path }, '/'));
    try {
      expect(load).toThrow(`${path} has a problem:\n  does not exist`);
      writeFileSync(path, 'engines: { l: { type: llama, model_path: m.gguf } }\nmodels: [{ id: M, default: true, routes: [{ engine: l }] }]');
      expect(load).toThrow(`engines.l.model_path: ${join(directory, 'm.gguf')} does not exist`);
      writeFileSync(join(directory, 'm.gguf'), '');
      expect(load().config.engines['l']).toMatchObject({ model_path: join(directory, 'm.gguf'), context_size: 4096 });
      expect(load().source).toBe(path);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('reads the committed example', () => {
    const environment = loadEnvironment({ SVC_CONFIG: new URL('../../../svc.example.yaml', import.meta.url).pathname, MAIN_KEY: 'k' });
    expect(loadDeployment(environment).config.models.map(({ id }) => id)).toEqual(['Svc Standard', 'svc-embed-1']);
  });
});

describe('the digest', () => {
  const keyed = (key: string) => parse(model('').replace('"http://h/v1" }, a', `"http://h/v1", api_key: ${key} }, a`)).digest;

  it('is the same whatever the order of keys and however defaults are written', () => {
    expect(parse('drain_seconds: 30\nchat: { unknown_model: fallback }').digest).toBe(parse('').digest);
    expect(parse('webhooks: { allow_http: true, egress_ips: [] }').digest).toBe(parse('webhooks: { egress_ips: [], allow_http: true }').digest);
  });

  it('changes with any setting but not with a secret', () => {
    expect(parse('drain_seconds: 31').digest).not.toBe(parse('').digest);
    expect(keyed('one')).toBe(keyed('two'));
    expect(parse('').digest).toMatch(/^[0-9a-f]{16}$/);
  });
});
