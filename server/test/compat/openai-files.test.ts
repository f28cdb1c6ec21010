import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, zip } from '#test-kit';
import {
  CODE_CLIENT_KEY,
  OTHER_KEY,
  startFilesFixture,
  textFile,
  ZERO_RETENTION_KEY,
  type FilesFixture,
} from '../files/files-fixture.ts';

const DAY_S = 86_400;

let files: FilesFixture;
let client: OpenAI;
beforeAll(async () => {
  files = await startFilesFixture();
  client = clientOf(MAIN_KEY);
});
afterAll(() => files.service.stop());

function clientOf(apiKey: string, { service } = files): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${service.baseUrl}/compat/openai/v1`, maxRetries: 0 });
}

const notes = () => toFile(Buffer.from('hello'), 'notes.txt');
const lines = () => toFile(Buffer.from('{}\n'), 'lines.jsonl');
const refusal = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);

describe('files of the openai client', () => {
  it('COMPG-02 FILE-25 are uploaded, prepared, read and deleted', async () => {
    const file = await client.files.create({ file: await notes(), purpose: 'user_data' });
    expect(file).toMatchObject({ object: 'file', bytes: 5, filename: 'notes.txt', purpose: 'user_data' });
    expect(file.expires_at! - file.created_at).toBe(30 * DAY_S);
    const prepared = await client.files.waitForProcessing(file.id, { pollInterval: 20 });
    expect(prepared.status).toBe('processed');
    expect(await (await client.files.content(file.id)).text()).toBe('hello');
    expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    expect(await refusal(client.files.retrieve(file.id))).toMatchObject({
      status: 404,
      code: 'file_not_found',
      type: 'invalid_request_error',
    });
  });

  it('COMPG-05 have the purposes that have a meaning here, and others are refused by name', async () => {
    const assistants = await client.files.create({ file: await notes(), purpose: 'assistants' });
    expect(assistants.purpose).toBe('user_data');
    expect(await refusal(client.files.create({ file: await notes(), purpose: 'fine-tune' }))).toMatchObject({
      status: 400,
      code: 'unsupported_value',
      param: 'purpose',
    });
    expect(await refusal(client.files.list({ order: 'asc' }))).toMatchObject({ status: 400, param: 'order' });
  });

  it.each(['docx', 'xlsx', 'pptx'])('D-FILE-4 a plain ZIP is no %s file', async (ending) => {
    const plain = await toFile(zip([{ name: 'a.txt', content: 'a' }]), `a.${ending}`);
    expect(await refusal(client.files.create({ file: plain, purpose: 'user_data' }))).toMatchObject({
      status: 400,
      code: 'unsupported_file_type',
      param: 'file',
    });
  });

  it('FILE-20 expire after the seconds that were asked for, rounded up to days', async () => {
    const upload = async (seconds: number, key = MAIN_KEY) =>
      clientOf(key).files.create({
        file: await notes(),
        purpose: 'user_data',
        expires_after: { anchor: 'created_at', seconds },
      });
    const file = await upload(DAY_S + 1);
    expect(file.expires_at! - file.created_at).toBe(2 * DAY_S);
    for (const seconds of [0, 91 * DAY_S])
      expect(await refusal(upload(seconds))).toMatchObject({ status: 400, code: 'invalid_parameter' });
    expect(await refusal(upload(2 * DAY_S, ZERO_RETENTION_KEY))).toMatchObject({
      status: 400,
      param: 'expires_after[seconds]',
    });
  });

  it('FILE-21 live a day in an organization with zero data retention', async () => {
    const file = await clientOf(ZERO_RETENTION_KEY).files.create({ file: await lines(), purpose: 'batch' });
    expect(file.expires_at! - file.created_at).toBe(DAY_S);
  });

  it('COMPO-13 are listed to the last page, and by purpose', async () => {
    const mine = clientOf(OTHER_KEY);
    const made: string[] = [];
    for (const purpose of ['user_data', 'batch', 'user_data'] as const)
      made.push(
        (await mine.files.create({ file: await (purpose === 'batch' ? lines() : notes()), purpose })).id,
      );
    const listed: string[] = [];
    for await (const { id } of mine.files.list({ limit: 1 })) listed.push(id);
    expect(listed).toEqual(made.toReversed());
    expect((await mine.files.list({ purpose: 'batch', limit: 10_000 })).data.map(({ id }) => id)).toEqual([
      made[1],
    ]);
    // What was uploaded to our own endpoint is there, too.
    const own = await files.prepared('document', textFile(), { key: OTHER_KEY });
    expect((await mine.files.retrieve(own.id)).status).toBe('processed');
  });

  it('COMPG-04 ignore an idempotency key, as all headers of ours', async () => {
    const options = { headers: { 'Idempotency-Key': 'same', 'svc-beta': 'unknown', 'svc-version': '1' } };
    const [first, second] = [
      await client.files.create({ file: await lines(), purpose: 'batch' }, options),
      await client.files.create({ file: await lines(), purpose: 'batch' }, options),
    ];
    expect(second.id).not.toBe(first.id);
  });

  it('COMPE-01 COMPE-03 need a private key', async () => {
    expect(await refusal(clientOf('sk-wrong').files.list())).toMatchObject({ code: 'invalid_api_key' });
    expect(await refusal(clientOf(CODE_CLIENT_KEY).files.list())).toMatchObject({ status: 403 });
  });

  it('COMPG-01 do not exist where the endpoints are switched off', async () => {
    const off = await startFilesFixture({}, {}, { compat: { openai: { enabled: false } } });
    try {
      const response = await off.request('GET', '/compat/openai/v1/files');
      expect([response.status, response.body['error'].code]).toEqual([404, 'not_found']);
    } finally {
      await off.service.stop();
    }
  });
});
