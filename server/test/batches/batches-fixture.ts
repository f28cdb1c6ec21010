import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch, BatchResult, FileObject } from '@svc/contract';
import {
  MAIN_KEY,
  onDatabase,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  type RunningService,
  type TestDatabase,
} from '#test-kit';
import { startLineEngine, type LineEngine } from './line-engine.ts';

export const OTHER_KEY = `sk_live_${'2'.repeat(64)}`;
export const ADMIN_KEY = `sk_admin_${'6'.repeat(64)}`;
/** What one line costs: 10 tokens at 3 dollars and 20 at 15 dollars per million, at half the price. */
export const LINE_NANOS = (10 * 3000 + 20 * 15_000) / 2;

/** On a busy machine a batch takes seconds, and is asked for a hundred times in each. */
const POLLED_OFTEN = { files_batches_models_requests_per_minute: 100_000 };

// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared, field by field, with what is expected
type AnyBody = Record<string, any>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnyBody;
}

export interface BatchesOptions {
  readonly deployment?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly engine?: Readonly<Record<string, unknown>>;
  readonly organization?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Of each answer of the engine. */
  readonly delayMs?: number;
}

export class BatchesFixture implements AsyncDisposable {
  readonly service: RunningService;
  readonly engine: LineEngine;
  readonly #close: () => Promise<void>;
  /** By how much the clock of the service was moved. */
  movedMs = 0;

  constructor(service: RunningService, engine: LineEngine, close: () => Promise<void>) {
    this.service = service;
    this.engine = engine;
    this.#close = close;
  }

  async request(
    method: string,
    path: string,
    body?: object | FormData,
    options: { readonly key?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Reply> {
    const isForm = body instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${this.service.port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${options.key ?? MAIN_KEY}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.split(';')[0] === 'application/json';
    const parsed = isJson ? (JSON.parse(text) as AnyBody) : { text };
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /** Uploads lines, objects as JSON, and waits until the file is prepared. */
  async upload(lines: readonly (object | string)[], key?: string): Promise<FileObject> {
    const text = lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new File([`${text}\n`], 'lines.jsonl'));
    const { status, body } = await this.request('POST', '/v1/files', form, key === undefined ? {} : { key });
    if (status !== 201) throw new Error(`the upload was answered ${status} ${JSON.stringify(body)}`);
    for (;;) {
      const { body: file } = await this.request('GET', `/v1/files/${body['id']}`, undefined, {
        key: key ?? MAIN_KEY,
      });
      if (file['status'] !== 'processing') return file as FileObject;
      await delay(10);
    }
  }

  /** Creates a batch of these lines. */
  async create(lines: readonly (object | string)[], more: object = {}): Promise<Batch> {
    const { id } = await this.upload(lines);
    const { status, body } = await this.request('POST', '/v1/batches', { input_file_id: id, ...more });
    if (status !== 201) throw new Error(`the batch was answered ${status} ${JSON.stringify(body)}`);
    return body as Batch;
  }

  async read(id: string): Promise<Batch> {
    return (await this.request('GET', `/v1/batches/${id}`)).body as Batch;
  }

  /** Waits until the batch has one of these statuses, by default until it has ended. */
  async until(id: string, ...statuses: readonly string[]): Promise<Batch> {
    const wanted = statuses.length > 0 ? statuses : ['completed', 'expired', 'canceled', 'failed'];
    for (let tries = 0; tries < 3000; tries++) {
      const batch = await this.read(id);
      if (wanted.includes(batch.status)) return batch;
      await delay(10);
    }
    throw new Error(`the batch never was ${wanted.join(' or ')}: ${JSON.stringify(await this.read(id))}`);
  }

  async outputOf({ output_file_id: id }: Batch): Promise<BatchResult[]> {
    const { body } = await this.request('GET', `/v1/files/${id}/content`);
    return (body['text'] as string)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as BatchResult);
  }

  async advance(seconds: number): Promise<void> {
    await this.service.advance(seconds);
    this.movedMs += seconds * 1000;
  }

  nowMs(): number {
    return Date.now() + this.movedMs;
  }

  /** Stops the service, and reads its database. */
  drainAndRead: RunningService['drainAndRead'] = (read) => this.service.drainAndRead(read);

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

/** A line that asks for chat, or for messages. */
export function chat(customId: string, text = customId, more: object = {}): object {
  const body = { messages: [{ role: 'user', content: text }], ...more };
  return { custom_id: customId, endpoint: '/v1/chat/completions', body };
}

export function message(customId: string, text = customId): object {
  const body = { model: 'Svc Standard', max_tokens: 100, messages: [{ role: 'user', content: text }] };
  return { custom_id: customId, endpoint: '/v1/messages', body };
}

export const chats = (count: number): object[] => Array.from({ length: count }, (_, i) => chat(`line-${i}`));

/** A service with one model, two workspaces and an engine that answers lines. */
export async function startBatches(
  database: TestDatabase | undefined,
  options: BatchesOptions = {},
): Promise<BatchesFixture> {
  const engine = await startLineEngine({ delayMs: options.delayMs ?? 0 });
  const opened = database?.kind === 'postgres' ? await database.open() : undefined;
  const deployment = oneModel(openaiEngine(engine.baseUrl, options.engine ?? {}), options.deployment) as {
    limits: object;
  };
  const service = await startRunningService({
    deployment: { ...deployment, limits: { ...deployment.limits, ...POLLED_OFTEN, ...options.limits } },
    provisioning: provisioning(options.organization ?? {}),
    environment: {
      SVC_DATA_KEY: randomBytes(32).toString('base64'),
      ...(database && onDatabase(opened && { databaseUrl: patient(opened.databaseUrl!) })),
      ...options.environment,
    },
  });
  return new BatchesFixture(service, engine, async () => {
    await service.stop();
    await engine.close();
    await opened?.close();
  });
}

/** A statement that is slow on a busy machine is not an outage: it would be answered 503. */
function patient(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('connect_timeout', '20');
  return url.href;
}

function provisioning(more: Readonly<Record<string, unknown>>): unknown {
  const { organizations } = oneOrganization({
    workspaces: [{ name: 'Default' }, { name: 'Other' }],
    admin_keys: [{ name: 'admin', created_by: 'ada@acme.test', secret: ADMIN_KEY }],
    ...more,
  }) as { organizations: { keys: object[] }[] };
  const [acme] = organizations;
  const other = { ...acme!.keys[0], name: 'other', workspace: 'Other', secret: OTHER_KEY };
  return { organizations: [{ ...acme, keys: [...acme!.keys, other] }] };
}
