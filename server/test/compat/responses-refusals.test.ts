import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorReply,
  MAIN_KEY,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCompat } from './openai-fixture.ts';
import { askResponses, RESPONSES, responsesRefusal } from './responses-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const HEAD = { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' };
const VALID = JSON.stringify({ model: 'Svc Standard', input: 'Hi' });

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = HEAD,
): Promise<string> {
  const response = await fetch(`${service.baseUrl}${RESPONSES}`, { method: 'POST', headers, body });
  if (response.status === 200) return '200';
  const { error } = (await response.json()) as { error: { code: string } };
  return `${response.status} ${error.code}`;
}

describe('refusals of responses', () => {
  it('COMPG-02 COMPE-01 COMPE-04 COMPE-07 come in the order of the steps, and with 400 where clients repeat all else', async () => {
    expect(await send('{', { 'content-type': 'application/json' })).toBe('401 invalid_api_key');
    expect(await send('{', { ...HEAD, 'content-type': 'text/plain' })).toBe('400 invalid_request');
    expect(await send('{')).toBe('400 invalid_json');
    expect(await send(VALID.replace('Svc Standard', 'x'))).toBe('400 model_not_found');
    expect(await responsesRefusal(service, { model: 'gpt-large-2' })).toMatch(/^403 .* model_not_in_plan/);
  });

  it('COMPE-06 COMPG-08 a prompt that is too long names the input, and limits are lowered', async () => {
    upstream.script(textReply('Hello.'));
    const long = 'word '.repeat(500_000);
    expect(await responsesRefusal(service, { input: long })).toBe(
      '400 invalid_request_error context_length_exceeded input',
    );
    expect((await askResponses(service, { max_output_tokens: 1_000_000 })).status).toBe(200);
    expect(upstream.requests.at(-1)!.body).toMatchObject({ max_tokens: 16_384 });
    expect(await responsesRefusal(service, { max_output_tokens: 0 })).toContain('max_output_tokens');
  });

  it('COMPE-07 COMPR-06 too many images name the input', async () => {
    const image = { type: 'input_image', image_url: 'https://example.com/a.png' };
    const input = [{ role: 'user', content: Array.from({ length: 101 }, () => image) }];
    expect(await responsesRefusal(service, { input })).toBe(
      '400 invalid_request_error invalid_request input',
    );
  });

  it('COMPE-08 a body that is too large is 400, which clients do not repeat', async () => {
    expect(await send(VALID.replace('{', `{"ignored":"${'x'.repeat(33_600_000)}",`))).toBe(
      '400 request_too_large',
    );
  });

  it('COMPE-11 COMPE-12 failures of engines keep their status before the first byte', async () => {
    for (const [status, refusal] of [
      [503, '503 server_error service_unavailable null'],
      [500, '502 server_error null null'],
    ] as const) {
      upstream.script(errorReply(status));
      expect(await responsesRefusal(service, {})).toBe(refusal);
      expect(await responsesRefusal(service, { stream: true })).toBe(refusal);
    }
  });

  it('COMPR-20 COMPE-05 there is nothing to read or delete', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${service.baseUrl}${RESPONSES}/resp_1`, { method, headers: HEAD });
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { error: { code: 'unknown_url' } },
      ]);
    }
  });

  it('COMPR-18 the count refuses what the call refuses, and answers prompts longer than the window', async () => {
    const count = async (fields: object) => {
      const path = `${RESPONSES}/input_tokens`;
      const response = await service.post(path, MAIN_KEY, { model: 'Svc Standard', input: 'Hi', ...fields });
      return [response.status, await response.json()] as const;
    };
    expect(await count({})).toEqual([
      200,
      { object: 'response.input_tokens', input_tokens: expect.any(Number) as number },
    ]);
    const long = await count({ input: 'word '.repeat(500_000) });
    expect([long[0], (long[1] as { input_tokens: number }).input_tokens > 400_000]).toEqual([200, true]);
    expect(await count({ input: [] })).toMatchObject([400, { error: { param: 'input' } }]);
    expect(await count({ model: 'x' })).toMatchObject([400, { error: { code: 'model_not_found' } }]);
  });

  it.each([
    ['nesting', `{"input":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    [
      'nested namespaces',
      `{"input":"a","tools":[${'{"type":"namespace","name":"n","tools":['.repeat(20)}${']}'.repeat(20)}]}`,
    ],
    ['values', `{"input":[${'0,'.repeat(600_000)}0]}`],
    ['half a character', VALID.replace('Hi', '\\ud800')],
    ['bytes that are no text', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['a body that is no object', '[]'],
  ])('COMPG-06 a hostile body is refused: %s', async (_name, body) => {
    const before = upstream.requests.length;
    expect(await send(body)).toMatch(/^400 (invalid_json|invalid_request|unsupported_value)$/);
    expect(upstream.requests.length).toBe(before);
  });

  it('COMPR-07 names that objects inherit are names of tools like any other', async () => {
    upstream.script(textReply('Hello.'));
    const tools = ['__proto__', 'constructor', 'toString'].flatMap((name) => [
      { type: 'function', name },
      { type: 'namespace', name, tools: [{ type: 'function', name }] },
    ]);
    expect(await responsesRefusal(service, { tools, __proto__: null })).toMatch(/^200/);
  });
});
