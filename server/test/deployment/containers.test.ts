import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configurationOf, DRAIN_SECONDS, KNOWN_VARIABLES, readFromRoot } from './files.ts';

const DOCKERFILE = readFromRoot('Dockerfile');

/** Instructions of a Dockerfile, continued lines joined, without comments. */
function instructionsOf(text: string): { readonly name: string; readonly value: string }[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: value!.trim() }];
    });
}

const valuesOf = (text: string, wanted: string): string[] =>
  instructionsOf(text).flatMap(({ name, value }) => (name === wanted ? [value] : []));

const ENV = Object.fromEntries(
  valuesOf(DOCKERFILE, 'ENV').flatMap((line) =>
    line.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
);

describe.each(['Dockerfile', 'connector/Dockerfile'])('%s', (path) => {
  const text = readFromRoot(path);

  it('ends as a numbered user without privileges, whose signals reach the program', () => {
    const user = valuesOf(text, 'USER').at(-1);
    expect(user).toBe('1000:1000');
    const [command = ''] = [...valuesOf(text, 'CMD'), ...valuesOf(text, 'ENTRYPOINT')].slice(-1);
    expect(JSON.parse(command)).toBeInstanceOf(Array);
    expect(valuesOf(text, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('builds on images by digest, fetches nothing by address, and has no secret', () => {
    expect(valuesOf(text, 'FROM').every((from) => /^\$\{NODE_IMAGE\}( AS \w+)?$/.test(from))).toBe(true);
    expect(valuesOf(text, 'ARG')[0]).toMatch(/^NODE_IMAGE=node:24-\S+@sha256:[0-9a-f]{64}$/);
    expect(text).not.toContain(':latest');
    expect(valuesOf(text, 'ADD')).toEqual([]);
    expect(text).not.toMatch(/curl|wget|(KEY|TOKEN|SECRET|PASSWORD)=/);
  });
});

describe('Dockerfile', () => {
  it('installs packages before it copies sources, so that a change of those installs nothing again', () => {
    for (const stage of DOCKERFILE.split(/^FROM /m).slice(1)) {
      const before = stage.split('RUN npm ci')[0]!;
      if (before === stage) continue;
      const copied = valuesOf(before, 'COPY').flatMap((line) => line.split(' ').slice(0, -1));
      expect(copied.filter((file) => !/(package(-lock)?\.json|\.npmrc|\/bin)$/.test(file))).toEqual([]);
    }
  });

  it('copies what there is', () => {
    const root = join(import.meta.dirname, '../../..');
    const sources = valuesOf(DOCKERFILE, 'COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect(sources.length).toBeGreaterThan(20);
  });

  it('has variables of the service, and its port, data and readiness', () => {
    expect(Object.keys(ENV).filter((name) => !KNOWN_VARIABLES.has(name))).toEqual([]);
    expect(valuesOf(DOCKERFILE, 'VOLUME')).toEqual([ENV['SVC_DATA_DIR']]);
    expect(valuesOf(DOCKERFILE, 'EXPOSE')).toEqual([ENV['PORT']]);
    expect(valuesOf(DOCKERFILE, 'HEALTHCHECK')[0]).toContain('/readyz');
  });
});

interface ComposeService {
  readonly image?: string;
  readonly build?: object;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly stop_grace_period?: string;
  readonly restart?: string;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly configs?: Readonly<Record<string, { readonly content: string }>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

const BASE = parse(readFromRoot('compose.yaml')) as ComposeFile;
// `!override` and `!reset` take the place of what the first file says.
const REDIS = parse(readFromRoot('deploy/compose.redis.yaml'), { logLevel: 'silent' }) as ComposeFile;
const svc = BASE.services['svc']!;

describe('compose.yaml', () => {
  it('runs the service with a read-only root, without capabilities, and lets it drain', () => {
    expect(svc).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(Number.parseInt(svc.stop_grace_period ?? '', 10)).toBeGreaterThan(DRAIN_SECONDS);
  });

  it('sets variables of the service, publishes its port on this machine alone, and keeps its data', () => {
    for (const { environment = {} } of [svc, REDIS.services['svc']!])
      expect(Object.keys(environment).filter((name) => !KNOWN_VARIABLES.has(name))).toEqual([]);
    expect(svc.ports).toEqual([`127.0.0.1:\${SVC_PORT:-8080}:${ENV['PORT']}`]);
    expect(svc.volumes).toEqual([`data:${ENV['SVC_DATA_DIR']}`]);
    expect(svc.configs).toEqual([{ source: 'svc', target: svc.environment!['SVC_CONFIG'] }]);
    expect(configurationOf(BASE.configs!['svc']!.content, { severalNodes: true }).storage).toEqual({
      type: 'local',
      shared: true,
    });
  });

  it('and its variant with Redis name images with a version, named volumes, health checks and what they wait for', () => {
    const services = { ...REDIS.services, ...BASE.services };
    const volumes = Object.values(services).flatMap(({ volumes: all = [] }) =>
      all.map((one) => one.split(':')[0]!),
    );
    expect(volumes.toSorted()).toEqual(Object.keys(BASE.volumes!).toSorted());
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.restart]).toEqual([name, 'unless-stopped']);
      expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
      expect(service.stop_grace_period, name).toMatch(/^\d+s$/);
      if (service.build) continue;
      expect(service.image, name).toMatch(/^\w+:\d+/);
      expect(service.healthcheck, name).toBeDefined();
    }
    expect(svc.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(REDIS.services['svc']!.depends_on).toEqual({ redis: { condition: 'service_healthy' } });
    expect(svc.environment).not.toHaveProperty('REDIS_URL');
    expect(REDIS.services['redis']).toMatchObject({ read_only: true, user: 'redis' });
  });

  it('shows nothing but the balancer where there are several nodes, whose files all of them find', () => {
    const [several, balancer] = [REDIS.services['svc']!, REDIS.services['balancer']!];
    expect([several.ports, balancer.ports]).toEqual([[], svc.ports]);
    expect(several.volumes).toEqual(['data:/shared']);
    expect(DOCKERFILE).toContain('install -d -o node -g node -m 0700 /data /shared');
    const { storage, network } = configurationOf(REDIS.configs!['svc']!.content, { severalNodes: true });
    expect(storage).toEqual({ type: 'local', path: '/shared/files', shared: true });
    expect(network.trusted_proxies.length).toBeGreaterThan(0);
  });

  it('has a balancer that HAProxy takes', (context) => {
    const text = REDIS.configs!['balancer']!.content;
    expect(text).toContain(`svc:${ENV['PORT']}`);
    expect(text).toContain('GET /readyz');
    const folder = mkdtempSync(join(tmpdir(), 'svc-balancer-'));
    try {
      writeFileSync(join(folder, 'haproxy.cfg'), text);
      const { error, status, stderr } = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], {
        encoding: 'utf8',
      });
      if (error) return context.skip('haproxy not found');
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('WARNING')]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
