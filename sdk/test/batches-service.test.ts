import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  startRunningService,
  type RunningService,
} from '../../server/test-kit/index.ts';
import { Svc, SvcError, type Batch } from '../src/index.ts';

let service: RunningService;
let folder: string;
let svc: Svc;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-sdk-batches-'));
  service = await startRunningService({
    deployment: oneModel({ type: 'sandbox' }),
    provisioning: oneOrganization(),
    environment: { SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  svc = new Svc({ baseUrl: service.baseUrl, apiKey: MAIN_KEY });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const line = (id: string, more: object = {}): string =>
  JSON.stringify({
    custom_id: id,
    endpoint: '/v1/chat/completions',
    body: { messages: [{ role: 'user', content: id }] },
    ...more,
  });

async function upload(...lines: string[]): Promise<string> {
  const blob = new Blob([lines.join('\n')]);
  const { id } = await svc.files.create({ file: blob, filename: 'lines.jsonl', purpose: 'batch' });
  await expect.poll(async () => (await svc.files.retrieve(id)).status).toBe('ready');
  return id;
}

describe('batches', () => {
  it('BATCH-01 are created, waited for with their progress, listed, and read result by result', async () => {
    const ids = Array.from({ length: 150 }, (_, i) => `ü ${i}`);
    const created = await svc.batches.create({ input_file_id: await upload(...ids.map((id) => line(id))) });
    const received: Batch[] = [];
    const ended = await svc.batches.wait(created.id, {
      pollMs: 20,
      onProgress: (batch) => received.push(batch),
    });
    expect([ended.status, received.at(-1)]).toEqual(['completed', ended]);
    const results = await Array.fromAsync(svc.batches.results(ended));
    expect(results.map(({ custom_id: id, result }) => [id, result.type])).toEqual(
      ids.map((id) => [id, 'succeeded']),
    );
    // Stopping early is fine.
    for await (const { custom_id: first } of svc.batches.results(created.id)) {
      expect(first).toBe('ü 0');
      break;
    }
    expect((await svc.batches.list({ limit: 1 })).data).toEqual([ended]);
    await expect(svc.batches.cancel(created.id)).rejects.toMatchObject({
      status: 409,
      code: 'resource_conflict',
    });
  });

  it('BATCH-14 have no results when they failed, and say so', async () => {
    const { id } = await svc.batches.create({ input_file_id: await upload(line('a', { body: [] })) });
    const failed = await svc.batches.wait(id, { pollMs: 20 });
    expect(failed).toMatchObject({ status: 'failed', errors: [{ line: 1, param: 'body' }] });
    await expect(svc.batches.results(failed).next()).rejects.toBeInstanceOf(SvcError);
  });

  it('are waited for until the caller gives up', async () => {
    const { id } = await svc.batches.create({ input_file_id: await upload(line('a')) });
    const giveUp = new AbortController();
    const waiting = svc.batches.wait(id, {
      pollMs: 60_000,
      signal: giveUp.signal,
      onProgress: () => giveUp.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('the examples of docs/batches.md', () => {
  let blocks: { language: string; code: string }[];
  beforeAll(async () => {
    const text = await readFile(new URL('../../docs/batches.md', import.meta.url), 'utf8');
    blocks = [...text.matchAll(/```(sh|js)\n([\s\S]*?)```/g)].map(([, language, code]) => ({
      language: language!,
      code: code!
        .replaceAll('http://localhost:8080', service.baseUrl)
        .replace("'@svc/sdk'", `'${new URL('../src/index.ts', import.meta.url).href}'`),
    }));
    await symlink(
      fileURLToPath(new URL('../../node_modules', import.meta.url)),
      join(folder, 'node_modules'),
    );
  });

  const run = async (command: string, args: string[]): Promise<string> => {
    const env = { ...process.env, SVC_KEY: MAIN_KEY };
    return (await promisify(execFile)(command, args, { env, cwd: folder })).stdout;
  };
  const script = async (name: string, client: string): Promise<string> => {
    const { code } = blocks.find(({ language, code: text }) => language === 'js' && text.includes(client))!;
    await writeFile(join(folder, name), code);
    return run(process.execPath, [join(folder, name)]);
  };

  it('run with curl', async () => {
    const shell = blocks.find(({ language }) => language === 'sh');
    const lines = (await run('sh', ['-c', shell!.code])).trimEnd().split('\n');
    expect(lines.map((each) => JSON.parse(each) as object)).toMatchObject([
      {
        custom_id: 'first',
        result: { type: 'succeeded', status_code: 200, body: { object: 'chat.completion' } },
      },
      { custom_id: 'second', result: { type: 'succeeded', status_code: 200, body: { type: 'message' } } },
    ]);
  });

  it('run with the client library', async () => {
    const output = await script('sdk.mjs', '/src/index.ts');
    expect(output).toMatch(/^2 of 2$/m);
    expect(output).not.toContain('of 0');
    expect(output).toMatch(/^first succeeded/m);
    expect(output).toMatch(/^second succeeded/m);
  });

  it("run with OpenAI's client, with lines in our form", async () => {
    const output = await script('openai.mjs', "'openai'");
    expect(output).toMatch(/^completed 2\n/m);
    expect(output).toMatch(/^first succeeded\nsecond succeeded$/m);
  });
});
