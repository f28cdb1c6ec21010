import assert from 'node:assert/strict';
import { check } from '../../runner/check.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { ask, PLACES } from './routes.ts';
import { assertNoSecret } from './secret-scan.ts';

const NAMES =
  'main code_client public inactive revoked expired origins fenced creator_removed account_disabled admin admin_ineligible free_plan billing_inactive org_unavailable';

function assertUnseen(response: HttpResponse, secret: string): void {
  assertNoSecret(`${response.rawHeaders.join('\n')}\n${response.text}`, [secret], `the ${response.status}`);
}

check(
  'AUTH-40',
  'no response shows the credential of its request, accepted or refused',
  async (deployment) => {
    for (const name of NAMES.split(' ')) {
      const secret = deployment.credential(name);
      for (const place of PLACES) {
        for (const authorization of [
          `Bearer ${secret}`,
          `Bearer ${secret}f`,
          `Token ${secret}`,
          `Bearer ${secret} ${secret}`,
        ]) {
          assertUnseen(await ask(deployment, place, { authorization }), secret);
        }
      }
    }
  },
);

check('AUTH-40', 'no response shows a credential sent in the wrong place', async (deployment) => {
  const secret = deployment.credential('main');
  const authorization = `Bearer ${secret}`;
  const responses = [
    await deployment.send(`/v1/models?key=${secret}`),
    await deployment.send(`/v1/models?surface=${secret}`, { headers: { authorization } }),
    await deployment.send(`/v1/models/${secret}`, { headers: { authorization } }),
    await deployment.send(`/v1/${secret}`, { method: 'POST', headers: { authorization } }),
    await deployment.send('/v1/models', { headers: { authorization, 'svc-beta': secret } }),
    await deployment.send('/v1/models', { headers: { authorization, 'svc-version': secret } }),
    await deployment.post('/v1/chat/completions', { messages: [{ role: secret, content: 'x' }] }),
    await deployment.post('/v1/chat/completions', `{"${secret}`),
  ];
  for (const response of responses) {
    assert.ok(response.status >= 400);
    assertUnseen(response, secret);
  }
});
