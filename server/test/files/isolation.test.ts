import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKSPACE_OPERATIONS, type FileObject } from '@svc/contract';
import { MAIN_KEY, png, startScriptedUpstream, textReply, type ScriptedUpstream } from '#test-kit';
import { ableModel } from '../messages/ask.ts';
import {
  OTHER_ORGANIZATION_KEY,
  OTHER_KEY,
  startFilesFixture,
  textFile,
  type FilesFixture,
} from './files-fixture.ts';

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One place where a request names a file. */
interface Place {
  readonly about: string;
  readonly param: string | null;
  readonly ask: (fileId: string) => Attempt;
}

const EXTENSIONS = { 'svc-beta': 'chat-extensions-2026-12-01' };
const MESSAGE = { model: 'Svc Standard', max_tokens: 10 };

const operation = ({ method, path }: Pick<Attempt, 'method' | 'path'>): Place => ({
  about: `${method} ${path}`,
  param: 'file_id',
  ask: (id) => ({ method, path: path.replace('{file_id}', id) }),
});
const inMessage = (type: 'image' | 'document'): Place => ({
  about: `${type} of /v1/messages`,
  param: 'messages[0].content[0].source.file_id',
  ask: (file_id) => ({
    method: 'POST',
    path: '/v1/messages',
    body: {
      ...MESSAGE,
      messages: [{ role: 'user', content: [{ type, source: { type: 'file', file_id } }] }],
    },
  }),
});
const inResult: Place = {
  about: "image of a tool's result",
  param: 'messages[2].content[0].content[0].source.file_id',
  ask: (file_id) => ({
    method: 'POST',
    path: '/v1/messages',
    body: {
      ...MESSAGE,
      tools: [{ type: 'function', function: { name: 'look' } }],
      messages: [
        { role: 'user', content: 'look' },
        { role: 'assistant', content: [{ type: 'tool_call', id: 'call_1', name: 'look', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_call_id: 'call_1',
              content: [{ type: 'image', source: { type: 'file', file_id } }],
            },
          ],
        },
      ],
    },
  }),
};
const inChat = (type: 'image_file' | 'file', path = '/v1/chat/completions'): Place => ({
  about: `${type} of ${path}`,
  param: `messages[0].content[0].${type}.file_id`,
  ask: (file_id) => ({
    method: 'POST',
    path,
    headers: EXTENSIONS,
    body: { model: 'Svc Standard', messages: [{ role: 'user', content: [{ type, [type]: { file_id } }] }] },
  }),
});

/** The contract's operations with a file in their path. */
const OPERATIONS = WORKSPACE_OPERATIONS.filter(({ path }) => path.includes('{file_id}')).map(operation);
const IN_BATCH: Place = {
  about: 'input of a batch',
  param: 'input_file_id',
  ask: (id) => ({ method: 'POST', path: '/v1/batches', body: { input_file_id: id } }),
};
const PLACES: readonly Place[] = [
  ...OPERATIONS,
  IN_BATCH,
  inMessage('image'),
  inMessage('document'),
  inResult,
  inChat('image_file'),
  inChat('file'),
  inChat('image_file', '/v1/chat/completions/count_tokens'),
  inChat('file', '/v1/chat/completions/count_tokens'),
];

const TIMED = 30;
const ROUNDS = 4;
/** As a share of the time for an unknown id, or of a millisecond if that is less. */
const MAX_DIFFERENCE = 0.4;

let upstream: ScriptedUpstream;
let files: FilesFixture;
let owned: readonly FileObject[];
beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('seen'));
  files = await startFilesFixture(
    {
      files_batches_models_requests_per_minute: 1_000_000,
      chat_requests_per_minute: 1_000_000,
      token_counting_requests_per_minute: 1_000_000,
    },
    {},
    ableModel(upstream.baseUrl) as Record<string, unknown>,
  );
  const file = (name: string, bytes: Uint8Array | string): File => new File([bytes as BlobPart], name);
  owned = [
    await files.prepared('document', textFile()),
    await files.prepared('vision', file('a.png', png(2, 2))),
    await files.prepared('code_input', textFile()),
    await files.prepared('document', file('a.pdf', '%PDF-1.7\n')),
  ];
});
afterAll(async () => {
  await files.service.stop();
  await upstream.close();
});

const send = ({ ask }: Place, fileId: string, key: string) => {
  const { method, path, body, headers = {} } = ask(fileId);
  return files.request(method, path, {
    key,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
};
/** Every part of a response that must not distinguish one file from another. */
const visiblePartsOf = async (place: Place, fileId: string, key: string) => {
  const { status, headers, body } = await send(place, fileId, key);
  const { message, type, code, param } = body['error'] ?? {};
  const names = [...headers.keys()].toSorted().join(' ');
  return { status, error: { message, type, code, param }, names, length: headers.get('content-length') };
};
let unknownIds = 0;
const unknownId = (): string => `file_${String(unknownIds++).padStart(26, '0')}`;

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)]!;
}

describe('files of another workspace, and of another organization', () => {
  it.each(PLACES)('FILE-31 MSG-74 D-54 $about: get 404 in every state, as unknown ones do', async (place) => {
    for (const key of [OTHER_KEY, OTHER_ORGANIZATION_KEY]) {
      const unknown = await visiblePartsOf(place, unknownId(), key);
      expect(unknown).toMatchObject({ status: 404, error: { code: 'file_not_found', param: place.param } });
      for (const { id } of owned) expect(await visiblePartsOf(place, id, key)).toEqual(unknown);
    }
    expect(upstream.requests).toEqual([]);
  });

  it.each(PLACES)('FILE-31 $about: take as long as unknown ones', async (place) => {
    const [{ id }] = owned as readonly [FileObject];
    const took = async (fileId: string): Promise<number> => {
      const startedAt = performance.now();
      await send(place, fileId, OTHER_ORGANIZATION_KEY);
      return performance.now() - startedAt;
    };
    const differenceOf = async (): Promise<number> => {
      const [vendor, unknown]: [number[], number[]] = [[], []];
      // Alternates, so that other load on the machine affects both.
      for (let time = 0; time < TIMED; time++) {
        vendor.push(await took(id));
        unknown.push(await took(unknownId()));
      }
      const [foreignMs, unknownMs] = [lowerQuartile(vendor), lowerQuartile(unknown)];
      return Math.abs(foreignMs - unknownMs) / Math.max(1, unknownMs);
    };
    // A busy machine may delay one of them; a file that takes longer does so every time.
    const differences: number[] = [];
    while (differences.length < ROUNDS && !differences.some((difference) => difference < MAX_DIFFERENCE))
      differences.push(await differenceOf());
    expect(Math.min(...differences)).toBeLessThan(MAX_DIFFERENCE);
  });

  it('FILE-31 are in no list, whatever cursor is sent, and still exist afterwards', async () => {
    for (const key of [OTHER_KEY, OTHER_ORGANIZATION_KEY]) {
      for (const query of [
        '',
        ...owned.flatMap(({ id }) => [`?after_id=${id}`, `?before_id=${id}`, `?after=${id}`]),
      ]) {
        const { status, body } = await files.request('GET', `/v1/files${query}`, { key });
        expect([status, body['data'], body['has_more']]).toEqual([200, [], false]);
      }
    }
    for (const { id } of owned) expect((await files.request('GET', `/v1/files/${id}`)).status).toBe(200);
  });

  it.each(PLACES.slice(OPERATIONS.length + 1))(
    'MSG-74 CHAT-87 D-54 $about: can be used in their own workspace',
    async (place) => {
      const [document, image] = owned as readonly [FileObject, FileObject];
      const { status } = await send(
        place,
        place.about.startsWith('image') ? image.id : document.id,
        MAIN_KEY,
      );
      expect(status).toBe(200);
    },
  );
});
