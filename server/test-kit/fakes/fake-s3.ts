import type { AddressInfo } from 'node:net';
import { buildApp } from 'fauxqs';
import type { S3StorageConfig } from '#config';
import { Secret } from '#kit';

interface Upload {
  readonly key: string;
  readonly initiated: Date;
}

export interface FakeS3 {
  /** Of a bucket of its own. */
  readonly config: S3StorageConfig;
  /** Multipart uploads that were begun and neither completed nor aborted, by id. */
  readonly uploads: ReadonlyMap<string, Upload>;
  /** Requests so far, as `METHOD /path`. */
  readonly requests: readonly string[];
  /** What the next requests are answered with, until it is undefined again. */
  reply: { readonly status: number; readonly code: string } | undefined;
  close(): Promise<void>;
}

/**
 * A service that speaks the S3 protocol and keeps everything in memory; it checks no signatures. The library knows all but the list of
 * multipart uploads, which is made here of the requests that it answers.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const app = buildApp({ logger: false, host: '127.0.0.1' });
  const uploads = new Map<string, Upload>();
  const requests: string[] = [];
  const bucket = 'svc-files';
  app.addHook('onRequest', (request, reply, next) => {
    const { reply: response } = fake;
    requests.push(`${request.method} ${request.url}`);
    const xml = response
      ? `<Error><Code>${response.code}</Code><Message>as the test wants it</Message></Error>`
      : request.method === 'GET' && /[?&]uploads\b/.test(request.url)
        ? uploadList(uploads)
        : undefined;
    if (xml === undefined) next();
    else
      void reply
        .code(response?.status ?? 200)
        .type('application/xml')
        .send(xml);
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    const { pathname, searchParams } = new URL(request.url, 'http://fake');
    const begun = /<UploadId>([^<]+)<\/UploadId>/.exec(String(payload))?.[1];
    if (request.method === 'POST' && searchParams.has('uploads') && begun)
      uploads.set(begun, { key: pathname.slice(`/${bucket}/`.length), initiated: new Date() });
    const ended = request.method === 'PUT' ? null : searchParams.get('uploadId');
    if (ended !== null && reply.statusCode < 300) uploads.delete(ended);
    next();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const endpoint = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const key = { access_key: new Secret('test'), secret_key: new Secret('test') };
  const config = { type: 's3', bucket, region: 'us-east-1', endpoint, path_style: true, ...key } as const;
  const fake: FakeS3 = { config, uploads, requests, reply: undefined, close: () => app.close() };
  const created = await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (!created.ok) throw new Error(`the fake answered ${created.status}`);
  return fake;
}

function uploadList(uploads: ReadonlyMap<string, Upload>): string {
  const rows = [...uploads].map(
    ([id, { key, initiated }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`;
}
