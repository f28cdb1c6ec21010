import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import {
  assertOAuthRefused,
  assertTokens,
  postForm,
  refresh,
  withProgram,
  type Tokens,
} from '../../people/device-sign-in.ts';
import { ask } from './routes.ts';

const DAY_S = 86_400;

const models = (deployment: Deployment, token: string) =>
  ask(deployment, 'models', { authorization: `Bearer ${token}` });

async function refreshed(deployment: Deployment, token: string): Promise<Tokens> {
  return assertTokens(await refresh(deployment, token));
}

async function assertSessionEnded(
  deployment: Deployment,
  accessTokens: readonly string[],
  newest: string,
): Promise<void> {
  for (const token of accessTokens)
    assertError(await models(deployment, token), { status: 401, code: 'token_revoked' });
  await assertOAuthRefused(refresh(deployment, newest), 'invalid_grant');
}

check('D-68', 'each refresh returns a valid access token and the next refresh token', (deployment) =>
  withProgram(deployment, {}, async ({ refresh_token: first }) => {
    const seen = new Set([first]);
    let token = first;
    for (let round = 0; round < 3; round++) {
      const next = await refreshed(deployment, token);
      assert.equal((await models(deployment, next.access_token)).status, 200);
      token = next.refresh_token;
      seen.add(token);
    }
    assert.equal(seen.size, 4);
  }),
);

check(
  'D-68',
  'a lost response can be fetched again, and concurrent refreshes get the same refresh token',
  (deployment) =>
    withProgram(deployment, {}, async ({ refresh_token: first }) => {
      const both = await Promise.all([refreshed(deployment, first), refreshed(deployment, first)]);
      const again = await refreshed(deployment, first);
      assert.equal(new Set([...both, again].map(({ refresh_token: token }) => token)).size, 1);
      assert.equal((await models(deployment, again.access_token)).status, 200);
      await refreshed(deployment, again.refresh_token);
    }),
);

check('D-68 AUTH-14', 'reusing a refresh token after its successor was used ends the session', (deployment) =>
  withProgram(deployment, {}, async ({ access_token: access, refresh_token: first }) => {
    const second = await refreshed(deployment, first);
    const third = await refreshed(deployment, second.refresh_token);
    assert.equal((await models(deployment, third.access_token)).status, 200);
    await assertOAuthRefused(refresh(deployment, first), 'invalid_grant');
    await assertSessionEnded(
      deployment,
      [access, second.access_token, third.access_token],
      third.refresh_token,
    );
  }),
);

check('D-68 AUTH-14', 'reusing a refresh token after 30 seconds ends the session', async (deployment) => {
  deployment.requireClock();
  await withProgram(deployment, {}, async ({ access_token: access, refresh_token: first }) => {
    const second = await refreshed(deployment, first);
    await deployment.advanceClock(31);
    await assertOAuthRefused(refresh(deployment, first), 'invalid_grant');
    await assertSessionEnded(deployment, [access, second.access_token], second.refresh_token);
  });
});

check(
  'D-68',
  'a refresh token of another client or a request for a wider scope does not end the session',
  (deployment) =>
    withProgram(deployment, {}, async ({ access_token: access, refresh_token: token }) => {
      const changed = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
      for (const forged of [changed, token.slice(0, -1), access])
        await assertOAuthRefused(refresh(deployment, forged), 'invalid_grant');
      await assertOAuthRefused(refresh(deployment, token, { client: 'svc-code-desktop' }), 'invalid_grant');
      const more = {
        client_id: 'svc-code',
        grant_type: 'refresh_token',
        refresh_token: token,
        scope: 'inference workspace_resources',
      };
      await assertOAuthRefused(postForm(deployment, 'token', more), 'invalid_scope');
      await refreshed(deployment, token);
    }),
);

// Time cannot be moved back: in a variant that nothing else asks about these days.
check(
  'D-68',
  'a session ends after 30 days without a refresh, and after 90 days in any case',
  async (deployment) => {
    deployment.requireClock();
    await withProgram(deployment, {}, ({ refresh_token: idle }) =>
      withProgram(deployment, {}, async ({ refresh_token: first }) => {
        let busy = first;
        for (let month = 0; month < 3; month++) {
          await deployment.advanceClock(29 * DAY_S);
          busy = (await refreshed(deployment, busy)).refresh_token;
          if (month > 0) await assertOAuthRefused(refresh(deployment, idle), 'invalid_grant');
        }
        await deployment.advanceClock(3 * DAY_S + 60);
        await assertOAuthRefused(refresh(deployment, busy), 'invalid_grant');
      }),
    );
  },
  { variant: 'unknown-model-error' },
);
