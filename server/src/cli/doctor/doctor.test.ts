import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directory, installDirectory, run } from '../../../test-kit/command-process.ts';

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
