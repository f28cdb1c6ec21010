import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#store';
import { chunk, MAIN_KEY, oneModel, oneOrganization, openaiEngine, rawReply, sse, startScriptedUpstream, testDatabases, textReply, type ScriptedUpstream } from '#test-kit';

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
const SECOND_KEY = `sk_live_${'2'.repeat(64)}`;
const ASK = { messages: [{ role: 'user', content: 'hello' }] };
const BANNER_KEY = /\n {2}(sk_live_[0-9a-f]{64})\n/g;

let template: string;
let directory: string;
let upstream: ScriptedUpstream;
const children = new Set<ChildProcess>();
const log = pino({ level: 'silent' });

// Making an embedded database takes seconds, copying an empty one does not.
beforeAll(async () => {
  const [embedded] = await testDatabases();
  const { store, dataDir } = await embedded!.open();
  await store.close();
  template = dataDir;
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-process-'));
  upstream = await startScriptedUpstream(textReply('fine'));
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
});

type Variables = Readonly<Record<string, string>>;

function svc(words: readonly string[], env: Variables): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'], PORT: '0', SVC_DATA_DIR: join(directory, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function run(words: readonly string[], env: Variables = {}) {
  const child = svc(words, env);
  const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
  return { code: code as number | null, out, err };
}

/** Writes the two files of a small world with two keys, and returns the variables that name them. */
function world(options: { readonly deployment?: Readonly<Record<string, unknown>>; readonly secondKey?: Readonly<Record<string, unknown>> } = {}): Variables {
  const key = (name: string, secret: string) => ({ name, kind: 'private', workspace: 'Default', created_by: 'ada@acme.test', secret });
  const provisioning = oneOrganization({ keys: [key('main', MAIN_KEY), { ...key('second', SECOND_KEY), ...options.secondKey }] });
  writeFileSync(join(directory, 'provision.yaml'), JSON.stringify(provisioning));
  writeDeployment(options.deployment);
  cpSync(template, join(directory, 'data'), { recursive: true });
  return { SVC_PROVISION: 'provision.yaml', SVC_CONFIG: 'svc.yaml' };
}

function writeDeployment(more: Readonly<Record<string, unknown>> = {}): void {
  const engine = openaiEngine(upstream.baseUrl, { timeouts: { first_output_s: 60, silence_s: 60, total_s: 120 } });
  writeFileSync(join(directory, 'svc.yaml'), JSON.stringify(oneModel(engine, more)));
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  output(): string;
  ask(key?: string, body?: object): Promise<Response>;
  advance(seconds: number): Promise<Response>;
  end(signal: NodeJS.Signals): Promise<readonly [number | null, string | null]>;
}

async function start(env: Variables = {}): Promise<Started> {
  const child = svc(['start'], env);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const collect = (piece: Buffer): void => {
      output += piece.toString();
      const ready = /Svc is ready at http:\/\/localhost(:\d+)\n/.exec(output);
      if (ready) resolve(`http://127.0.0.1${ready[1]}`);
    };
    child.stdout!.on('data', collect);
    child.stderr!.on('data', collect);
    child.once('exit', () => reject(new Error(`ended before it was ready:\n${output}`)));
  });
  const post = (path: string, key: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return {
    child,
    url,
    port: Number(new URL(url).port),
    output: () => output,
    ask: (key = MAIN_KEY, body = { ...ASK, stream: false }) => post('/v1/chat/completions', key, body),
    advance: (seconds) => post('/internal/test/clock', '', { advance_s: seconds }),
    end: async (signal) => {
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit) as [number | null, string | null];
    },
  };
}

const codeOf = async (answer: Response): Promise<string | undefined> => ((await answer.json()) as { error?: { code: string } }).error?.code;

/** A stream that has begun and ends when `finish` is called. `rest` is everything that follows. */
async function heldStream(service: Started): Promise<{ finish: () => void; rest: Promise<string> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  upstream.script(rawReply([sse(chunk({ content: 'begun ' })), { until: promise }, sse(chunk({ content: 'ended' }, 'stop')), sse('[DONE]')]));
  const answer = await service.ask(MAIN_KEY, ASK);
  expect(answer.status).toBe(200);
  return { finish: resolve, rest: answer.text() };
}

async function usageRecords() {
  const store = await openStore({ dataDir: join(directory, 'data'), log });
  try {
    return await store.db.selectFrom('usage_records').select(['request_id', 'outcome']).execute();
  } finally {
    await store.close();
  }
}

describe('SIGTERM', () => {
  it('lets a running stream finish, takes nothing new, heeds no second signal and exits 0', async () => {
    const service = await start(world());
    const stream = await heldStream(service);
    const pipelined = connect(service.port, '127.0.0.1');
    let answered = '';
    pipelined.setEncoding('utf8').on('data', (piece: string) => (answered += piece));
    const request = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MAIN_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${JSON.stringify(ASK).length}\r\n\r\n${JSON.stringify(ASK)}`;
    pipelined.write(request);
    await expect.poll(() => answered).toContain('begun');

    const exit = once(service.child, 'exit');
    service.child.kill('SIGTERM');
    await expect.poll(() => service.ask().then((answer) => answer.status, (error: Error) => (error.cause as { code?: string }).code)).toMatch(/^ECONN/);
    // A connection that is still streaming can carry one more request; it is told to go elsewhere.
    pipelined.write(request);
    service.child.kill('SIGTERM');
    service.child.kill('SIGINT');
    stream.finish();
    expect(await stream.rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
    await expect.poll(() => answered).toMatch(/data: \[DONE\].*HTTP\/1\.1 503 .*connection: close.*service_unavailable/is);
    expect(await exit).toEqual([0, null]);
    expect((await usageRecords()).map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
  });

  it('cuts what is left after drain_seconds, writes it down and exits 0', async () => {
    const service = await start(world({ deployment: { drain_seconds: 1 } }));
    const stream = await heldStream(service);
    const cut = expect(stream.rest).rejects.toThrow();
    const startedAt = performance.now();
    expect(await service.end('SIGTERM')).toEqual([0, null]);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    await cut;
    expect((await usageRecords()).map(({ outcome }) => outcome)).toEqual([expect.stringMatching(/^(failed|client_closed)$/)]);
  });
});

describe('a changed svc.yaml', () => {
  const described = (description: string) => {
    const { models } = oneModel({}) as { models: readonly object[] };
    return { models: models.map((model) => ({ ...model, description })), drain_seconds: 5 };
  };
  const descriptionAt = async (service: Started) => {
    const answer = await fetch(`${service.url}/v1/models`, { headers: { authorization: `Bearer ${MAIN_KEY}` } });
    return ((await answer.json()) as { data: { description: string }[] }).data[0]?.description;
  };

  it('is taken on svc reload and SIGHUP without dropping a stream, and kept out when it is bad', async () => {
    const env = world();
    const service = await start(env);
    const stream = await heldStream(service);
    writeDeployment(described('by reload'));
    expect(await run(['reload'], env)).toMatchObject({ code: 0, out: 'The changed configuration is in force.\n' });
    expect(await descriptionAt(service)).toBe('by reload');
    writeDeployment(described('by signal'));
    service.child.kill('SIGHUP');
    await expect.poll(() => descriptionAt(service)).toBe('by signal');

    writeDeployment({ ...described('bad'), drain_seconds: -1 });
    const refused = await run(['reload'], env);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('drain_seconds: must be at least 0');
    service.child.kill('SIGHUP');
    await expect.poll(() => service.output(), { timeout: 5000 }).toMatch(/"drain_seconds".*configuration refused, the old one stays/);
    expect(await descriptionAt(service)).toBe('by signal');
    stream.finish();
    expect(await stream.rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
    expect(await service.end('SIGTERM')).toEqual([0, null]);
  });
});

describe('a data directory', () => {
  it('belongs to one service, and to the next at once after kill -9 or a failed start', async () => {
    const env = world();
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    expect(await run(['start'], { ...env, PORT: String(port) })).toEqual({ code: 1, out: '', err: `The address 127.0.0.1:${port} is in use. Set HOST and PORT to another.\n` });
    blocker.close();

    const first = await start(env);
    const second = await run(['start'], env);
    expect([second.code, second.err]).toEqual([1, expect.stringContaining(`is in use by process ${first.child.pid}.`)]);
    expect((await first.ask()).status).toBe(200);
    const stream = await heldStream(first);
    stream.rest.catch(() => {});
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);

    const again = await start(env);
    upstream.script(textReply('fine'));
    expect((await again.ask()).status).toBe(200);
    expect(await again.end('SIGTERM')).toEqual([0, null]);
    // Two whole answers. The stream that was cut by the kill had no end, so it may be missing.
    expect((await usageRecords()).filter(({ outcome }) => outcome === 'completed')).toHaveLength(2);
  });
});

describe('keys', () => {
  it('AUTH-11 KEY-43 are refused on the very next request after svc keys revoke', async () => {
    const env = world();
    const service = await start(env);
    expect((await service.ask(SECOND_KEY)).status).toBe(200);
    expect(await run(['keys', 'revoke', 'second'], env)).toMatchObject({ code: 0, err: '' });
    const refused = await service.ask(SECOND_KEY);
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'revoked_api_key']);
    expect((await service.ask(MAIN_KEY)).status).toBe(200);
  });

  it('AUTH-39 KEY-18 KEY-19 KEY-20 have their uses written after a minute and not before', async () => {
    const env = { ...world(), SVC_TEST_CLOCK: '1' };
    const stored = async () => {
      const store = await openStore({ dataDir: join(directory, 'data'), log });
      const row = await store.db.selectFrom('api_keys').select(['use_count', 'last_used_ip', 'last_used_at']).where('name', '=', 'main').executeTakeFirstOrThrow();
      await store.close();
      return row;
    };
    // A kill, because a stop writes what is counted.
    for (const { advanceS, written } of [{ advanceS: 50, written: 0 }, { advanceS: 61, written: 3 }]) {
      const service = await start(env);
      for (let i = 0; i < 3; i++) expect((await service.ask()).status).toBe(200);
      expect((await service.ask(MAIN_KEY, { messages: [] })).status).toBe(400);
      expect((await service.advance(advanceS)).status).toBe(200);
      await service.end('SIGKILL');
      const used = written === 0 ? { last_used_ip: null, last_used_at: null } : { last_used_ip: '127.0.0.1', last_used_at: expect.any(Number) as number };
      // The refused body counts: its key was accepted.
      expect(await stored()).toEqual({ use_count: written === 0 ? 0 : written + 1, ...used });
    }
  });
});

describe('the test clock', () => {
  it('moves the expiry of keys and the window of rates', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const limits = { chat_requests_per_minute: 2, models_requests_per_minute: 1000 };
    const service = await start({ ...world({ deployment: { limits }, secondKey: { expires_at: expires } }), SVC_TEST_CLOCK: '1' });
    expect([(await service.ask()).status, (await service.ask()).status]).toEqual([200, 200]);
    const full = await service.ask();
    expect([full.status, await codeOf(full)]).toEqual([429, 'rate_limited']);
    expect((await service.advance(60)).status).toBe(200);
    expect((await service.ask()).status).toBe(200);
    expect((await service.ask(SECOND_KEY)).status).toBe(200);
    const moved = await service.advance(3600);
    expect(Date.parse(((await moved.json()) as { now: string }).now)).toBeGreaterThan(Date.now() + 3_600_000);
    const expired = await service.ask(SECOND_KEY);
    expect([expired.status, await codeOf(expired)]).toEqual([401, 'expired_api_key']);
    for (const seconds of [-1, 1e12]) expect((await service.advance(seconds)).status).toBe(400);
  });

  const outside = Object.values(networkInterfaces()).flat().find((address) => address && !address.internal && address.family === 'IPv4')?.address;

  it('is there for callers on this machine only, when asked for only, and never in production', async () => {
    const env = world();
    const service = await start({ ...env, SVC_TEST_CLOCK: '1', HOST: '0.0.0.0' });
    expect((await service.advance(1)).status).toBe(200);
    if (outside !== undefined) {
      const answer = await fetch(`http://${outside}:${service.port}/internal/test/clock`, { method: 'POST', body: '{"advance_s":1}' });
      expect(answer.status).toBe(404);
    }
    await service.end('SIGTERM');
    const without = await start(env);
    expect((await without.advance(1)).status).toBe(404);
    await without.end('SIGTERM');
    const { code, err } = await run(['start'], { SVC_TEST_CLOCK: '1', NODE_ENV: 'production' });
    expect([code, err]).toEqual([1, expect.stringContaining('SVC_TEST_CLOCK: must be off with NODE_ENV=production')]);
  });
});

describe('a first start', () => {
  it('prints a private key that works, exactly once', async () => {
    const first = await start();
    const keys = [...first.output().matchAll(BANNER_KEY)].map((match) => match[1]!);
    expect(keys).toHaveLength(1);
    const answer = await first.ask(keys[0]);
    expect([answer.status, ((await answer.json()) as { object: string }).object]).toEqual([200, 'chat.completion']);
    await first.end('SIGTERM');
    const second = await start();
    expect((await second.ask(keys[0])).status).toBe(200);
    await second.end('SIGTERM');
    expect(second.output()).not.toContain('sk_live_');
  });

  it('with DATABASE_URL is refused without SVC_DATA_KEY, and says how to make one', async () => {
    const { code, out, err } = await run(['start'], { DATABASE_URL: 'postgres://svc:hunter2@127.0.0.1:1/svc' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/SVC_DATA_KEY: required with DATABASE_URL.*openssl rand -base64 32/);
    expect(err).not.toContain('hunter2');
  });
});
