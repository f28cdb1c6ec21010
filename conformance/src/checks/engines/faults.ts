import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { brokenReply, chat, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import {
  chunk,
  DESTROY,
  errorReply,
  hang,
  hangUp,
  jsonReply,
  rawReply,
  sse,
  STALL,
  textReply,
  type PlannedReply,
} from '../../deployments/upstream.ts';

/** D-19: what each status of an engine becomes. */
const STATUSES: readonly (readonly [rules: string, engine: number, status: number, code: string])[] = [
  ['CHAT-80 ERR-15', 400, 400, 'invalid_request'],
  ['CHAT-80', 422, 400, 'invalid_request'],
  ['ERR-13', 418, 400, 'invalid_request'],
  ['ERR-13', 451, 400, 'invalid_request'],
  ['ERR-23', 401, 500, 'server_misconfigured'],
  ['ERR-23', 403, 500, 'server_misconfigured'],
  ['ERR-23', 404, 500, 'server_misconfigured'],
  ['ERR-28 ERR-23', 500, 502, 'upstream_error'],
  ['ERR-28', 502, 502, 'upstream_error'],
  ['ERR-28', 504, 502, 'upstream_error'],
  ['ERR-14', 507, 502, 'upstream_error'],
  ['ERR-14 ERR-24', 503, 503, 'temporarily_unavailable'],
  ['ERR-14', 529, 503, 'temporarily_unavailable'],
];

for (const [rules, engine, status, code] of STATUSES) {
  check(
    `${rules} CHAT-71 ERR-05`,
    `an engine that answers ${engine} gives ${status} ${code}, streamed or not (D-19)`,
    async (deployment) => {
      deployment.upstream.script(
        errorReply(engine, {
          server: 'VendorMarker',
          'x-request-id': 'upstream-id',
          via: 'engine-host.marker.internal',
        }),
      );
      for (const stream of [false, true]) assertError(await chat(deployment, { stream }), { status, code });
    },
  );
}

check('LIMIT-19', 'an engine that answers 413 gives 413 payload_too_large', async (deployment) => {
  deployment.upstream.script(errorReply(413));
  const response = await chat(deployment);
  // How much would have been accepted only the engine knows, so the extra field may be missing here.
  const { max_bytes: maxBytes } = response.json<{ error: { max_bytes?: number } }>().error;
  assertError(response, {
    status: 413,
    code: 'payload_too_large',
    ...(maxBytes === undefined ? {} : { extra: { max_bytes: maxBytes } }),
  });
});

for (const [hint, expected] of [
  [undefined, 5],
  ['7', 7],
  ['0', 1],
  ['1.2', 2],
  ['900', 60],
  ['soon', 5],
  ['-3', 5],
] as const) {
  check(
    'ERR-32 ERR-22 ERR-08',
    `an engine that answers 429 with Retry-After ${hint ?? 'omitted'} gives model_busy with Retry-After ${expected} (D-17)`,
    async (deployment) => {
      deployment.upstream.script(errorReply(429, hint === undefined ? {} : { 'retry-after': hint }));
      const response = await chat(deployment);
      const error = assertError(response, { status: 429, code: 'model_busy' });
      const allowed = hint === '0' || hint === '-3' || hint === '1.2' ? [1, 2, 5] : [expected];
      assert.ok(allowed.includes(error.retry_after ?? 0), `retry_after ${error.retry_after}`);
    },
  );
}

function assertEngineFailed(response: HttpResponse, codes = ['upstream_error']): void {
  const { code } = response.json<{ error: { code: string } }>().error;
  assert.ok(codes.includes(code), `code ${code}`);
  assertError(response, { status: 502, code });
}

const GARBAGE: readonly (readonly [string, PlannedReply])[] = [
  ['invalid JSON', { headers: { 'content-type': 'application/json' }, steps: ['<html>VendorMarker</html>'] }],
  [
    'truncated JSON',
    { headers: { 'content-type': 'application/json' }, steps: ['{"choices":[{"message":{"con'] },
  ],
  ['an HTML page', { headers: { 'content-type': 'text/html' }, steps: ['<html>VendorMarker</html>'] }],
  ['an empty body', { headers: { 'content-type': 'application/json' }, steps: [] }],
  ['JSON null', jsonReply(null)],
  ['no choice', jsonReply({ choices: [] })],
  ['an error object', jsonReply({ error: { message: 'VendorMarker' } })],
  [
    'a redirect',
    jsonReply({}, { status: 302, headers: { location: 'http://engine-host.marker.internal/' } }),
  ],
  ['no content', { status: 204, steps: [] }],
  [
    'a connection cut inside the body',
    { headers: { 'content-type': 'application/json' }, steps: ['{"choices":', DESTROY] },
  ],
];

for (const [what, reply] of GARBAGE) {
  check('ERR-28', `an engine that answers with ${what} gives 502 upstream_error`, async (deployment) => {
    deployment.upstream.script(reply);
    assertEngineFailed(await chat(deployment));
  });
}

const BEFORE_OUTPUT: readonly (readonly [string, PlannedReply])[] = [
  ['no event at all', rawReply([])],
  ['only a comment', rawReply([': hello\n\n'])],
  ['an event that is no JSON', rawReply(['data: {"cho\n\n', STALL])],
  ['an error event', rawReply([sse({ error: { message: 'VendorMarker' } }), sse('[DONE]')])],
  ['an endless line', rawReply([`data: ${'x'.repeat(20_000_000)}`, STALL])],
];

for (const [what, reply] of BEFORE_OUTPUT) {
  check(
    'ERR-28 CHAT-71',
    `an engine whose stream holds ${what} gives 502 upstream_error`,
    async (deployment) => {
      deployment.upstream.script(reply);
      assertEngineFailed(await chat(deployment, { stream: true }));
    },
  );
}

check('ERR-28', 'an engine that hangs up without an answer gives 502', async (deployment) => {
  deployment.upstream.script(hangUp());
  for (const stream of [false, true])
    assertEngineFailed(await chat(deployment, { stream }), ['upstream_error', 'upstream_unavailable']);
});

check(
  'ERR-28',
  'an unreachable engine gives 502 upstream_unavailable',
  async (deployment) => {
    for (const stream of [false, true])
      assertError(await chat(deployment, { model: 'Svc Away', stream }), {
        status: 502,
        code: 'upstream_unavailable',
      });
  },
  { variant: 'short-times' },
);

check(
  'ERR-29 ERR-20',
  'an engine that does not answer in time gives 504, and its call is cancelled',
  async (deployment) => {
    deployment.upstream.script(hang());
    const responses = await Promise.all([chat(deployment), chat(deployment, { stream: true })]);
    for (const response of responses) assertError(response, { status: 504, code: 'upstream_timeout' });
    for (const request of deployment.upstream.requests) await request.aborted;
  },
  { variant: 'short-times' },
);

check(
  'ERR-29',
  'an engine that never sends its first output gives 504 too',
  async (deployment) => {
    deployment.upstream.script(rawReply([sse(chunk({ role: 'assistant', content: '' })), STALL]));
    assertError(await chat(deployment, { stream: true }), { status: 504, code: 'upstream_timeout' });
  },
  // Not with short times: there the first sign of life is due when the first output is, and begins the stream.
);

check(
  'CHAT-68',
  'a stream that exceeds the request timeout ends with the error event (D-14)',
  async (deployment) => {
    deployment.upstream.script(textReply(Array(60).fill('word ') as string[], { delayMs: 200 }));
    await brokenReply(deployment);
  },
  { variant: 'short-times' },
);

check('ERR-44', 'an unchanged retry of a refused call fails the same way', async (deployment) => {
  for (const fields of [{ messages: [] }, { model: '' }, { max_tokens: 0 }]) {
    const [first, second] = [await chat(deployment, fields), await chat(deployment, fields)];
    assert.equal(first.status, second.status);
    assert.equal(
      first.json<{ error: { code: string } }>().error.code,
      second.json<{ error: { code: string } }>().error.code,
    );
  }
});

check('ERR-28', 'an engine that recovers after many failures is used again at once', async (deployment) => {
  deployment.upstream.script(errorReply(500));
  for (let i = 0; i < 8; i++) await chat(deployment);
  deployment.upstream.script(textReply('Back'));
  assert.equal((await wholeReply(deployment)).content, 'Back');
});
