import assert from 'node:assert/strict';
import { CHAT, chat, streamedReply } from '../chat-call.ts';
import { check } from '../check.ts';
import { errorReply, textReply } from '../upstream.ts';
import { ask, askAs, PLACES } from './auth-routes.ts';
import { assertNoSecret } from './auth-secret-scan.ts';
import { startTalkativeService } from './auth-talkative-service.ts';

const PROMPT = 'prompt-marker-8c1d';
const REPLY = 'reply-marker-5f02';

check('AUTH-40', 'no secret and nothing that was said is in the log, at its most talkative', async ({ upstream }) => {
  assert.ok(upstream, 'a service of one’s own can be started');
  const { deployment, credentials, log, close } = await startTalkativeService();
  try {
    for (const name of Object.keys(credentials)) for (const place of PLACES) await askAs(deployment, place, name);
    const unknown = `sk_live_${'0123456789abcdef'.repeat(4)}`;
    const odd = { authorization: `Basic ${unknown}`, 'x-api-key': unknown, cookie: unknown };
    for (const headers of [odd, { authorization: `Bearer ${unknown}` }, { authorization: `Bearer ${unknown} x` }])
      await ask(deployment, 'chat', headers);
    await deployment.get(`/v1/models/${unknown}?key=${unknown}`);
    await deployment.send(`/v1/${unknown}`, { method: 'POST' });
    deployment.upstream.script(textReply(REPLY));
    const messages = [{ role: 'user', content: PROMPT }];
    await chat(deployment, { messages });
    await streamedReply(deployment, { messages });
    deployment.upstream.script(errorReply(500));
    await chat(deployment, { messages });
    await deployment.post(CHAT, `{"messages":"${PROMPT}`);
    await deployment.post(CHAT, { messages: [{ role: PROMPT }] });
    const text = await log();
    assert.ok(text.split('\n').length > 20, 'there is a log to look at');
    assertNoSecret(text, [...Object.values(credentials), unknown], 'the log');
    for (const said of [PROMPT, REPLY, 'upstream-key-marker']) assert.ok(!text.includes(said), `the log shows ${said}`);
  } finally {
    await close();
  }
});
