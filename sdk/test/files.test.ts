import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, type UploadProgress } from '../src/index.ts';
import { json, refusal, scriptedClient, withoutWaiting, type SentRequest } from './scripted-fetch.ts';

const BUSY = () => refusal(503, 'service_unavailable_error', 'overloaded', {}, { 'retry-after': '1' });
const CREATED = () => json({ id: 'file_1', object: 'file' }, 201);
const key = ({ init }: SentRequest) => init.headers['idempotency-key'];

async function formOf({ init }: SentRequest): Promise<FormData> {
  return new Response(init.body, {
    headers: { 'content-type': init.headers['content-type']! },
  }).formData();
}

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

const stream = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream();

describe('uploads', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['a File', { file: new File(['hello'], 'a.txt') }],
    ['a Blob', { file: new Blob(['hello']), filename: 'a.txt' }],
    ['bytes', { file: new TextEncoder().encode('hello'), filename: 'a.txt' }],
    ['an ArrayBuffer', { file: new TextEncoder().encode('hello').buffer, filename: 'a.txt' }],
    ['a stream', { file: stream('hello'), filename: 'a.txt' }],
    ['an iterator', { file: chunks('hel', 'lo'), filename: 'a.txt' }],
  ])('FILE-09 FILE-10 FILE-11 FILE-19 may be %s', async (_name, source) => {
    const { svc, sent } = scriptedClient([CREATED()]);
    await svc.files.create({ ...source, purpose: 'document', expires_after_days: 7 });
    const form = await formOf(sent[0]!);
    expect([...form.keys()]).toEqual(['purpose', 'expires_after_days', 'file']);
    expect([form.get('purpose'), form.get('expires_after_days')]).toEqual(['document', '7']);
    const file = form.get('file') as File;
    expect([file.name, await file.text()]).toEqual(['a.txt', 'hello']);
  });

  it('need a name that does not end its part of the form', async () => {
    const { svc, sent } = scriptedClient([CREATED()]);
    await expect(svc.files.create({ file: new Blob(['x']), purpose: 'vision' })).rejects.toThrow('filename');
    const filename = 'a"; name="purpose"\r\n\r\nskill.txt';
    await svc.files.create({ file: new Blob(['x']), filename, purpose: 'document' });
    const form = await formOf(sent[0]!);
    expect([...form.keys()]).toEqual(['purpose', 'file']);
    expect(form.get('purpose')).toBe('document');
  });

  it('are sent again whole and with the same key', async () => {
    const { svc, sent } = scriptedClient([BUSY(), CREATED()]);
    const file = new File(['hello'], 'a.txt');
    await withoutWaiting(() => svc.files.create({ file, purpose: 'document' }));
    expect(sent).toHaveLength(2);
    expect(key(sent[0]!)).toMatch(/^[0-9a-f]{32}$/);
    expect(key(sent[1]!)).toBe(key(sent[0]!));
    const last = (await formOf(sent[1]!)).get('file') as File;
    expect(await last.text()).toBe('hello');
  });

  it('are not sent again from a stream, and have a key when they are given one', async () => {
    const { svc, sent } = scriptedClient([BUSY(), BUSY()]);
    const create = (more: object) =>
      svc.files.create({ file: stream('x'), filename: 'a.txt', purpose: 'document' }, more);
    await expect(create({})).rejects.toMatchObject({ code: 'overloaded' });
    await expect(create({ idempotencyKey: 'mine' })).rejects.toMatchObject({ code: 'overloaded' });
    expect(sent.map(key)).toEqual([undefined, 'mine']);
  });

  it('tell how far they are', async () => {
    const { svc, sent } = scriptedClient([CREATED(), CREATED()]);
    const received: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress): void => void received.push(progress);
    await svc.files.create({ file: new File(['hello'], 'a.txt'), purpose: 'document' }, { onProgress });
    expect(await ((await formOf(sent[0]!)).get('file') as File).text()).toBe('hello');
    const file = chunks('one', 'three');
    await svc.files.create({ file, filename: 'b.txt', purpose: 'document' }, { onProgress });
    await formOf(sent[1]!);
    expect(received.map(({ sentBytes, totalBytes }) => [sentBytes, totalBytes])).toEqual([
      [5, 5],
      [3, undefined],
      [8, undefined],
    ]);
  });
});

describe('uploads of a page', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** What a browser gives pages to follow an upload with. */
  class FakeRequest extends EventTarget {
    static readonly sent: { headers: Record<string, string>; body: Blob }[] = [];
    static outcome: 'load' | 'error' | 'nothing' = 'load';
    readonly upload = new EventTarget();
    readonly status = 201;
    readonly responseText = '{"id":"file_1"}';
    readonly #headers: Record<string, string> = {};
    open(): void {}
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    getAllResponseHeaders(): string {
      return 'content-type: application/json\r\nx-svc-request-id: req_1\r\n';
    }
    send(body: Blob): void {
      FakeRequest.sent.push({ headers: this.#headers, body });
      for (const loaded of [10, body.size])
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
      if (FakeRequest.outcome !== 'nothing') this.dispatchEvent(new Event(FakeRequest.outcome));
    }
    abort(): void {
      this.dispatchEvent(new Event('abort'));
    }
  }

  function upload(outcome: typeof FakeRequest.outcome, options: object = {}) {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    FakeRequest.sent.length = 0;
    FakeRequest.outcome = outcome;
    const { svc } = scriptedClient([], { maxRetries: 0 });
    const received: unknown[] = [];
    const onProgress = (progress: unknown): void => void received.push(progress);
    const source = { file: stream('hello'), filename: 'a.txt', purpose: 'document' } as const;
    return { received, response: svc.files.create(source, { onProgress, ...options }) };
  }

  it('are followed as far as the file goes', async () => {
    const { received, response } = upload('load');
    expect(await response).toEqual({ id: 'file_1' });
    expect(received).toEqual([
      { sentBytes: 0, totalBytes: 5 },
      { sentBytes: 5, totalBytes: 5 },
    ]);
    const [{ headers, body }] = FakeRequest.sent as [(typeof FakeRequest.sent)[number]];
    expect(headers['authorization']).toBe('Bearer sk_live_x');
    expect(await body.text()).toContain('\r\n\r\nhello\r\n--');
  });

  it('end with the connection, and when the caller wants it', async () => {
    await expect(upload('error').response).rejects.toBeInstanceOf(ConnectionError);
    const controller = new AbortController();
    const { response } = upload('nothing', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 1);
    await expect(response).rejects.toThrow('enough');
  });
});

describe('the other operations', () => {
  it('ask for a range of bytes', async () => {
    const { svc, sent } = scriptedClient(['a', 'b', 'c'].map((text) => new Response(text)));
    expect(await (await svc.files.content('file_1')).text()).toBe('a');
    await svc.files.content('file_1', { range: { start: 0, end: 100 } });
    await svc.files.content('file_1', { range: { start: 7 } });
    expect(sent.map(({ init }) => init.headers['range'])).toEqual([undefined, 'bytes=0-99', 'bytes=7-']);
    expect(sent[0]!.url).toBe('http://svc.test/v1/files/file_1/content');
  });

  it('refuse an id that would lead to another operation', async () => {
    const { svc, sent } = scriptedClient([]);
    expect(() => svc.files.delete('')).toThrow('is no id');
    expect(() => svc.files.retrieve('..')).toThrow('is no id');
    await expect(svc.files.content('.')).rejects.toThrow('is no id');
    expect(sent).toEqual([]);
  });
});
