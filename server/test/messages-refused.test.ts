import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  errorReply,
  hangUp,
  MAIN_KEY,
  readReply,
  refusal,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { askRefused, askWhole, body, MESSAGES, startMessages } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startMessages(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

it('MSG-28 MSG-74 D-53 D-54 content that cannot be fetched is refused by its path', async () => {
  const from = (type: string, source: object) =>
    askRefused(service, {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'x' },
            { type, source },
          ],
        },
      ],
    });
  expect(await from('image', { type: 'file', file_id: 'file_1' })).toEqual({
    status: 404,
    code: 'file_not_found',
    param: 'messages[0].content[1].source.file_id',
  });
  for (const url of [
    'http://a.test/x.png',
    'https://127.0.0.1/x.png',
    'https://[::1]/x.png',
    'https://user@a.test/x.png',
    'file:///etc/passwd',
  ]) {
    for (const kind of ['image', 'document']) {
      expect(await from(kind, { type: 'url', url }), url).toMatchObject({
        status: 400,
        code: 'invalid_request',
      });
    }
  }
});

/** Sends `max_tokens` exactly as written. */
async function refusedMaximum(number: string): Promise<string> {
  const headers = { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' };
  const text = JSON.stringify(body({ max_tokens: 1 })).replace('"max_tokens":1', `"max_tokens":${number}`);
  return refusal(
    await readReply(
      await fetch(`http://127.0.0.1:${service.port}${MESSAGES}`, { method: 'POST', headers, body: text }),
    ),
  );
}

it('MSG-03 MSG-08 MSG-67 the model must be named exactly, and its ceiling is a limit', async () => {
  expect(await askRefused(service, { model: 'svc standard' })).toEqual({
    status: 404,
    code: 'model_not_found',
    param: 'model',
  });
  expect(await askRefused(service, { max_tokens: 16_385 })).toEqual({
    status: 400,
    code: 'max_tokens_required',
    param: 'max_tokens',
  });
  for (const number of ['9007199254740993', '1e21'])
    expect(await refusedMaximum(number)).toBe('400 max_tokens_required max_tokens');
  upstream.script(textReply('ok'));
  await askWhole(service, { max_tokens: 16_384 });
});

it('MSG-65 D-19 D-78 a full engine gives 503 overloaded, with Retry-After', async () => {
  upstream.script(errorReply(503));
  const response = await service.post(MESSAGES, MAIN_KEY, body());
  const { error, request_id } = (await response.json()) as {
    error: Record<string, unknown>;
    request_id: string;
  };
  expect(response.status).toBe(503);
  expect(error).toMatchObject({
    code: 'overloaded',
    type: 'service_unavailable_error',
    retry_after: Number(response.headers.get('retry-after')),
  });
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
  // D-20: the request id is next to the error too.
  expect(request_id).toBe(response.headers.get('x-request-id'));
  upstream.script(hangUp());
  expect(await askRefused(service, {})).toMatchObject({ status: 502, code: 'upstream_unavailable' });
});

it('VER-01 VER-02 VER-07 D-91 D-92 svc-version is optional, checked and echoed; live chat ignores it', async () => {
  upstream.script(textReply('ok'));
  const ask = (path: string, version: string) =>
    service.post(path, MAIN_KEY, body(), { 'svc-version': version });
  const good = await ask(MESSAGES, '2026-11-01');
  expect([good.status, good.headers.get('svc-version')]).toEqual([200, '2026-11-01']);
  for (const version of ['1999-01-01', 'latest', '']) {
    const bad = await ask(MESSAGES, version);
    expect([bad.status, await bad.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_version', param: 'svc-version' } },
    ]);
  }
  const chat = await ask('/v1/chat/completions', 'latest');
  expect([chat.status, chat.headers.get('svc-version')]).toEqual([200, null]);
  await chat.text();
});
