import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  embeddingsReply,
  MAIN_KEY,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '../../server/test-kit/index.ts';
import { embeddingFixture } from '../../server/test/embeddings/embedding-fixture.ts';

const ADMIN_KEY = `sk_admin_${'a'.repeat(64)}`;

let upstream: ScriptedUpstream;
let service: RunningService;
/** What is under each heading. */
let sections: Map<string, string>;

beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('Hello!'));
  const adminKeys = { admin_keys: [{ name: 'main', created_by: 'ada@acme.test', secret: ADMIN_KEY }] };
  service = await startRunningService({
    deployment: embeddingFixture(upstream.baseUrl),
    provisioning: oneOrganization(adminKeys),
    environment: { SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  sections = new Map(readme.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text] as const));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

/** Runs the code under these headings as one program, as somebody would save it who follows the README. */
async function run(...headings: string[]): Promise<string> {
  const program = headings
    .flatMap((heading) =>
      [...sections.get(heading)!.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!),
    )
    .join('')
    .replaceAll('http://localhost:8080', service.baseUrl)
    .replace("'@svc/sdk'", `'${new URL('../src/index.ts', import.meta.url).href}'`);
  const path = join(service.dataDir, `${headings[0]!.toLowerCase().replaceAll(' ', '-')}.mjs`);
  await writeFile(path, program);
  const env = { ...process.env, SVC_KEY: MAIN_KEY, SVC_ADMIN_KEY: ADMIN_KEY };
  return (await promisify(execFile)(process.execPath, [path], { env })).stdout;
}

describe('the examples of the README run', () => {
  it('of chat, messages, embeddings and models', async () => {
    upstream.script((request) =>
      request.path.endsWith('/embeddings') ? embeddingsReply() : textReply('Hello!'),
    );
    expect(await run('Chat', 'Messages, embeddings, models')).toMatch(/^Hello!\nHello!\d+ req_/);
  });

  it('of tools', async () => {
    upstream.script(({ body }) => {
      const { role } = (body['messages'] as { role: string }[]).at(-1)!;
      if (role === 'tool') return textReply('12 degrees.');
      return toolCalls([{ id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' }]);
    });
    expect(await run('Tools')).toBe('tool_call\nend_turn\n4 messages, to go on from\n');
  });

  it('of files', async () => {
    expect(await run('Files')).toBe('16 of 16 bytes\nFjords\n');
  });

  it('of batches', async () => {
    upstream.script(textReply('one'));
    expect(await run('Batches')).toMatch(/completed\none succeeded\ntwo succeeded\n$/);
  });

  it('of administration', async () => {
    expect(await run('Admin API')).toContain(' main');
  });
});
