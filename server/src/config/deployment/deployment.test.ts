import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { loadDeployment, loadEnvironment } from '../index.ts';
import { parse, problemsOf } from '../test-support/problems.ts';

const ENGINES =
  'engines: { s: { type: sandbox }, e: { type: openai, base_url: "http://h/v1" }, a: { type: anthropic, base_url: "http://h/v1" } }\n';
const model = (keys: string, more = '') =>
  `${ENGINES}models:\n  - { id: M, default: true, routes: [{ engine: s }], ${keys} }\n${more}`;

describe('the built-in deployment', () => {
  const { config, source, withoutEffect, withoutPrice } = parse('');

  it('answers from the sandbox with three models and two plans', () => {
    expect(source).toBe('svc.yaml');
    expect([withoutEffect, withoutPrice]).toEqual([[], []]);
    expect(config.engines).toEqual({
      sandbox: {
        type: 'sandbox',
        max_concurrency: 512,
        timeouts: { first_output_s: 60, silence_s: 120, total_s: 600 },
        prompt_cache: { min_tokens: 1024, step_tokens: 128, idle_s: 600 },
      },
    });
    expect(config.models.map(({ id, family, default: isDefault }) => [id, family, isDefault])).toEqual([
      ['Svc Standard', 'svc', true],
      ['Svc Code', 'svc-code', false],
      ['svc-embed-1', 'svc', false],
    ]);
    expect(config.models[0]).toMatchObject({ context_window: 262_144, max_output_tokens: 16_384 });
    expect(config.models[0]?.capabilities).toMatchObject({
      tools: true,
      parallel_tool_calls: true,
      documents: true,
      server_tools: [],
    });
    expect(config.plans).toEqual([
      {
        id: 'free',
        paid: false,
        monthly_tokens: 500_000,
        models: ['Svc Standard', 'Svc Code', 'svc-embed-1'],
        tier: 'start',
      },
      {
        id: 'pro',
        paid: true,
        monthly_tokens: 50_000_000,
        models: ['Svc Standard', 'Svc Code', 'svc-embed-1'],
        tier: 'start',
      },
    ]);
    expect(config.identity_instruction).toMatch(/^You are Svc, /);
  });

  it('has every limit of the contract and finite numbers only', () => {
    expect(config.limits).toEqual(LIMITS);
    expect(Object.values(config.limits).every(Number.isFinite)).toBe(true);
    expect(
      Object.values(config.rate_tiers)
        .flatMap((tier) => Object.values(tier))
        .every(Number.isFinite),
    ).toBe(true);
  });

  it('has absolute links', () => {
    expect(Object.values(config.links)).toEqual(Array(3).fill('https://svc.example/console/billing'));
  });
});

describe('defaults', () => {
  it('are those of the kind of model', () => {
    const { models } = parse(
      `${model('context_window: 1000')}  - { id: E, kind: embedding, routes: [{ engine: e, cost: { input: "0.010" } }], pricing: { input: "0.020" } }\n`,
    ).config;
    expect(models[1]?.routes[0]?.cost).toEqual({
      currency: 'usd',
      input: '0.01',
      cached_input: '0.01',
      output: '0',
    });
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
  const { engines } = parse(
    `engines: { e: { type: openai, base_url: 'http://h/v1//', api_key: '\${K}', headers: { x-k: 'a \${K}' } } }\n${model('').slice(ENGINES.length).replace('engine: s', 'engine: e')}`,
    { K: 'hunter2' },
  ).config;
  const engine = engines['e'];
  if (engine?.type !== 'openai') throw new Error('wrong type');
  expect(engine.base_url).toBe('http://h/v1');
  expect(engine.api_key?.reveal()).toBe('hunter2');
  expect(engine.headers['x-k']?.reveal()).toBe('a hunter2');
  expect(JSON.stringify(engines)).not.toContain('hunter2');
});

describe('${NAME}', () => {
  it('is replaced in any text, and $${NAME} is a literal', () => {
    expect(
      parse('identity_instruction: "${A}-${B} $${A} $A {B} ${9}"', { A: '1', B: '${A}' }).config
        .identity_instruction,
    ).toBe('1-${A} ${A} $A {B} ${9}');
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

it('takes an empty identity instruction, which sends none', () => {
  expect(parse("identity_instruction: ''").config.identity_instruction).toBe('');
});

it('names what is set but has no effect', () => {
  const text =
    'data_regions: [us]\nwebhooks: { allow_http: true }\nnetwork: { trusted_proxies: [10.0.0.1] }\ntunnels: { mtls_port: 8443 }\nlimits: { key_usage_update_s: 5 }';
  expect(parse(text).withoutEffect).toEqual(['limits.key_usage_update_s']);
});

describe('loadDeployment', () => {
  it('reads SVC_CONFIG, takes paths from its folder and refuses a model file that is missing', () => {
    const directory = mkdtempSync(join(tmpdir(), 'svc-config-'));
    const path = join(directory, 'conf.yaml');
    const load = () => loadDeployment(loadEnvironment({ SVC_CONFIG: path }, '/'));
    try {
      expect(load).toThrow(`${path} has a problem:\n  does not exist`);
      writeFileSync(
        path,
        'engines: { l: { type: llama, model_path: m.gguf } }\nmodels: [{ id: M, default: true, routes: [{ engine: l }] }]',
      );
      expect(load).toThrow(`engines.l.model_path: ${join(directory, 'm.gguf')} does not exist`);
      writeFileSync(join(directory, 'm.gguf'), '');
      expect(load().config.engines['l']).toMatchObject({
        model_path: join(directory, 'm.gguf'),
        context_size: 4096,
      });
      expect(load().source).toBe(path);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('looks for svc.yaml in the working directory each time, and serves the built-in configuration without one', () => {
    const directory = mkdtempSync(join(tmpdir(), 'svc-config-'));
    const environment = loadEnvironment({}, directory);
    const path = join(directory, 'svc.yaml');
    try {
      expect(loadDeployment(environment)).toMatchObject({
        source: 'the built-in configuration',
        config: { payments: { manual: 'owners' } },
      });
      writeFileSync(path, 'drain_seconds: 7');
      expect(loadDeployment(environment)).toMatchObject({
        source: path,
        config: { drain_seconds: 7, payments: { manual: 'operators' } },
      });
      rmSync(path);
      expect(loadDeployment(environment).config.drain_seconds).toBe(30);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('reads the committed example', () => {
    const environment = loadEnvironment({
      SVC_CONFIG: new URL('../../../../svc.example.yaml', import.meta.url).pathname,
      MAIN_KEY: 'k',
    });
    expect(loadDeployment(environment).config.models.map(({ id }) => id)).toEqual([
      'Svc Standard',
      'svc-embed-1',
    ]);
  });
});

describe('the digest', () => {
  const keyed = (key: string) =>
    parse(model('').replace('"http://h/v1" }, a', `"http://h/v1", api_key: ${key} }, a`)).digest;

  it('is the same whatever the order of keys and however defaults are written', () => {
    expect(parse('drain_seconds: 30\nchat: { unknown_model: fallback }').digest).toBe(parse('').digest);
    expect(parse('webhooks: { allow_http: true, egress_ips: [] }').digest).toBe(
      parse('webhooks: { egress_ips: [], allow_http: true }').digest,
    );
  });

  it('changes with any setting but not with a secret', () => {
    expect(parse('drain_seconds: 31').digest).not.toBe(parse('').digest);
    expect(keyed('one')).toBe(keyed('two'));
    expect(parse('').digest).toMatch(/^[0-9a-f]{16}$/);
  });
});

it('knows which models have no price; one of 0 is a price', () => {
  const entry = (id: string, more: string) => `  - { id: ${id}, routes: [{ engine: e }]${more} }`;
  const text = [
    'engines: { e: { type: sandbox } }',
    'models:',
    entry('a', ', default: true'),
    entry('b', ', pricing: { input: 0, output: 0 }'),
    entry('c', ', kind: embedding'),
  ].join('\n');
  expect(parse(text).withoutPrice).toEqual(['a', 'c']);
});
