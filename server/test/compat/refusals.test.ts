import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, startScriptedUpstream, type RunningService, type ScriptedUpstream } from '#test-kit';
import { ask, CHAT, startCompat } from './openai-fixture.ts';

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

interface Refusal {
  readonly error: { readonly type: string; readonly code: string; readonly param: string | null };
}

async function send(init: RequestInit): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${service.port}${CHAT}`, { method: 'POST', ...init });
  const { error } = (await answer.json()) as Refusal;
  return `${answer.status} ${error.code}`;
}
const KEY = { authorization: `Bearer ${MAIN_KEY}` };
const JSON_TYPE = { 'content-type': 'application/json' };
const VALID = JSON.stringify({ model: 'Svc Standard', messages: [{ role: 'user', content: 'Hi' }] });

describe('refusals', () => {
  it('COMPG-02 D-01 every step refuses in its order and in the words of the vendor', async () => {
    expect(await send({ body: '{' })).toBe('401 invalid_api_key');
    expect(await send({ headers: { ...KEY, 'content-type': 'text/plain' }, body: '{' })).toBe(
      '400 invalid_request',
    );
    expect(await send({ headers: { ...KEY, ...JSON_TYPE }, body: '{' })).toBe('400 invalid_json');
    const unknown = { model: 'x', messages: [{ role: 'user', content: 5 }], n: 2 };
    expect(await send({ headers: { ...KEY, ...JSON_TYPE }, body: JSON.stringify(unknown) })).toBe(
      '400 unsupported_value',
    );
    expect(
      await send({ headers: { ...KEY, ...JSON_TYPE }, body: JSON.stringify({ ...unknown, n: 1 }) }),
    ).toBe('400 invalid_request');
    const other = JSON.stringify({ model: 'x', messages: [{ role: 'user', content: 'Hi' }] });
    expect(await send({ headers: { ...KEY, ...JSON_TYPE }, body: other })).toBe('404 model_not_found');
  });

  it('COMPE-05 another method names those of the path', async () => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${CHAT}`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  });

  it.each([
    ['nesting', `{"messages":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['values', `{"messages":[${'0,'.repeat(600_000)}0]}`],
    ['names', JSON.stringify(Object.fromEntries(Array.from({ length: 600_000 }, (_, i) => [`k${i}`, 0])))],
    ['half a character', VALID.replace('Hi', '\\ud800')],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('COMPG-06 a hostile body is refused: %s', async (_name, body) => {
    const before = upstream.requests.length;
    const refusal = await send({ headers: { ...KEY, ...JSON_TYPE }, body: body as string });
    expect(refusal).toMatch(/^400 (invalid_json|invalid_request)$/);
    expect(upstream.requests.length).toBe(before);
  });

  it('COMPG-06 a name that objects inherit is a field like any other, and a body in pieces of a byte is whole', async () => {
    const inherited = VALID.replace('{', '{"__proto__":{"n":2},"constructor":1,');
    const answer = await fetch(`http://127.0.0.1:${service.port}${CHAT}`, {
      method: 'POST',
      headers: { ...KEY, ...JSON_TYPE },
      body: inherited,
    });
    expect(answer.status).toBe(200);
    const socket = connect(service.port, '127.0.0.1');
    const head = `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nx-api-key: ${MAIN_KEY}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    socket.write(head);
    for (const byte of VALID) socket.write(`1\r\n${byte}\r\n`);
    socket.write('0\r\n\r\n');
    let text = '';
    socket.on('data', (piece: Buffer) => (text += piece.toString()));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 200/);
  });

  it('COMPG-06 COMPE-08 takes bodies larger than live chat does, and refuses those larger than messages takes', async () => {
    const ofBytes = (bytes: number): RequestInit => ({
      headers: { ...KEY, ...JSON_TYPE },
      body: VALID.replace('{', `{"ignored":"${'x'.repeat(bytes)}",`),
    });
    const large = await fetch(`http://127.0.0.1:${service.port}${CHAT}`, {
      method: 'POST',
      ...ofBytes(4_000_000),
    });
    expect(large.status).toBe(200);
    expect(await send(ofBytes(33_600_000))).toBe('413 request_too_large');
  });
});

it('COMPE-10 LIMIT-11 a full rate names its count as clients read it, and other answers name none', async () => {
  const limited = await startCompat(upstream.baseUrl, { limits: { chat_requests_per_minute: 1 } });
  try {
    const first = await ask(limited);
    expect([first.status, first.headers.get('x-ratelimit-limit-requests')]).toEqual([200, null]);
    const second = await ask(limited);
    expect(second.status).toBe(429);
    const headers = Object.fromEntries(second.headers);
    expect(headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/) as string,
      'x-ratelimit-limit-requests': '1',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': expect.stringMatching(/^(1m0|\d+)s$/) as string,
    });
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
    expect(await second.json()).toMatchObject({ error: { type: 'requests', code: 'rate_limit_exceeded' } });
  } finally {
    await limited.stop();
  }
});
