import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { CHAT, chat, HELLO, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { OpenResponse } from '../../http/http-exchange.ts';
import { chunk, rawReply, sse, STALL, textReply } from '../../deployments/upstream.ts';

/** Short replies: what those of the check before reserve of the rate may not be back yet. */
const NARROW = { model: 'Svc Narrow', max_tokens: 100 };
/** Of another organization than `main`. */
const OTHER = { as: 'zero_retention' };

/** Begins a reply that does not end, and so keeps one of the five places. */
async function occupy(deployment: Deployment, caller = {}): Promise<OpenResponse> {
  const response = await deployment.open(CHAT, deployment.jsonCall({ messages: HELLO, ...NARROW }, caller));
  assert.equal(response.status, 200);
  return response;
}

async function leave(deployment: Deployment, responses: readonly OpenResponse[]): Promise<void> {
  for (const response of responses) response.abort();
  await Promise.all(deployment.upstream.requests.map(({ aborted }) => aborted));
}

check(
  'ERR-33 ERR-22 LIMIT-11 BILL-12',
  'an organization that uses its fair share of a busy engine gets capacity_busy, another does not (D-78)',
  async (deployment) => {
    deployment.upstream.script(rawReply([sse(chunk({ content: 'busy' })), STALL]));
    const running = [
      await occupy(deployment),
      await occupy(deployment),
      await occupy(deployment),
      await occupy(deployment, OTHER),
    ];
    const refused = await chat(deployment, NARROW);
    const error = assertError(refused, { status: 429, code: 'capacity_busy' });
    assert.equal(refused.headers['x-capacity-busy'], '1');
    assert.equal(error['retry_after_seconds'], error.retry_after);
    assert.equal(deployment.upstream.requests.length, 4, 'no engine was asked');
    running.push(await occupy(deployment, OTHER));
    await leave(deployment, running);
  },
  { variant: 'short-times' },
);

check(
  'ERR-30 ERR-24 LIMIT-11',
  'a model without free capacity gives 503, and accepts calls again afterwards (D-78)',
  async (deployment) => {
    deployment.upstream.script(rawReply([sse(chunk({ content: 'busy' })), STALL]));
    const running = await Promise.all([{}, {}, {}, OTHER, OTHER].map((caller) => occupy(deployment, caller)));
    for (const stream of [false, true])
      assertError(await chat(deployment, { ...NARROW, stream }, OTHER), {
        status: 503,
        code: 'temporarily_unavailable',
      });
    await leave(deployment, running);
    deployment.upstream.script(textReply('Hello'));
    await wholeReply(deployment, NARROW);
  },
  { variant: 'short-times' },
);
