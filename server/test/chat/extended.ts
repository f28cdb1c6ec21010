import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { expect } from 'vitest';
import { assertCompletedStream, MAIN_KEY, type RunningService } from '#test-kit';

export const CHAT = '/v1/chat/completions';
export const COUNT = '/v1/chat/completions/count_tokens';

/** A call with the extensions flag, or with `flags`. */
export function askExtended(
  service: RunningService,
  fields: object,
  path = CHAT,
  flags = CHAT_EXTENSIONS_BETA,
): Promise<Response> {
  return fetch(service.baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${MAIN_KEY}`,
      'content-type': 'application/json',
      ...(flags === '' ? {} : { 'svc-beta': flags }),
    },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'tell me' }], ...fields }),
  });
}

export interface ExtendedReply {
  readonly choices: readonly {
    readonly message: {
      readonly role: string;
      readonly content: string | null;
      readonly reasoning?: readonly { readonly text: string; readonly signature: string }[];
      readonly tool_calls?: readonly object[];
    };
    readonly finish_reason: string;
  }[];
  readonly usage: Record<string, unknown>;
}

export async function askWholeExtended(service: RunningService, fields: object = {}): Promise<ExtendedReply> {
  const response = await askExtended(service, { stream: false, ...fields });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as ExtendedReply;
}

export interface ExtendedChunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly reasoning?: readonly {
        readonly index: number;
        readonly text: string;
        readonly signature?: string;
      }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Record<string, unknown>;
}

/**
 * The chunks of a stream that ends correctly. Without usage its form differs, and only its end is checked.
 */
export async function askStreamExtended(
  service: RunningService,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<ExtendedChunk[]> {
  const response = await askExtended(service, fields);
  const text = await response.text();
  const { status } = response;
  if (fields['stream_options'] === undefined)
    assertCompletedStream(
      { status, headers: Object.fromEntries(response.headers), bytes: Buffer.from(text), complete: true },
      true,
    );
  const events = text.trimEnd().split('\n\n');
  expect([status, events.pop()]).toEqual([200, 'data: [DONE]']);
  return events.map((event) => JSON.parse(event.slice('data: '.length)) as ExtendedChunk);
}

export async function refusedExtended(
  service: RunningService,
  fields: object,
  path = CHAT,
  flags = CHAT_EXTENSIONS_BETA,
): Promise<string> {
  const response = await askExtended(service, fields, path, flags);
  const { error } = (await response.json()) as { error: { code: string; param: string | null } };
  return `${response.status} ${error.code} ${error.param}`;
}
