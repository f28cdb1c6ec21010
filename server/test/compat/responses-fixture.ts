import { expect } from 'vitest';
import { MAIN_KEY, type RunningService, type ScriptedUpstream } from '#test-kit';

export const RESPONSES = '/compat/openai/v1/responses';

/** Asks `Svc Standard`; `more` replaces fields of the body. */
export function askResponses(
  service: RunningService,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return service.post(RESPONSES, MAIN_KEY, { model: 'Svc Standard', input: 'Hi', ...more }, headers);
}

export interface ResponseBody {
  readonly id: string;
  readonly status: string;
  readonly output: readonly Item[];
  readonly usage: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly incomplete_details: { readonly reason: string } | null;
  readonly [field: string]: unknown;
}

export interface Item {
  readonly id: string;
  readonly type: string;
  readonly status?: string;
  readonly [field: string]: unknown;
}

export interface ResponseEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly response?: ResponseBody;
  readonly item?: Item;
  readonly delta?: string;
  readonly output_index?: number;
}

/** The events of a stream, each of which is named as its data is typed and numbered in order. */
export function readResponseEvents(text: string): ResponseEvent[] {
  const events = text.split('\n\n').filter((event) => event !== '');
  return events.map((event, i) => {
    const [name = '', data = '', ...more] = event.split('\n');
    const parsed = JSON.parse(data.replace(/^data: /, '')) as ResponseEvent;
    if (name !== `event: ${parsed.type}` || more.length > 0) throw new Error(`not an event: ${event}`);
    if (parsed.sequence_number !== i) throw new Error(`not number ${i}: ${event}`);
    return parsed;
  });
}

/** What a stream ends with. */
export function finalResponse(events: readonly ResponseEvent[]): ResponseBody {
  const response = events.at(-1)?.response;
  if (!response) throw new Error('no response at the end');
  return response;
}

type Asked = Readonly<Record<string, unknown>>;

/** As `status type code param`. */
export async function responsesRefusal(service: RunningService, fields: Asked): Promise<string> {
  const reply = await askResponses(service, fields);
  const text = await reply.text();
  if (reply.status === 200) return `200 ${text}`;
  const { error } = JSON.parse(text) as { error: { type: string; code: string; param: string | null } };
  return `${reply.status} ${error.type} ${error.code} ${error.param}`;
}

/** What the engine was sent for these fields. */
export async function sentForResponse(
  service: RunningService,
  upstream: ScriptedUpstream,
  fields: Asked,
): Promise<Asked> {
  const reply = await askResponses(service, fields);
  expect(reply.status, await reply.text()).toBe(200);
  return upstream.requests.at(-1)!.body;
}

/** The messages that it was sent behind the identity instruction. */
export async function turnsSentForResponse(
  service: RunningService,
  upstream: ScriptedUpstream,
  fields: Asked,
): Promise<unknown[]> {
  return ((await sentForResponse(service, upstream, fields))['messages'] as unknown[]).slice(1);
}
