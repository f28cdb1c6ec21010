import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundBaseUrl, ENVIRONMENT_VARIABLES, loadEnvironment } from '../index.ts';
import { problemsIn } from '../test-support/problems.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const POSTGRES = { DATABASE_URL: 'postgres://u:hunter2@db/svc', SVC_DATA_KEY: KEY };

const problemsOf = (source: Record<string, string>): string[] =>
  problemsIn(() => loadEnvironment(source, '/work'));

describe('loadEnvironment', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-env-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('gives every default when nothing is set, and counts empty as not set', () => {
    const expected = {
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://localhost:8080',
      dataDir: join(directory, 'data'),
      filesDir: join(directory, 'data', 'files'),
    };
    const rest = {
      testClock: false,
      workers: 1,
      logLevel: 'info',
      logFormat: 'auto',
      production: false,
      workingDir: directory,
    };
    for (const source of [{}, Object.fromEntries(ENVIRONMENT_VARIABLES.map(({ name }) => [name, '']))]) {
      const { variable, ...environment } = loadEnvironment(source, directory);
      expect(environment).toEqual({ ...expected, ...rest });
      expect(variable('SVC_NOT_SET')).toBeUndefined();
    }
  });

  it('reads every variable and keeps addresses with credentials as secrets', () => {
    const environment = loadEnvironment(
      {
        ...POSTGRES,
        HOST: '::1',
        PORT: '0',
        SVC_BASE_URL: 'https://svc.example/api/',
        SVC_DATA_DIR: '/var/svc',
        REDIS_URL: 'redis://:pw@cache',
        SVC_CONFIG: 'conf/svc.yaml',
        SVC_PROVISION: 'p.yaml',
        SVC_TEST_CLOCK: '1',
        SVC_WORKERS: '1',
        SVC_METRICS_PORT: '9100',
        SMTP_URL: 'smtps://mail',
        LOG_LEVEL: 'debug',
        LOG_FORMAT: 'json',
        NODE_ENV: 'test',
      },
      '/work',
    );
    expect(environment).toMatchObject({
      host: '::1',
      port: 0,
      baseUrl: 'https://svc.example/api',
      dataDir: '/var/svc',
      configPath: '/work/conf/svc.yaml',
      provisionPath: '/work/p.yaml',
      testClock: true,
      metricsPort: 9100,
      logLevel: 'debug',
      logFormat: 'json',
    });
    expect(environment.databaseUrl?.reveal()).toBe(POSTGRES.DATABASE_URL);
    expect(environment.dataKey?.reveal()).toBe(KEY);
    expect(JSON.stringify(environment)).not.toMatch(/hunter2|pw@/);
  });

  it.each([
    ['HOST', 'a b', 'must be an IP address or a host name'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '80a', 'must be a whole number from 0 to 65535'],
    [
      'SVC_BASE_URL',
      'svc.example',
      'must be an http or https address without user, password, query or fragment',
    ],
    [
      'SVC_BASE_URL',
      'https://a:b@svc.example',
      'must be an http or https address without user, password, query or fragment',
    ],
    [
      'SVC_BASE_URL',
      'https://svc.example?x',
      'must be an http or https address without user, password, query or fragment',
    ],
    ['DATABASE_URL', 'mysql://x', 'must be an address that starts with postgres:// or postgresql://'],
    ['REDIS_URL', 'cache:6379', 'must be an address that starts with redis:// or rediss://'],
    ['SMTP_URL', 'mail', 'must be an address that starts with smtp:// or smtps://'],
    ['SVC_DATA_KEY', 'abc', 'must be 32 bytes in base64; make one with: openssl rand -base64 32'],
    [
      'SVC_DATA_KEY',
      `${KEY.slice(0, 42)}!=`,
      'must be 32 bytes in base64; make one with: openssl rand -base64 32',
    ],
    ['SVC_TEST_CLOCK', 'yes', 'must be 1 (on) or 0 (off)'],
    ['SVC_WORKERS', '0', 'must be a whole number from 1 to 1024'],
    [
      'SVC_WORKERS',
      '2',
      'more than 1 needs DATABASE_URL and REDIS_URL: the processes share their state there',
    ],
    ['SVC_METRICS_PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['SVC_METRICS_PORT', '8080', 'must differ from PORT'],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['LOG_FORMAT', 'PRETTY', 'must be one of auto, pretty, json'],
  ])('refuses %s=%s', (name, value, message) => {
    const needsKey = name === 'DATABASE_URL' ? { SVC_DATA_KEY: KEY } : {};
    expect(problemsOf({ ...needsKey, [name]: value })).toEqual([`${name}: ${message}`]);
  });

  it('refuses the test clock in production', () => {
    expect(problemsOf({ SVC_TEST_CLOCK: '1', NODE_ENV: 'production' })).toEqual([
      'SVC_TEST_CLOCK: must be off with NODE_ENV=production',
    ]);
  });

  it('asks for a data key with DATABASE_URL and tells how to make one', () => {
    expect(problemsOf({ DATABASE_URL: POSTGRES.DATABASE_URL })).toEqual([
      'SVC_DATA_KEY: required with DATABASE_URL, the same on every node; make one with: openssl rand -base64 32',
    ]);
  });

  it('reports everything at once and quotes no value', () => {
    const problems = problemsOf({
      PORT: 'sekret',
      DATABASE_URL: 'sekret',
      SVC_DATA_KEY: 'sekret',
      LOG_LEVEL: 'sekret',
      HOST: 'se kret',
    });
    const names = new Set(problems.map((line) => line.split(':')[0]));
    expect(names).toEqual(new Set(['PORT', 'DATABASE_URL', 'SVC_DATA_KEY', 'LOG_LEVEL', 'HOST']));
    expect(problems.join()).not.toContain('sekret');
  });

  it('reads the documented variables and no other', () => {
    const read = new Set<string>();
    loadEnvironment(new Proxy({}, { get: (_target, name) => void read.add(String(name)) }), directory);
    expect([...read].toSorted()).toEqual(ENVIRONMENT_VARIABLES.map(({ name }) => name).toSorted());
  });
});

it('boundBaseUrl puts the bound port in only where the address was left open', () => {
  expect(boundBaseUrl(loadEnvironment({ PORT: '0' }), 4711)).toBe('http://localhost:4711');
  expect(boundBaseUrl(loadEnvironment({ PORT: '0', SVC_BASE_URL: 'https://a.example' }), 4711)).toBe(
    'https://a.example',
  );
  expect(boundBaseUrl(loadEnvironment({ PORT: '81' }), 81)).toBe('http://localhost:81');
});
