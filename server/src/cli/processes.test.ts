import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { controlClient } from '../control/index.ts';

const MAIN = new URL('../main.ts', import.meta.url).pathname;
const HEX = 'a'.repeat(64);

// Each test runs several processes, and each of those takes a second or more where others compete for the cores.
vi.setConfig({ testTimeout: 120_000 });

let directory: string;
const running = new Set<ChildProcess>();

function svc(words: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'], PORT: '0', SVC_DATA_DIR: join(directory, 'data'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function run(words: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) {
  const child = svc(words, env);
  child.stdin!.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
  return { code: code as number | null, out, err };
}

/** A started service with everything it has printed. */
class Running {
  output = '';
  readonly child: ChildProcess;
  readonly #watchers = new Set<() => void>();

  constructor(env: Record<string, string> = {}) {
    this.child = svc(['start'], env);
    const collect = (chunk: Buffer) => {
      this.output += chunk.toString();
      for (const watch of this.#watchers) watch();
    };
    this.child.stdout!.on('data', collect);
    this.child.stderr!.on('data', collect);
  }

  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const watch = () => {
        const match = pattern.exec(this.output);
        if (match) resolve(match);
      };
      this.#watchers.add(watch);
      this.child.once('exit', () => reject(new Error(`ended without printing ${pattern}:\n${this.output}`)));
      watch();
    });
  }

  async ready(): Promise<string> {
    const [, url = ''] = await this.printed(/Svc is ready at (\S+)\n/);
    return url;
  }

  async end(signal: NodeJS.Signals): Promise<[code: number | null, signal: string | null]> {
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    return (await exit) as [number | null, string | null];
  }
}

async function started(env: Record<string, string> = {}): Promise<Running> {
  const service = new Running(env);
  await service.ready();
  return service;
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-cli-'));
});

afterEach(async () => {
  await Promise.all(
    [...running].map(async (child) => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }),
  );
  rmSync(directory, { recursive: true, force: true });
});

describe('svc start', () => {
  it('prints the first key once, survives kill -9 and stops cleanly on any number of SIGTERMs', async () => {
    const first = await started();
    await first.printed(/\n {2}sk_live_[0-9a-f]{64}\n/);
    expect(statSync(join(directory, 'data', 'data.key')).mode & 0o777).toBe(0o600);
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);

    const second = await started();
    expect(second.output).not.toContain('sk_live_');
    const exit = once(second.child, 'exit');
    for (let i = 0; i < 5; i++) second.child.kill('SIGTERM');
    second.child.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(directory, 'data', 'control.sock'))).toBe(false);
  });

  it('refuses a directory in use and says by whom', async () => {
    const service = await started();
    const { code, err } = await run(['start']);
    expect(code).toBe(1);
    expect(err).toBe(
      `The data directory ${join(directory, 'data')} is in use by process ${service.child.pid}. Stop it first, or set SVC_DATA_DIR to another directory.\n`,
    );
    expect((await run(['migrate'])).code).toBe(1);
  });

  it('refuses a data directory that cannot be one and says which setting to change, as svc doctor does', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const env = { SVC_DATA_DIR: join(file, 'data') };
    expect(await run(['start'], { env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The data directory \S+file\/data cannot be used: .*ENOTDIR.* Set SVC_DATA_DIR to /) as string,
    });
    const { code, out } = await run(['doctor'], { env });
    expect(out).toMatch(/^failed +data directory +nothing can be made in \S+file \(ENOTDIR\): set SVC_DATA_DIR to another directory$/m);
    expect(code).toBe(1);
  });

  it('refuses a bad configuration before anything is made', async () => {
    writeFileSync(join(directory, 'svc.yaml'), 'foo: 1\nlimits: { bar: 1 }');
    const { code, err } = await run(['start']);
    expect(code).toBe(1);
    expect(err).toContain('svc.yaml has 2 problems:\n  limits.bar: unknown key\n  foo: unknown key');
    expect(existsSync(join(directory, 'data', 'database'))).toBe(false);
  });

  it('refuses a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, err } = await run(['start'], { env: { PORT: String(port) } });
    server.close();
    expect([code, err]).toEqual([1, `The address 127.0.0.1:${port} is in use. Set HOST and PORT to another.\n`]);
  });

  it('takes a changed file on svc reload and SIGHUP, and keeps the old one when it is bad', async () => {
    const file = join(directory, 'svc.yaml');
    writeFileSync(file, 'drain_seconds: 1');
    const service = await started();
    const digest = async () => (await (await controlClient(join(directory, 'data')))!.call('GET /status'))['configuration'];
    const before = await digest();
    expect(await run(['reload'])).toEqual({ code: 0, out: 'The configuration has not changed.\n', err: '' });
    writeFileSync(file, 'drain_seconds: 2');
    expect(await run(['reload'])).toEqual({ code: 0, out: 'The changed configuration is in force.\n', err: '' });
    const after = await digest();
    expect(after).not.toBe(before);
    writeFileSync(file, 'drain_seconds: -1');
    expect(await run(['reload'])).toMatchObject({ code: 1, err: `${file} has a problem:\n  drain_seconds: must be at least 0\n` });
    service.child.kill('SIGHUP');
    await service.printed(/"drain_seconds".*configuration refused, the old one stays/);
    expect(await digest()).toBe(after);
    writeFileSync(file, 'drain_seconds: 1');
    service.child.kill('SIGHUP');
    await expect.poll(digest).toBe(before);
    expect(await service.end('SIGTERM')).toEqual([0, null]);
  });
});

it('svc reload takes a svc.yaml that appeared, refuses a broken one and goes back to the built-in configuration without it', async () => {
  const file = join(directory, 'svc.yaml');
  const service = await started();
  writeFileSync(file, 'drain_seconds: 1');
  expect(await run(['reload'])).toEqual({ code: 0, out: 'The changed configuration is in force.\n', err: '' });
  writeFileSync(file, 'drain_seconds: [');
  expect(await run(['reload'])).toMatchObject({
    code: 1,
    err: `${file} has a problem:\n  line 1, column 17: not valid YAML (bad indent)\n`,
  });
  // Set for the command, which is not where it counts.
  writeFileSync(file, 'identity_instruction: ${SVC_GREETING}');
  expect(await run(['reload'], { env: { SVC_GREETING: 'Hi' } })).toMatchObject({
    code: 1,
    err: `${file} has a problem:\n  identity_instruction: the environment variable SVC_GREETING is not set in the running service, which keeps the environment it was started with: restart it with the variable\n`,
  });
  rmSync(file);
  expect(await run(['reload'])).toMatchObject({ code: 0, out: 'The changed configuration is in force.\n' });
  expect(await run(['reload'])).toMatchObject({ code: 0, out: 'The configuration has not changed.\n' });
  expect(await service.end('SIGTERM')).toEqual([0, null]);
});

const NO_SUCH_KEY = 'No key has that id, name, prefix or secret.\n';

describe('svc provision and svc keys revoke', () => {
  const FILE = {
    organizations: [
      {
        name: 'Acme',
        plan: 'pro',
        members: [{ email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' }],
        keys: [
          { name: 'given', created_by: 'ada@acme.test', secret: `sk_live_${HEX}` },
          { name: 'made', created_by: 'ada@acme.test' },
        ],
      },
    ],
  };

  it('work through the running service', async () => {
    const file = join(directory, 'p.yaml');
    writeFileSync(file, JSON.stringify(FILE));
    const service = await started();

    const provisioned = await run(['provision', file]);
    expect(provisioned).toMatchObject({ code: 0, err: '' });
    expect(provisioned.out).toContain('Created ');
    expect(provisioned.out).not.toContain(HEX);
    const [secret = ''] = /sk_live_[0-9a-f]{64}/.exec(provisioned.out) ?? [];
    expect(await run(['provision', file, '--update'])).toMatchObject({ code: 0, out: 'Nothing to do: everything is there.\n' });

    const byName = await run(['keys', 'revoke', 'given']);
    expect(byName).toMatchObject({ code: 0, out: expect.stringMatching(/^Revoked apikey_\w+ "given" \(private\)\.\n$/) as string });
    const bySecret = await run(['keys', 'revoke', secret]);
    expect(bySecret).toMatchObject({ code: 0, out: expect.stringMatching(/^Revoked apikey_\w+ "made" \(private\)\.\n$/) as string });
    expect(await run(['keys', 'revoke', 'nobody'])).toEqual({ code: 1, out: '', err: NO_SUCH_KEY });

    writeFileSync(file, JSON.stringify(FILE).replace('"pro"', '"gold"'));
    const refused = { code: 1, out: '', err: `${file} has a problem:\n  organizations[0].plan: there is no plan "gold"\n` };
    expect(await run(['provision', file])).toEqual(refused);
    expect(await service.end('SIGTERM')).toEqual([0, null]);
  });

  it('work on the database when no service runs', async () => {
    const file = join(directory, 'p.yaml');
    writeFileSync(file, JSON.stringify(FILE));
    const { code, out } = await run(['provision', file]);
    expect(code).toBe(0);
    const [secret = ''] = /sk_live_[0-9a-f]{64}/.exec(out) ?? [];
    const bySecret = await run(['keys', 'revoke', '-'], { input: `${secret}\n` });
    expect(bySecret).toMatchObject({ code: 0, out: expect.stringMatching(/^Revoked apikey_\w+ "made" \(private\)\.\n$/) as string });
    expect(await run(['keys', 'revoke', 'nobody'])).toEqual({ code: 1, out: '', err: NO_SUCH_KEY });
  });
});

describe('svc check-config', () => {
  it('prints the problems of both files', async () => {
    writeFileSync(join(directory, 'svc.yaml'), 'foo: 1');
    writeFileSync(join(directory, 'p.yaml'), 'organizations: [{ name: A }]');
    const { code, out, err } = await run(['check-config'], { env: { SVC_PROVISION: 'p.yaml' } });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('svc.yaml has a problem:\n  foo: unknown key');
    expect(err).toContain('p.yaml has a problem:\n  organizations[0].plan: required');
  });

  it('tells what is configured', async () => {
    expect(await run(['check-config'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^the built-in configuration: 1 engines, 3 models, 2 plans, digest \w+\.\n$/) as string,
    });
    expect(await run(['check-config'], { env: { PORT: 'x' } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('PORT: must be') as string,
    });
  });
});

it('svc reload says when nothing runs', async () => {
  expect(await run(['reload'])).toEqual({ code: 1, out: '', err: `No service runs on the data directory ${join(directory, 'data')}.\n` });
});

describe('svc doctor', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  it('finds nothing wrong with the defaults', async () => {
    const { code, out } = await run(['doctor']);
    expect(out).toMatch(/^ok +engine sandbox +sandbox, built in$/m);
    expect(out).toMatch(/^ok +database +embedded, made at the first start$/m);
    expect(out).toMatch(/^off +service +not running$/m);
    expect(code).toBe(0);
  });

  it('tells engines that are reachable from those that are not', async () => {
    const { port } = server.address() as { port: number };
    const engines = `engines: { up: { type: openai, base_url: "http://127.0.0.1:${port}" }, also: { type: anthropic, base_url: "http://127.0.0.1:${port}/v1" }, down: { type: openai, base_url: "http://127.0.0.1:1" } }`;
    writeFileSync(join(directory, 'svc.yaml'), `${engines}\nmodels: [{ id: M, default: true, routes: [{ engine: up }] }]`);
    const { code, out } = await run(['doctor']);
    for (const name of ['up', 'also'])
      expect(out).toMatch(new RegExp(`^ok +engine ${name} +127\\.0\\.0\\.1:${port} accepts connections$`, 'm'));
    expect(out).toMatch(/^failed +engine down +127\.0\.0\.1:1 is not reachable \(ECONNREFUSED\)$/m);
    expect(code).toBe(1);
  });

  it('tells a model file from another file', async () => {
    const engines =
      'engines: { s: { type: sandbox }, good: { type: llama, model_path: good.gguf }, bad: { type: llama, model_path: bad.gguf } }';
    writeFileSync(join(directory, 'svc.yaml'), `${engines}\nmodels: [{ id: M, default: true, routes: [{ engine: s }] }]`);
    writeFileSync(join(directory, 'good.gguf'), 'GGUF and more');
    writeFileSync(join(directory, 'bad.gguf'), 'GGU');
    const { code, out } = await run(['doctor']);
    expect(out).toMatch(
      /^(ok +engine good +llama, \S+good\.gguf|failed +engine good +the module .* npm install --no-save node-llama-cpp@.*)$/m,
    );
    expect(out).toMatch(/^failed +engine bad +(\S+bad\.gguf is not a GGUF file: |the module )/m);
    expect(code).toBe(1);
  });

  it('reports a bad file and a server that is away, without its password', async () => {
    writeFileSync(join(directory, 'svc.yaml'), 'foo: 1');
    const env = {
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/svc',
      SVC_DATA_KEY: Buffer.alloc(32).toString('base64'),
      REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
    };
    const { code, out } = await run(['doctor'], { env });
    expect(out).toMatch(/^failed +configuration .*svc\.yaml has a problem:\n +foo: unknown key$/m);
    expect(out).toMatch(/^failed +database +PostgreSQL does not answer$/m);
    expect(out).toMatch(/^failed +redis +127\.0\.0\.1:1 is not reachable/m);
    expect(out).not.toContain('hunter2');
    expect(code).toBe(1);
  });
});
