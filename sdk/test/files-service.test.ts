import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  pdf,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '../../server/test-kit/index.ts';
import { NotFoundError, Svc } from '../src/index.ts';

const REPORT = pdf(['The answer is 42.']);
/** What the examples of the guide upload. */
const DOCUMENT = 'The bridge was opened in 1987.\n';

let upstream: ScriptedUpstream;
let service: RunningService;
let folder: string;
let svc: Svc;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-sdk-files-'));
  await writeFile(join(folder, 'report.pdf'), REPORT);
  upstream = await startScriptedUpstream(textReply('It says 1987.'));
  const deployment = oneModel(openaiEngine(upstream.baseUrl)) as { models: { capabilities: object }[] };
  const [model] = deployment.models;
  const models = [{ ...model, capabilities: { ...model!.capabilities, documents: true, citations: true } }];
  service = await startRunningService({
    deployment: { ...deployment, models },
    provisioning: oneOrganization(),
    environment: { SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  svc = new Svc({ baseUrl: service.baseUrl, apiKey: MAIN_KEY });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

describe('files', () => {
  it('FILE-22 FILE-30 D-FILE-1 D-FILE-2 come from a path, are listed, read back, in ranges too, and deleted', async () => {
    const received: number[] = [];
    const source = { path: join(folder, 'report.pdf'), purpose: 'document', expires_after_days: 1 } as const;
    const file = await svc.files.create(source, { onProgress: ({ sentBytes }) => received.push(sentBytes) });
    expect(file).toMatchObject({ filename: 'report.pdf', bytes: REPORT.length, status: 'processing' });
    expect(file.expires_at - file.created_at).toBe(86_400);
    expect(received.at(-1)).toBe(REPORT.length);
    await expect.poll(async () => (await svc.files.retrieve(file.id)).status).toBe('ready');
    expect(Buffer.from(await (await svc.files.content(file.id)).arrayBuffer())).toEqual(REPORT);
    const part = await svc.files.content(file.id, { range: { start: 0, end: 5 } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
    expect(await svc.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    await expect(svc.files.retrieve(file.id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('name the path that cannot be read', async () => {
    const path = join(folder, 'missing.pdf');
    await expect(svc.files.create({ path, purpose: 'document' })).rejects.toThrow(
      `Cannot read the file ${path}.`,
    );
  });

  it('come from streams, once for each key, and are listed in pages', async () => {
    const create = (filename: string, key?: string) =>
      svc.files.create(
        { file: createReadStream(join(folder, 'report.pdf')), filename, purpose: 'document' },
        { idempotencyKey: key },
      );
    const first = await create('a.pdf', 'once');
    expect((await create('a.pdf', 'once')).id).toBe(first.id);
    await create('b "quoted" ü.pdf');
    const names = (await Array.fromAsync(svc.files.list({ limit: 1 }))).map(({ filename }) => filename);
    expect(names).toEqual(['b %22quoted%22 ü.pdf', 'a.pdf']);
  });
});

describe('the examples of docs/files.md', () => {
  let blocks: { language: string; code: string }[];
  beforeAll(async () => {
    const text = await readFile(new URL('../../docs/files.md', import.meta.url), 'utf8');
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
  beforeEach(async () => {
    await writeFile(join(folder, 'report.txt'), DOCUMENT);
    await rm(join(folder, 'copy.txt'), { force: true });
    for await (const { id } of svc.files.list()) await svc.files.delete(id);
  });

  const env = { ...process.env, SVC_KEY: MAIN_KEY };
  const run = async (command: string, args: string[]): Promise<string> =>
    (await promisify(execFile)(command, args, { env, cwd: folder })).stdout;
  const runScript = async (name: string, client: string): Promise<string> => {
    const { code } = blocks.find(({ language, code: text }) => language === 'js' && text.includes(client))!;
    await writeFile(join(folder, name), code);
    return run(process.execPath, [join(folder, name)]);
  };
  const expectQuestion = (output: string): void => {
    expect(output).toContain('It says 1987.');
    expect(JSON.stringify(upstream.requests.at(-1)!.body)).toContain(DOCUMENT.trim());
  };
  /** What every one of them leaves behind: the bytes it downloaded, and no file. */
  const expectDownloadAndDeletion = async (): Promise<void> => {
    expect(await readFile(join(folder, 'copy.txt'), 'utf8')).toBe(DOCUMENT);
    expect((await svc.files.list()).data).toEqual([]);
  };

  it('run with curl', async () => {
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
    const output = await run('sh', ['-c', shell.join('\n')]);
    expect(output).toContain('"filename":"report.txt"');
    expectQuestion(output);
    expect(output).toContain('"deleted":true');
    await expectDownloadAndDeletion();
  });

  it('run with the client library', async () => {
    const output = await runScript('sdk.mjs', '/src/index.ts');
    expect(output).toContain(`${DOCUMENT.length} of ${DOCUMENT.length}`);
    expectQuestion(output);
    await expectDownloadAndDeletion();
  });

  it("run with OpenAI's client", async () => {
    expect(await runScript('openai.mjs', "'openai'")).toMatch(/^file_\w+ report\.txt$/m);
    await expectDownloadAndDeletion();
  });
});
