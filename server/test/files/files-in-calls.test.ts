import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DocumentReader } from '#content';
import {
  openaiEngine,
  oneModel,
  pdf,
  png,
  startScriptedUpstream,
  textReply,
  type ScriptedUpstream,
} from '#test-kit';
import {
  ADMIN_KEY,
  OTHER_KEY,
  startFilesFixture,
  textFile,
  type FilesFixture,
  type Reply,
} from './files-fixture.ts';

const IMAGE = png(20, 10);

let upstream: ScriptedUpstream;
let files: FilesFixture;
beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('seen'));
  const { models } = oneModel({}) as { models: { capabilities: object }[] };
  const [model] = models;
  files = await startFilesFixture(
    {},
    {},
    {
      engines: { main: openaiEngine(upstream.baseUrl) },
      models: [{ ...model, capabilities: { ...model!.capabilities, vision: true, documents: true } }],
    },
  );
});
afterAll(async () => {
  await files.service.stop();
  await upstream.close();
});

const file = (name: string, bytes: Uint8Array | string): File => new File([bytes as BlobPart], name);

function ask(type: string, fileId: string, key?: string): Promise<Reply> {
  const content = [{ type, source: { type: 'file', file_id: fileId } }];
  return files.request('POST', '/v1/messages', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'Svc Standard', max_tokens: 10, messages: [{ role: 'user', content }] }),
    ...(key === undefined ? {} : { key }),
  });
}

const stored = async (): Promise<number> => {
  const folder = join(files.service.dataDir, 'data/files/blobs');
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
    .length;
};

const sentToEngine = (): string => JSON.stringify(upstream.requests.at(-1)!.body['messages']);

describe('files in model calls', () => {
  it('MSG-74 FILE-30 are uploaded once, read once and used in several calls', async () => {
    const read = vi.spyOn(DocumentReader.prototype, 'read');
    const document = await files.prepared('document', file('report.pdf', pdf(['The answer is 42.'])));
    for (let call = 0; call < 2; call++) {
      expect((await ask('document', document.id)).status).toBe(200);
      expect(sentToEngine()).toContain('The answer is 42.');
    }
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
    const image = await files.prepared('vision', file('a.png', IMAGE));
    expect((await ask('image', image.id)).status).toBe(200);
    expect(sentToEngine()).toContain(IMAGE.toString('base64'));
  });

  it('FILE-28 D-FILE-6 do not count their extracted text as storage, and delete it with them', async () => {
    const before = await stored();
    const sent = pdf(['once '.repeat(100)]);
    const { id, bytes } = await files.prepared('document', file('a.pdf', sent));
    expect([bytes, (await stored()) - before]).toEqual([sent.length, 2]);
    await files.request('DELETE', `/v1/files/${id}`);
    await expect.poll(stored).toBe(before);
  });

  it('MSG-74 D-54 D-FILE-9 must exist, be ready, and have the right purpose', async () => {
    const path = 'messages[0].content[0].source.file_id';
    const { id } = await files.prepared('document', textFile());
    expect(files.refusalOf(await ask('document', id, OTHER_KEY))).toEqual([404, 'file_not_found', path]);
    expect(files.refusalOf(await ask('document', `file_${'0'.repeat(26)}`))).toEqual([
      404,
      'file_not_found',
      path,
    ]);
    expect(files.refusalOf(await ask('image', id))).toEqual([400, 'unsupported_content', path]);
    const broken = await files.prepared('document', file('a.pdf', '%PDF-1.7\n'));
    expect(files.refusalOf(await ask('document', broken.id))).toEqual([400, 'unsupported_content', path]);
    await files.request('DELETE', `/v1/files/${id}`);
    expect(files.refusalOf(await ask('document', id))).toEqual([404, 'file_not_found', path]);
  });

  it('D-54 FILE-28 are not found when they are deleted between two reads of a call', async () => {
    const path = 'messages[0].content[0].source.file_id';
    const text = await files.prepared('document', textFile());
    const paper = await files.prepared('document', file('a.pdf', pdf(['hello'])));
    // Their rows exist but their bytes are gone, as for a moment during a deletion.
    await rm(join(files.service.dataDir, 'data/files/blobs'), { recursive: true });
    await mkdir(join(files.service.dataDir, 'data/files/blobs'));
    for (const { id } of [text, paper]) {
      expect(files.refusalOf(await ask('document', id))).toEqual([404, 'file_not_found', path]);
      const content = await files.request('GET', `/v1/files/${id}/content`);
      expect(files.refusalOf(content)).toEqual([404, 'file_not_found', 'file_id']);
    }
  });

  it('WORK-25 WORK-30 WORK-32 stay in an archived workspace, whose region cannot be changed', async () => {
    const { id, workspace_id: workspace } = await files.prepared('document', textFile(), { key: OTHER_KEY });
    const admin = (method: string, path: string, body?: object): Promise<Reply> =>
      files.request(method, `/v1/organizations/workspaces/${workspace}${path}`, {
        key: ADMIN_KEY,
        headers: { 'svc-beta': 'admin-2026-11-01', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const refused = await admin('PATCH', '', { data_region: 'eu' });
    expect(files.refusalOf(refused)).toEqual([409, 'region_change_blocked', 'data_region']);
    expect((await admin('POST', '/archive')).status).toBe(200);
    const read = (): Promise<Reply> => files.request('GET', `/v1/files/${id}`, { key: OTHER_KEY });
    expect(files.refusalOf(await read())[1]).toBe('workspace_archived');
    expect((await admin('POST', '/unarchive')).status).toBe(200);
    expect((await read()).body['status']).toBe('ready');
    await files.request('DELETE', `/v1/files/${id}`, { key: OTHER_KEY });
    expect((await admin('PATCH', '', { data_region: 'eu' })).status).toBe(200);
  });
});
