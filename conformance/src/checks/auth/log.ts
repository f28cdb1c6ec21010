import assert from 'node:assert/strict';
import { CHAT, chat, streamedReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { assertTokens, beginSignIn, decide, poll, refresh, revoke } from '../../people/device-sign-in.ts';
import { personOf } from '../../people/person.ts';
import { errorReply, textReply } from '../../deployments/upstream.ts';
import { ask, askAs, PLACES } from './routes.ts';
import { assertNoSecret } from './secret-scan.ts';
import { startTalkativeService } from './talkative-service.ts';

const PROMPT = 'prompt-marker-8c1d';
const REPLY = 'reply-marker-5f02';
const UNKNOWN = `sk_live_${'0123456789abcdef'.repeat(4)}`;

async function showKeys(deployment: Deployment, names: readonly string[]): Promise<void> {
  for (const name of names) for (const place of PLACES) await askAs(deployment, place, name);
  const odd = { authorization: `Basic ${UNKNOWN}`, 'x-api-key': UNKNOWN, cookie: UNKNOWN };
  for (const headers of [
    odd,
    { authorization: `Bearer ${UNKNOWN}` },
    { authorization: `Bearer ${UNKNOWN} x` },
  ])
    await ask(deployment, 'chat', headers);
  await deployment.get(`/v1/models/${UNKNOWN}?key=${UNKNOWN}`);
  await deployment.send(`/v1/${UNKNOWN}`, { method: 'POST' });
}

async function talk(deployment: Deployment): Promise<void> {
  deployment.upstream.script(textReply(REPLY));
  const messages = [{ role: 'user', content: PROMPT }];
  await chat(deployment, { messages });
  await streamedReply(deployment, { messages });
  deployment.upstream.script(errorReply(500));
  await chat(deployment, { messages });
  await deployment.post(CHAT, `{"messages":"${PROMPT}`);
  await deployment.post(CHAT, { messages: [{ role: PROMPT }] });
}

/** Signs a person and a program in, and out again. Returns everything that did it, without what two of its kind share. */
async function signIn(deployment: Deployment): Promise<string[]> {
  const [person, { email, password }] = [
    await personOf(deployment, 'developer'),
    deployment.account('developer'),
  ];
  const wrong = { email, password: `${password}, but wrong` };
  assert.equal((await person.copy().ask('POST', '/auth/sign_in', wrong)).status, 401);
  const device = await beginSignIn(deployment);
  await decide(deployment, device, 'approve');
  const first = assertTokens(await poll(deployment, device));
  const second = assertTokens(await refresh(deployment, first.refresh_token));
  for (const { access_token: token } of [first, second])
    assert.equal((await ask(deployment, 'models', { authorization: `Bearer ${token}` })).status, 200);
  await revoke(deployment, second.refresh_token);
  const tokens = [first, second].flatMap((one) => [
    one.access_token.split('.')[2]!,
    one.refresh_token.slice(-64),
  ]);
  return [password, device.device_code.slice(-64), device.user_code, ...person.secrets(), ...tokens];
}

check(
  'AUTH-40 D-68 D-CONS-1',
  'the log contains no secrets and no conversation content, even at its most verbose level',
  async ({ upstream }) => {
    assert.ok(upstream, 'a service of one’s own can be started');
    const { deployment, credentials, log, close } = await startTalkativeService();
    try {
      const names = Object.keys(credentials).filter((name) => typeof credentials[name] === 'string');
      await showKeys(deployment, names);
      await talk(deployment);
      const signedIn = await signIn(deployment);
      const text = await log();
      for (const path of ['/v1/models', '/oauth/token', '/console/api/auth/sign_in'])
        assert.ok(text.includes(path), `${path} is in the log`);
      assertNoSecret(text, [...names.map((name) => deployment.credential(name)), UNKNOWN], 'the log');
      for (const said of [PROMPT, REPLY, 'upstream-key-marker', ...signedIn])
        assert.ok(!text.includes(said), `the log shows ${said}`);
    } finally {
      await close();
    }
  },
);
