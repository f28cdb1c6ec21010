import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { chunk, MAIN_KEY, oneModel, rawReply, sse, textReply } from '#test-kit';
import {
  ASK,
  installProcessHooks,
  readStore,
  run,
  start,
  upstream,
  writeServiceFiles,
  writeDeployment,
  type Started,
} from './processes/service-process.ts';

const BANNER_KEY = /\n {2}(sk_live_[0-9a-f]{64})\n/g;

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
installProcessHooks();

/** A running stream that ends when `finish` is called. `rest` is everything that follows. */
async function heldStream(service: Started): Promise<{ finish: () => void; rest: Promise<string> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  upstream.script(
    rawReply([
      sse(chunk({ content: 'begun ' })),
      { until: promise },
      sse(chunk({ content: 'ended' }, 'stop')),
      sse('[DONE]'),
    ]),
  );
  const response = await service.ask(MAIN_KEY, ASK);
  expect(response.status).toBe(200);
  return { finish: resolve, rest: response.text() };
}

const outcomes = async () => {
  const records = await readStore((db) => db.selectFrom('usage_records').select('outcome').execute());
  return records.map(({ outcome }) => outcome);
};

describe('SIGTERM', () => {
  it('lets a running stream finish, accepts nothing new, ignores a second signal and exits 0', async () => {
    const service = await start(writeServiceFiles());
    const stream = await heldStream(service);
    const pipelined = connect(service.port, '127.0.0.1');
    let responded = '';
    pipelined.setEncoding('utf8').on('data', (part: string) => (responded += part));
    const request = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MAIN_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${JSON.stringify(ASK).length}\r\n\r\n${JSON.stringify(ASK)}`;
    pipelined.write(request);
    await expect.poll(() => responded).toContain('begun');

    const exit = once(service.child, 'exit');
    service.child.kill('SIGTERM');
    // Not a model call: one accepted just before the signal would wait for the held engine.
    const refusal = () =>
      fetch(`${service.url}/v1/models`).then(
        (response) => response.status,
        (error: Error) => (error.cause as { code?: string }).code,
      );
    await expect.poll(refusal).toMatch(/^ECONN/);
    // A connection that is still streaming can carry one more request, which is refused.
    pipelined.write(request);
    service.child.kill('SIGTERM');
    service.child.kill('SIGINT');
    stream.finish();
    expect(await stream.rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
    await expect
      .poll(() => responded)
      .toMatch(/data: \[DONE\].*HTTP\/1\.1 503 .*connection: close.*service_unavailable/is);
    expect(await exit).toEqual([0, null]);
    expect(await outcomes()).toEqual(['completed', 'completed']);
  });

  it('cuts remaining streams after drain_seconds, records them and exits 0', async () => {
    const service = await start(writeServiceFiles({ deployment: { drain_seconds: 1 } }));
    const stream = await heldStream(service);
    const startedAt = performance.now();
    expect(await service.end('SIGTERM')).toEqual([0, null]);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    const rest = await stream.rest;
    expect(rest).toMatch(/data: \{"error":\{.*"code":"stream_error".*\}\n\n$/);
    expect(rest).not.toContain('[DONE]');
    expect(await outcomes()).toEqual(['failed']);
  });
});

describe('a changed svc.yaml', () => {
  const described = (description: string) => {
    const { models } = oneModel({}) as { models: readonly object[] };
    return { models: models.map((model) => ({ ...model, description })), drain_seconds: 5 };
  };
  const descriptionAt = async (service: Started) => {
    const response = await fetch(`${service.url}/v1/models`, {
      headers: { authorization: `Bearer ${MAIN_KEY}` },
    });
    return ((await response.json()) as { data: { description: string }[] }).data[0]?.description;
  };

  it('is applied on svc reload and SIGHUP without dropping a stream, and rejected when invalid', async () => {
    const env = writeServiceFiles();
    const service = await start(env);
    const stream = await heldStream(service);
    writeDeployment(described('by reload'));
    expect(await run(['reload'], env)).toMatchObject({
      code: 0,
      out: 'Applied the changed configuration.\n',
    });
    expect(await descriptionAt(service)).toBe('by reload');
    writeDeployment(described('by signal'));
    service.child.kill('SIGHUP');
    await expect.poll(() => descriptionAt(service)).toBe('by signal');

    writeDeployment({ ...described('bad'), drain_seconds: -1 });
    const refused = await run(['reload'], env);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('drain_seconds: must be at least 0');
    service.child.kill('SIGHUP');
    await expect
      .poll(() => service.output())
      .toMatch(/"drain_seconds".*configuration reload rejected; keeping the current configuration/);
    expect(await descriptionAt(service)).toBe('by signal');
    stream.finish();
    expect(await stream.rest).toMatch(/ended.*data: \[DONE\]\n\n$/s);
    expect(await service.end('SIGTERM')).toEqual([0, null]);
  });
});

describe('a data directory', () => {
  it('belongs to one service, and immediately to the next after kill -9 or a failed start', async () => {
    const env = writeServiceFiles();
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    expect(await run(['start'], { ...env, PORT: String(port) })).toEqual({
      code: 1,
      out: '',
      err: `The address 127.0.0.1:${port} is already in use. Set HOST or PORT to another.\n`,
    });
    blocker.close();

    const first = await start(env);
    const second = await run(['start'], env);
    expect([second.code, second.err]).toEqual([
      1,
      expect.stringContaining(`is in use by process ${first.child.pid}.`),
    ]);
    expect((await first.ask()).status).toBe(200);
    const stream = await heldStream(first);
    stream.rest.catch(() => {});
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);

    const again = await start(env);
    upstream.script(textReply('fine'));
    expect((await again.ask()).status).toBe(200);
    expect(await again.end('SIGTERM')).toEqual([0, null]);
    // Two complete responses. The stream cut by the kill has no end, so its record may be missing.
    expect((await outcomes()).filter((outcome) => outcome === 'completed')).toHaveLength(2);
  });
});

describe('a database that a newer version migrated', () => {
  it('is refused by start and migrate with what to do, and left as it is', async () => {
    const env = writeServiceFiles();
    const applied = () =>
      readStore(async (db) => (await sql`select name from schema_checksums order by name`.execute(db)).rows);
    await readStore((db) =>
      sql`insert into schema_checksums (name, sha256) values ('9999_later', 'x')`.execute(db),
    );
    const before = await applied();
    for (const command of ['start', 'migrate'])
      expect(await run([command], env)).toMatchObject({
        code: 1,
        err: 'the database was migrated by a newer version (9999_later): run that version, or restore an older copy\n',
      });
    expect(await applied()).toEqual(before);
  });
});

describe('a first start', () => {
  it('prints a working private key exactly once', async () => {
    const first = await start();
    const shown = () => [...first.output().matchAll(BANNER_KEY)].map((match) => match[1]!);
    await expect.poll(() => first.output()).toContain('"stream": false');
    const keys = shown();
    expect(keys).toHaveLength(1);
    const response = await first.ask(keys[0]);
    expect([response.status, ((await response.json()) as { object: string }).object]).toEqual([
      200,
      'chat.completion',
    ]);
    await first.end('SIGTERM');
    const second = await start();
    expect((await second.ask(keys[0])).status).toBe(200);
    await second.end('SIGTERM');
    expect(shown()).toHaveLength(1);
    expect(second.output()).not.toContain('sk_live_');
  });

  it('with DATABASE_URL is refused without SVC_DATA_KEY, and explains how to create one', async () => {
    const { code, out, err } = await run(['start'], {
      DATABASE_URL: 'postgres://svc:hunter2@127.0.0.1:1/svc',
    });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/SVC_DATA_KEY: required with DATABASE_URL.*openssl rand -base64 32/);
    expect(err).not.toContain('hunter2');
  });
});
