import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_OPERATIONS } from '@svc/contract';
import { VENDOR_BODIES, HOSTILE, hostileRequests } from './hostile-requests.ts';
import { OperationCaller } from './operation-caller.ts';

const CONCURRENCY = 8;

let caller: OperationCaller;
beforeAll(async () => {
  caller = await OperationCaller.start();
});
afterAll(() => caller?.stop());

async function isAlive(): Promise<boolean> {
  const { port } = caller.fixture.service;
  const headers = { authorization: `Bearer ${caller.fixture.secrets.pia}` };
  return (await fetch(`http://127.0.0.1:${port}/v1/models`, { headers })).ok;
}

describe('hostile texts in every operation', () => {
  it.each(Object.entries(HOSTILE))(
    "%s is never the service's failure, in any place",
    async (_name, hostile) => {
      const failures: string[] = [];
      const waiting = ALL_OPERATIONS.flatMap((operation) =>
        hostileRequests(caller, operation, hostile, VENDOR_BODIES[operation.id]).map((request) => ({
          operation,
          request,
        })),
      );
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const { operation, request } = next;
          const { status, text } = await caller.send(operation, request.path, request.body);
          if (status < 500) continue;
          failures.push(
            `${operation.id} ${JSON.stringify(request).slice(0, 300)}: ${status} ${text.slice(0, 200)}`,
          );
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      expect(failures.slice(0, 20)).toEqual([]);
      expect(await isAlive()).toBe(true);
    },
  );

  /** Beside the operations: pages, and what is read before one is found. */
  it.each([
    '/docs/%00',
    '/docs/%ED%A0%80',
    '/docs/%2e%2e%2f%2e%2e%2fpackage.json',
    '/console/%00',
    '/console/%2e%2e%2f',
    '/%00',
    '/api/openapi?beta=%00',
    '/api/openapi?openapi=%00',
    '/.well-known/%00',
    '/oauth/%00',
    '/tunnel/v1/connect?x=%00',
    '/internal/%00',
    `/docs/${'x'.repeat(10_000)}`,
    `/${'x'.repeat(10_000)}`,
  ])('%s is answered', async (path) => {
    const { status } = await fetch(`http://127.0.0.1:${caller.fixture.service.port}${path}`);
    expect(status).toBeLessThan(500);
    expect(await isAlive()).toBe(true);
  });

  const FORMS = [
    { path: '/v1/files', purpose: 'document' },
    { path: '/compat/openai/v1/files', purpose: 'user_data' },
  ];
  const PARTS = {
    'the name of a part': (text: string) => `name="${text}"\r\n\r\na`,
    'the name of a file': (text: string) => `name="file"; filename="${text}.txt"\r\n\r\na`,
    'the value of a field': (text: string) => `name="purpose"\r\n\r\n${text}`,
    'the content of a file': (text: string) => `name="file"; filename="a.txt"\r\n\r\n${text}`,
  };
  const BYTES = {
    NUL: 'a\0b',
    'bytes that are no text': 'a\xff\xfeb',
    length: 'x'.repeat(10_000),
    'a way up': '../a',
  };
  it.each(
    FORMS.flatMap((form) =>
      Object.entries(PARTS).flatMap(([where, part]) =>
        Object.entries(BYTES).map(([what, text]) => ({ ...form, where, what, body: part(text) })),
      ),
    ),
  )('$what in $where of a form to $path is answered', async ({ path, purpose, where, body }) => {
    const others = [
      ...(where.includes('field') ? [] : [`name="purpose"\r\n\r\n${purpose}`]),
      ...(where.includes('file') ? [] : ['name="file"; filename="a.txt"\r\n\r\na']),
    ];
    const parts = [...others, body].map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`);
    const { status } = await fetch(`http://127.0.0.1:${caller.fixture.service.port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.fixture.secrets.pia}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body: Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1'),
    });
    expect(status).toBeLessThan(500);
  });
});
