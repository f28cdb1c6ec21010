import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeS3 } from '#test-kit';
import { directory, installDirectory, run } from '../../../test-kit/service/command-process.ts';

installDirectory();

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
    expect(out).toMatch(/^ok +database +embedded, created at the first start$/m);
    expect(out).toMatch(
      /^off +service +none is running on \S+\/data; if yours has another folder, set SVC_DATA_DIR/m,
    );
    expect(code).toBe(0);
  });

  it('tells engines that are reachable from those that are not', async () => {
    const { port } = server.address() as { port: number };
    const engines = `engines: { up: { type: openai, base_url: "http://127.0.0.1:${port}" }, also: { type: anthropic, base_url: "http://127.0.0.1:${port}/v1" }, down: { type: openai, base_url: "http://127.0.0.1:1" } }`;
    writeFileSync(
      join(directory, 'svc.yaml'),
      `${engines}\nmodels: [{ id: M, default: true, routes: [{ engine: up }] }]`,
    );
    const { code, out } = await run(['doctor']);
    for (const name of ['up', 'also'])
      expect(out).toMatch(
        new RegExp(`^ok +engine ${name} +127\\.0\\.0\\.1:${port} accepts connections$`, 'm'),
      );
    expect(out).toMatch(/^failed +engine down +127\.0\.0\.1:1 is not reachable \(ECONNREFUSED\)$/m);
    expect(code).toBe(1);
  });

  it('tells a model file from another file', async () => {
    const engines =
      'engines: { s: { type: sandbox }, good: { type: llama, model_path: good.gguf }, bad: { type: llama, model_path: bad.gguf } }';
    writeFileSync(
      join(directory, 'svc.yaml'),
      `${engines}\nmodels: [{ id: M, default: true, routes: [{ engine: s }] }]`,
    );
    writeFileSync(join(directory, 'good.gguf'), 'GGUF and more');
    writeFileSync(join(directory, 'bad.gguf'), 'GGU');
    const { code, out } = await run(['doctor']);
    expect(out).toMatch(
      /^(ok +engine good +llama, \S+good\.gguf|failed +engine good +the module .* npm install --no-save node-llama-cpp@.*)$/m,
    );
    expect(out).toMatch(/^failed +engine bad +(\S+bad\.gguf is not a GGUF file: |the module )/m);
    expect(code).toBe(1);
  });

  it('warns of a data directory, its key and files with secrets that others may read', async () => {
    const dataDir = join(directory, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const config = join(directory, 'svc.yaml');
    const provisioning = join(directory, 'provision.yaml');
    const deployment = (key: string): string =>
      `engines: { a: { type: openai, base_url: "http://127.0.0.1:${(server.address() as { port: number }).port}", api_key: "${key}" } }\nmodels: [{ id: M, default: true, routes: [{ engine: a }] }]`;
    // Files that name variables hold no secret.
    writeFileSync(config, deployment('${ENGINE_KEY}'), { mode: 0o644 });
    writeFileSync(join(dataDir, 'data.key'), 'key', { mode: 0o600 });
    writeFileSync(provisioning, 'organizations: []', { mode: 0o644 });
    const env = { SVC_DATA_DIR: dataDir, SVC_PROVISION: provisioning, ENGINE_KEY: 'hunter2hunter2' };
    expect((await run(['doctor'], { env })).out).not.toContain('private files');

    writeFileSync(config, deployment('hunter2hunter2'));
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, 'data.key'), 0o640);
    const { code, out } = await run(['doctor'], { env });
    const warned = [
      ...out.matchAll(/^warn +private files +(\S+) is open to other users \(mode (\d+)\): chmod go= /gm),
    ];
    expect(warned.map(([, path, mode]) => [path, mode])).toEqual([
      [dataDir, '0755'],
      [join(dataDir, 'data.key'), '0640'],
      [config, '0644'],
    ]);
    expect(out).not.toContain('hunter2');
    expect(code).toBe(0);
  });

  it.runIf(process.getuid?.() === 0)('warns of a data directory of another user', async () => {
    const dataDir = join(directory, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, 4321, 4321);
    const { out } = await run(['doctor'], { env: { SVC_DATA_DIR: dataDir } });
    expect(out).toMatch(/^warn +private files +\S+data belongs to user 4321, but doctor runs as 0/m);
  });

  it('writes and reads a file where files are kept', async () => {
    const fake = await startFakeS3();
    const { endpoint, bucket } = fake.config;
    const s3 = `type: s3, bucket: ${bucket}, endpoint: "${endpoint}", path_style: true, access_key: a, secret_key: hunter2`;
    const check = async (storage: string): Promise<string> => {
      writeFileSync(join(directory, 'svc.yaml'), `storage: { ${storage} }`);
      const { out } = await run(['doctor']);
      expect(out).not.toContain('hunter2');
      return /^(\w+ +file storage +.*)$/m.exec(out)?.[1]?.replaceAll(/ +/g, ' ') ?? '';
    };
    try {
      expect(await check('type: local')).toMatch(/^ok file storage .*files \(created at the first start\)$/);
      mkdirSync(join(directory, 'there'));
      expect(await check('type: local, path: there')).toMatch(/^ok file storage .*there$/);
      writeFileSync(join(directory, 'in-the-way'), '');
      expect(await check('type: local, path: in-the-way')).toMatch(/^failed file storage .* ENOTDIR /);
      expect(await check(s3)).toBe('ok file storage bucket svc-files');
      expect(fake.requests.map((request) => request.split(' ')[0])).toContain('DELETE');
      fake.reply = { status: 403, code: 'AccessDenied' };
      expect(await check(s3)).toBe('failed file storage The bucket svc-files cannot be used: AccessDenied.');
    } finally {
      await fake.close();
    }
  });

  it('tells whether documents are read without network', async () => {
    const { out } = await run(['doctor']);
    expect(out).toMatch(
      /^(ok +document reader +runs without network|warn +document reader +`unshare --user --net` does not work here)/m,
    );
  });

  it('reports a bad file and a server that is away, without its password', async () => {
    writeFileSync(join(directory, 'svc.yaml'), 'foo: 1\nstorage: { type: local, shared: true }');
    const env = {
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/svc',
      SVC_DATA_KEY: Buffer.alloc(32).toString('base64'),
      REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
    };
    const { code, out } = await run(['doctor'], { env });
    expect(out).toMatch(/^failed +configuration .*svc\.yaml has a problem:\n +foo: unknown key$/m);
    expect(out).toMatch(
      /^failed +database +PostgreSQL at 127\.0\.0\.1:1 cannot be used: nothing accepts connections there \(ECONNREFUSED\)/m,
    );
    expect(out).toMatch(
      /^failed +redis +Redis at 127\.0\.0\.1:1 cannot be used: nothing accepts connections there \(ECONNREFUSED\)/m,
    );
    expect(out).not.toContain('hunter2');
    expect(code).toBe(1);
  });
});
