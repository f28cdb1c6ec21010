import { vi } from 'vitest';
import { Svc } from '../src/index.ts';

/** One answer, or what fetch fails with. */
export type Planned = Response | Error;

export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
  readonly atMs: number;
}

export interface ScriptedClient {
  readonly svc: Svc;
  readonly sent: SentRequest[];
}

/** A client whose fetch gives these answers one after another, and fails the test when asked for more. */
export function scriptedClient(
  responses: readonly Planned[],
  more: { readonly maxRetries?: number; readonly timeoutMs?: number } = {},
): ScriptedClient {
  const sent: SentRequest[] = [];
  const left = [...responses];
  const fetch = (url: string, init: SentRequest['init']): Promise<Response> => {
    sent.push({ url, init, atMs: Date.now() });
    const next = left.shift();
    if (next === undefined) return Promise.reject(new Error('nobody expected this request'));
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next);
  };
  const svc = new Svc({
    baseUrl: 'http://svc.test',
    apiKey: 'sk_live_x',
    fetch: fetch as typeof globalThis.fetch,
    ...more,
  });
  return { svc, sent };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
}

/** A refusal in the envelope of the contract. */
export function refusal(
  status: number,
  type: string,
  code: string,
  extra: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Response {
  return json(
    { error: { type, code, message: 'No.', param: null, request_id: 'req_1', ...extra } },
    status,
    headers,
  );
}

/** A stream of just these bytes. */
export function streamed(
  chunks: readonly (string | Uint8Array)[],
  headers: Record<string, string> = {},
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } });
}

/** Runs something with a clock that jumps over every wait, and gives what came of it. */
export async function withoutWaiting<Outcome>(run: () => Promise<Outcome>): Promise<Outcome> {
  vi.useFakeTimers();
  try {
    const outcome = run();
    outcome.catch(() => undefined);
    await vi.runAllTimersAsync();
    return await outcome;
  } finally {
    vi.useRealTimers();
  }
}

/** Milliseconds between each request and the one before it. */
export function pauses(sent: readonly SentRequest[]): number[] {
  return sent.slice(1).map(({ atMs }, index) => atMs - sent[index]!.atMs);
}
