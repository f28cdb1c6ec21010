import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { CodeActivity } from '@svc/contract';
import { readReply, type HttpReply, type OpenTestDatabase, type TestDatabase } from '#test-kit';
import {
  ADMIN_KEY,
  CODE_KEY,
  startCodeSignInNode,
  type CodeSignInNode,
} from '../code-sign-in/code-sign-in-node.ts';
import { otlpJson, type SentCount } from './otlp.ts';

const TELEMETRY = '/v1/code/telemetry';
const PROTOBUF = 'application/x-protobuf';
const ADMIN_BETA = { 'svc-beta': 'admin-2026-11-01' };

export interface Report {
  readonly body: object | string | Uint8Array;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TelemetryFixture {
  readonly node: CodeSignInNode;
  readonly nowMs: number;
  /** When the test began. */
  readonly noonMs: number;
  /** Sends a report with the code-client key unless told otherwise. The answer of protobuf is its bytes. */
  send(report: Report): Promise<HttpReply>;
  /** Sends points in JSON; they end now unless they say otherwise. */
  count(counts: readonly Omit<SentCount, 'endMs'>[], token?: string): Promise<HttpReply>;
  administrate(method: string, path: string, body?: object, key?: string): Promise<HttpReply>;
  /** Rows of the report of a day, today's by default, by the name of the actor. */
  activity(dayMs?: number): Promise<Readonly<Record<string, CodeActivity>>>;
}

/** Call once per suite. Each test begins a day of its own, at 12:00 UTC. */
export function useTelemetry(database: TestDatabase, deployment: object = {}): TelemetryFixture {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let noonMs: number;
  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({ store: opened.store, deployment });
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });
  beforeEach(async () => {
    await node.clock.advance(msToNextNoon(node.clock.nowMs()));
    noonMs = node.clock.nowMs();
  });
  return {
    get node() {
      return node;
    },
    get nowMs() {
      return node.clock.nowMs();
    },
    get noonMs() {
      return noonMs;
    },
    send: (report) => sendTo(node, report),
    count: (counts, token = CODE_KEY) => {
      const points = counts.map((count) => ({ endMs: node.clock.nowMs(), ...count }));
      return sendTo(node, { body: otlpJson(points), token });
    },
    administrate: (method, path, body, key = ADMIN_KEY) => administrate(node, method, path, body, key),
    async activity(dayMs = node.clock.nowMs()) {
      const day = new Date(dayMs).toISOString().slice(0, 10);
      const path = `/code_analytics?starting_at=${day}&limit=100`;
      const { body } = await administrate(node, 'GET', path, undefined, ADMIN_KEY);
      return Object.fromEntries((body.data as CodeActivity[]).map((row) => [row.actor.name, row]));
    },
  };
}

function msToNextNoon(nowMs: number): number {
  const [dayMs, noonMs] = [86_400_000, 43_200_000];
  return dayMs - ((nowMs - noonMs) % dayMs);
}

async function sendTo(
  { url }: CodeSignInNode,
  { body, token = CODE_KEY, headers = {} }: Report,
): Promise<HttpReply> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(url + TELEMETRY, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isBytes ? PROTOBUF : 'application/json',
      ...headers,
    },
    body: isBytes || typeof body === 'string' ? (body as BodyInit) : JSON.stringify(body),
  });
  if (response.headers.get('content-type') !== PROTOBUF) return readReply(response);
  const { status, headers: responded } = response;
  return { status, headers: responded, body: Buffer.from(await response.arrayBuffer()) };
}

async function administrate(
  { url }: CodeSignInNode,
  method: string,
  path: string,
  body: object | undefined,
  key: string,
): Promise<HttpReply> {
  const response = await fetch(`${url}/v1/organizations${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...ADMIN_BETA },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return readReply(response);
}
