import { setTimeout as delay } from 'node:timers/promises';
import type { FileObject } from '@svc/contract';
import { MAIN_KEY, oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';

/**
 * Keys of another workspace of the same organization, of another organization, and of one with zero data
 * retention.
 */
export const OTHER_KEY = `sk_live_${'2'.repeat(64)}`;
export const OTHER_ORGANIZATION_KEY = `sk_live_${'3'.repeat(64)}`;
export const ZERO_RETENTION_KEY = `sk_live_${'4'.repeat(64)}`;
export const ADMIN_KEY = `sk_admin_${'6'.repeat(64)}`;
export const PUBLIC_KEY = `pk_live_${'7'.repeat(64)}`;
export const CODE_CLIENT_KEY = `sk_svc_${'8'.repeat(64)}`;

const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared, field by field, with what is expected
type AnyBody = Record<string, any>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnyBody;
}

type Refusal = readonly [status: number, code: string, param: string | null];
type Parts = readonly (readonly [name: string, value: string | File])[];

export interface FilesFixture {
  readonly service: RunningService;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  upload(parts: Parts, options?: RequestOptions): Promise<Reply>;
  /** Uploads a file and waits until it is processed. */
  prepared(purpose: string, file: File, options?: RequestOptions): Promise<FileObject>;
  refusalOf(reply: Reply): Refusal;
}

interface RequestOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

const organization = (name: string, key: string, more: object = {}) => ({
  name,
  plan: 'pro',
  members: [{ email: `ada@${name}.test`, name: 'Ada', role: 'primary_owner' }],
  workspaces: [{ name: 'Default' }],
  keys: [
    { name: 'main', kind: 'private', workspace: 'Default', created_by: `ada@${name}.test`, secret: key },
  ],
  ...more,
});

function provisioning(): unknown {
  const { organizations } = oneOrganization({
    workspaces: [{ name: 'Default' }, { name: 'Other' }],
    admin_keys: [{ name: 'admin', created_by: 'ada@acme.test', secret: ADMIN_KEY }],
  }) as { organizations: { keys: object[] }[] };
  const [acme] = organizations;
  const [main] = acme!.keys;
  const more = [
    { ...main, name: 'other', workspace: 'Other', secret: OTHER_KEY },
    { ...main, name: 'public', kind: 'public', secret: PUBLIC_KEY },
    { ...main, name: 'code client', kind: 'svc_code', secret: CODE_CLIENT_KEY },
  ];
  return {
    organizations: [
      { ...acme, keys: [...acme!.keys, ...more] },
      organization('globex', OTHER_ORGANIZATION_KEY),
      organization('discreet', ZERO_RETENTION_KEY, { zero_data_retention: true }),
    ],
  };
}

export async function startFilesFixture(
  limits: Readonly<Record<string, number>> = {},
  environment: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<FilesFixture> {
  const deployment = oneModel({ type: 'sandbox' }) as { limits: object };
  const service = await startRunningService({
    deployment: { ...deployment, ...more, limits: { ...deployment.limits, ...limits } },
    provisioning: provisioning(),
    environment: { SVC_DATA_KEY: DATA_KEY, ...environment },
  });
  return { service, ...clientOf(service) };
}

function clientOf({ port }: RunningService): Omit<FilesFixture, 'service'> {
  const request: FilesFixture['request'] = async (
    method,
    path,
    { key = MAIN_KEY, headers = {}, body } = {},
  ) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as AnyBody) : { text },
    };
  };
  const upload: FilesFixture['upload'] = (parts, options = {}) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    return request('POST', '/v1/files', { ...options, body: form });
  };
  return { request, upload, prepared: preparer(request, upload), refusalOf };
}

function preparer(
  request: FilesFixture['request'],
  upload: FilesFixture['upload'],
): FilesFixture['prepared'] {
  return async (purpose, file, options) => {
    const parts = [
      ['purpose', purpose],
      ['file', file],
    ] as const;
    const { status, body: sent } = await upload(parts, options);
    if (status !== 201) throw new Error(`the upload was answered ${status} ${JSON.stringify(sent)}`);
    for (;;) {
      const { body } = await request('GET', `/v1/files/${sent['id']}`, options);
      if (body['status'] !== 'processing') return body as FileObject;
      await delay(20);
    }
  };
}

function refusalOf({ status, body }: Reply): Refusal {
  return [status, body['error']?.code, body['error']?.param ?? null];
}

/** A small text file. */
export function textFile(name = 'notes.txt', text = 'hello'): File {
  return new File([text], name);
}
