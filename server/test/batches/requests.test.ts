import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel, png, httpDatabases } from '#test-kit';
import { chat, OTHER_KEY, startBatches, type BatchesFixture } from './batches-fixture.ts';

const BETAS = { 'svc-beta': 'chat-extensions-2026-12-01' };
const IMAGE = png(20, 10);
const TEMPLATES = '/v1/prompts/templates';

describe.each(await httpDatabases(import.meta.filename))(
  'requests of a batch on the $kind database',
  (database) => {
    let batches: BatchesFixture;
    beforeAll(async () => {
      const { models } = oneModel({}) as { models: { capabilities: object }[] };
      const [model] = models;
      const capabilities = { ...model!.capabilities, vision: true };
      batches = await startBatches(database, { deployment: { models: [{ ...model, capabilities }] } });
    });
    afterAll(() => batches[Symbol.asyncDispose]());

    const line = (customId: string, endpoint: string, body: object): object => ({
      custom_id: customId,
      endpoint,
      body: { ...(endpoint === '/v1/messages' ? { model: 'Svc Standard', max_tokens: 10 } : {}), ...body },
    });
    const onBoth = (name: string, body: object): object[] =>
      ['/v1/messages', '/v1/chat/completions'].map((endpoint) => line(`${name} ${endpoint}`, endpoint, body));
    async function run(lines: readonly object[]) {
      const { id } = await batches.upload(lines);
      const { body } = await batches.request(
        'POST',
        '/v1/batches',
        { input_file_id: id },
        { headers: BETAS },
      );
      const output = await batches.outputOf(await batches.until(body['id']));
      return output.map(({ result: { status_code: status, body: response } }) => [
        status,
        (response?.['error'] as { code?: string } | undefined)?.code,
      ]);
    }
    async function upload(purpose: string, file: File, key?: string): Promise<string> {
      const form = new FormData();
      form.append('purpose', purpose);
      form.append('file', file);
      const options = key === undefined ? {} : { key };
      const { body } = await batches.request('POST', '/v1/files', form, options);
      const status = async (): Promise<string> =>
        (await batches.request('GET', `/v1/files/${body['id']}`, undefined, options)).body['status'];
      while ((await status()) === 'processing') await delay(10);
      return body['id'];
    }

    it('BATCH-05 PTPL-05 D-PTPL-5 stand a prompt template for its messages, as it is when the line runs', async () => {
      const greet = { name: 'greet', messages: [{ role: 'user', content: 'Hello {{name}}' }] };
      expect((await batches.request('POST', TEMPLATES, { ...greet, labels: ['production'] })).status).toBe(
        201,
      );
      const named = (name: string, template = 'greet@production'): object => ({
        prompt: { template, variables: { name } },
      });
      const responses = await run([
        ...onBoth('ada', named('Ada')),
        ...onBoth('nobody', named('Ada', 'nobody@production')),
        ...onBoth('bare', { prompt: { template: 'greet@production' } }),
      ]);
      expect(responses).toEqual([
        [200, undefined],
        [200, undefined],
        [404, 'prompt_template_not_found'],
        [404, 'prompt_template_not_found'],
        [400, expect.any(String)],
        [400, expect.any(String)],
      ]);
      expect(batches.engine.asked.get('Hello Ada')).toBe(2);
    });

    it('BATCH-05 FILE-30 use files of the workspace, and of no other', async () => {
      const own = await upload('vision', new File([IMAGE as BlobPart], 'own.png'));
      const vendor = await upload('vision', new File([IMAGE as BlobPart], 'foreign.png'), OTHER_KEY);
      const image = (fileId: string): object => ({
        messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file', file_id: fileId } }] }],
      });
      const responses = await run([
        line('own', '/v1/messages', image(own)),
        line('foreign', '/v1/messages', image(vendor)),
        chat('plain'),
      ]);
      expect(responses).toEqual([
        [200, undefined],
        [404, 'file_not_found'],
        [200, undefined],
      ]);
      const sent = [...batches.engine.asked.keys()].filter((text) => text.includes('image_url'));
      expect(sent).toHaveLength(1);
      expect(sent[0]).toContain(IMAGE.toString('base64'));
    });
  },
);
