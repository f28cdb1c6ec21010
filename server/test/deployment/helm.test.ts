import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configurationOf, KNOWN_VARIABLES, readFromRoot } from './files.ts';

const CHART = 'deploy/helm/svc';
const TEMPLATES = readdirSync(join(import.meta.dirname, '../../..', CHART, 'templates')).map((name) => ({
  name,
  text: readFromRoot(`${CHART}/templates/${name}`),
}));
const ALL = TEMPLATES.map(({ text }) => text).join('\n');
const README = readFromRoot(`${CHART}/README.md`);
const VALUES = parse(readFromRoot(`${CHART}/values.yaml`)) as Readonly<Record<string, unknown>>;
const validate = new Ajv({ strict: false }).compile(
  JSON.parse(readFromRoot(`${CHART}/values.schema.json`)) as object,
);

/** Values that are passed on as they are. */
const PASSED_ON: ReadonlySet<string> = new Set(['resources', 'metrics.dashboard.labels']);

/** The paths of all values, down to those that are no objects or are empty ones. */
function pathsOf(value: unknown, path = ''): string[] {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isGroup && !PASSED_ON.has(path) ? Object.entries(value) : [];
  if (entries.length === 0) return [path];
  return entries.flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`));
}

const PATHS = pathsOf(VALUES);

describe('the values of the chart', () => {
  it('are what their schema says, and a mistyped one is refused', () => {
    expect([validate(VALUES), validate.errors]).toEqual([true, null]);
    const [, example = ''] = /```yaml\n# values-prod\.yaml\n([^`]*)```/.exec(README) ?? [];
    expect([validate({ ...VALUES, ...(parse(example) as object) }), validate.errors]).toEqual([true, null]);
    for (const wrong of [
      { replica: 2 },
      { replicas: 0 },
      { database: { url: 'postgres://a' } },
      { baseUrl: 'svc' },
    ])
      expect(validate({ ...VALUES, ...wrong }), JSON.stringify(wrong)).toBe(false);
  });

  it('are each used by a template, and each in the README', () => {
    const unused = PATHS.filter((path) => {
      const [top = '', ...rest] = path.split('.');
      const isUsed = new RegExp(`\\.?[Vv]alues\\.${top}\\b`).test(ALL);
      return !isUsed || !rest.every((name) => new RegExp(`\\.${name}\\b`).test(ALL));
    });
    expect(unused).toEqual([]);
    const undocumented = PATHS.filter((path) => {
      const [top = '', ...rest] = path.split('.');
      return (
        !README.includes(`\`${top}`) || !rest.every((name) => new RegExp(`\\.${name}[.\`]`).test(README))
      );
    });
    expect(undocumented).toEqual([]);
  });

  it('of templates are there', () => {
    const used = [...ALL.matchAll(/[$.][Vv]alues\.([A-Za-z.]+)/g)].map(([, path]) =>
      path!.replace(/\.$/, ''),
    );
    const unknown = used.filter(
      (path) =>
        !path.startsWith('config') && !PATHS.some((known) => known === path || known.startsWith(`${path}.`)),
    );
    expect(unknown).toEqual([]);
    expect(used.length).toBeGreaterThan(50);
  });

  it('of the README are a configuration that the service takes', () => {
    const [, example = ''] = /```yaml\n# values-prod\.yaml\n([^`]*)```/.exec(README) ?? [];
    const { config } = parse(example) as { config: object };
    expect(configurationOf(JSON.stringify(config), { severalNodes: true }).storage.type).toBe('s3');
  });
});

describe('the templates of the chart', () => {
  it.each(TEMPLATES)('$name ends every block that it begins', ({ text }) => {
    const actions = [...text.matchAll(/\{\{-? *(?<word>\/?[\w*]+)/g)].map(({ groups }) => groups!['word']!);
    const begun = actions.filter((word) => ['if', 'with', 'range', 'define'].includes(word)).length;
    const ended = actions.filter((word) => word === 'end').length;
    expect(begun).toBe(ended);
    expect(text.split('{{').length).toBe(text.split('}}').length);
  });

  it('set variables that the service reads', () => {
    const names = [...ALL.matchAll(/\bname: ([A-Z][A-Z_]+)\b|list "([A-Z][A-Z_]+)"/g)].map(
      ([, plain, secret]) => plain ?? secret!,
    );
    expect(names.toSorted()).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'HOST', 'REDIS_URL', 'SVC_BASE_URL', 'SVC_DATA_KEY']),
    );
    expect(names.filter((name) => !KNOWN_VARIABLES.has(name))).toEqual([]);
  });

  it('start programs of the image, at the paths and the port that the image has', () => {
    const dockerfile = readFromRoot('Dockerfile');
    const commands = [...ALL.matchAll(/server\/bin\/svc\.js,? (\w+)/g)].map(([, command]) => command!);
    expect([...new Set(commands)].toSorted()).toEqual(['backup', 'doctor', 'migrate', 'reload', 'start']);
    const known = readFromRoot('server/src/cli/commands.ts');
    for (const command of commands) expect(known).toContain(`name: '${command}'`);
    expect(dockerfile).toContain('CMD ["server/bin/svc.js", "start"]');
    expect(ALL).toContain("{ name: PORT, value: '8080' }");
    expect([...ALL.matchAll(/containerPort: (\d+)/g)].map(([, port]) => port)).toEqual(['8080']);
    const routes = readFromRoot('server/src/http/service-routes.ts');
    const probes = [...ALL.matchAll(/path: (\/\w+), port: http/g)].map(([, path]) => path!);
    expect(probes).toEqual(['/healthz', '/healthz', '/readyz']);
    for (const path of probes) expect(routes).toContain(`path === '${path}'`);
  });

  it('load a changed configuration once, and one with a mistake no more than that', async () => {
    const text = TEMPLATES.find(({ name }) => name === 'statefulset.yaml')!.text;
    const [, indented = ''] = /args:\n +- \|\n((?: {14,}.*\n)+)/.exec(text) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'svc-reload-'));
    const at = (name: string) => join(folder, name);
    const linesOf = (name: string) => readFileSync(at(name), 'utf8').split('\n').length - 1;
    for (const name of ['svc.yaml', 'loads', 'rounds']) writeFileSync(at(name), '');
    const script = indented
      .replaceAll('/etc/svc/svc.yaml', at('svc.yaml'))
      .replace('sleep 5', `{ echo one >>${at('rounds')}; sleep 0.02; }`)
      .replace('server/bin/svc.js reload', `{ echo one >>${at('loads')}; false; }`);
    const sidecar = spawn('sh', ['-c', script], { stdio: 'ignore' });
    const ended = once(sidecar, 'exit');
    try {
      await expect.poll(() => linesOf('rounds')).toBeGreaterThan(0);
      expect(linesOf('loads')).toBe(0);
      for (const loads of [1, 2]) {
        appendFileSync(at('svc.yaml'), 'more');
        await expect.poll(() => linesOf('loads')).toBe(loads);
        const rounds = linesOf('rounds');
        await expect.poll(() => linesOf('rounds')).toBeGreaterThan(rounds + 3);
        expect(linesOf('loads')).toBe(loads);
      }
      sidecar.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      sidecar.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('run as the user of the image, with a read-only root', () => {
    expect(ALL).toContain('runAsUser: 1000');
    expect(ALL).toContain('readOnlyRootFilesystem: true');
    expect(ALL).toContain('runAsNonRoot: true');
    expect(readFromRoot('Dockerfile')).toContain('USER 1000:1000');
  });
});

it('the chart is of the version of the service', () => {
  const { appVersion, version } = parse(readFromRoot(`${CHART}/Chart.yaml`)) as Record<string, string>;
  const service = (JSON.parse(readFromRoot('package.json')) as { version: string }).version;
  expect([appVersion, version]).toEqual([service, service]);
});
