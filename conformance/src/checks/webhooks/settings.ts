import assert from 'node:assert/strict';
import { assertKeys, UTC } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import { webhookCalls, withWebhook } from '../../calls/webhook-call.ts';

const URL = 'https://93.184.215.14/conformance';
const FIELDS = 'id object url events description status workspace_id created_at updated_at last_delivery';
const NOBODY = `/whk_${'0'.repeat(26)}`;

for (const [as, rules] of [
  ['main', 'HOOK-03 HOOK-04 HOOK-05 HOOK-08 HOOK-16'],
  ['admin', 'ADMIN-41'],
] as const) {
  check(rules, `a webhook is created with defaults for omitted fields (${as})`, (deployment) =>
    withWebhook(
      deployment,
      {},
      async (webhook) => {
        assertKeys(webhook, `${FIELDS} signing_secret`);
        assert.match(webhook.id, /^whk_[0-9a-z]{26}$/);
        assert.match(webhook.signing_secret, /^whsec_[0-9a-f]{64}$/);
        assert.match(String(webhook['created_at']), UTC);
        assert.equal(webhook['object'], 'webhook');
        assert.equal(webhook['url'], URL);
        assert.deepEqual(webhook['events'], ['*']);
        assert.equal(webhook['description'], null);
        assert.equal(webhook['status'], 'enabled');
        assert.equal(webhook['workspace_id'] === null, as === 'admin');
      },
      as,
    ),
  );

  check(
    'HOOK-09 HOOK-18 HOOK-19 HOOK-20 HOOK-21 HOOK-22 HOOK-23',
    `it is read, listed and changed without its secret (${as})`,
    (deployment) =>
      withWebhook(
        deployment,
        { description: 'first' },
        async ({ id }) => {
          assertKeys(await webhookCalls.call(deployment, ['GET', `/${id}`], { as }), FIELDS);
          assert.ok((await webhookCalls.ids(deployment, as)).includes(id));
          for (const change of [
            { url: `${URL}/other` },
            { events: ['spend.threshold_reached'] },
            { description: null },
            { status: 'disabled' },
            { status: 'enabled' },
          ]) {
            const changed = await webhookCalls.call(deployment, ['PATCH', `/${id}`, change], { as });
            assertKeys(changed, FIELDS);
            for (const [name, value] of Object.entries(change)) assert.deepEqual(changed[name], value);
          }
        },
        as,
      ),
  );

  check(
    'HOOK-11 HOOK-12 HOOK-13 HOOK-14 HOOK-15',
    `a missing or invalid field is refused and named (${as})`,
    async (deployment) => {
      const good = { url: URL, events: ['*'] };
      for (const [body, ...refusal] of [
        [{ events: ['*'] }, 400, 'invalid_parameter', 'url'],
        [{ url: URL }, 400, 'invalid_parameter', 'events'],
        [{ ...good, url: 'https://10.0.0.1/' }, 400, 'invalid_url', 'url'],
        [{ ...good, url: 'https://169.254.169.254/' }, 400, 'invalid_url', 'url'],
        [{ ...good, url: 'https://localhost/' }, 400, 'invalid_url', 'url'],
        [{ ...good, url: 'ftp://93.184.215.14/' }, 400, 'invalid_url', 'url'],
        [{ ...good, url: `${URL}?${'x'.repeat(2048)}` }, 400, 'invalid_url', 'url'],
        [{ ...good, events: [] }, 400, 'invalid_parameter', 'events'],
        [{ ...good, events: ['nope'] }, 400, 'unknown_event_type', 'events[0]'],
        [{ ...good, events: ['*', 'webhook.test'] }, 400, 'invalid_parameter', 'events'],
        [{ ...good, description: 'x'.repeat(201) }, 400, 'invalid_parameter', 'description'],
        [{ ...good, status: 'off' }, 400, 'invalid_parameter', 'status'],
      ] as const)
        await webhookCalls.assertRefused(deployment, ['POST', '', body], refusal, as);
    },
  );

  check('HOOK-24 HOOK-25', `a deleted or unknown webhook is not found (${as})`, async (deployment) => {
    await withWebhook(
      deployment,
      {},
      async ({ id }) => {
        assert.deepEqual(await webhookCalls.call(deployment, ['DELETE', `/${id}`], { as }), {
          id,
          object: 'webhook',
          deleted: true,
        });
        for (const one of [`/${id}`, NOBODY])
          for (const [method, path] of [
            ['GET', one],
            ['DELETE', one],
            ['POST', `${one}/rotate_secret`],
            ['POST', `${one}/test`],
            ['GET', `${one}/deliveries`],
          ] as const)
            await webhookCalls.assertRefused(
              deployment,
              [method, path],
              [404, 'webhook_not_found', 'webhook_id'],
              as,
            );
      },
      as,
    );
  });
}

check('HOOK-25 HOOK-30 WORK-13', 'webhooks of another workspace are not found', (deployment) =>
  withWebhook(deployment, {}, async ({ id }) => {
    const refusal = [404, 'webhook_not_found', 'webhook_id'] as const;
    await webhookCalls.assertRefused(deployment, ['GET', `/${id}`], refusal, 'research');
    await webhookCalls.assertRefused(deployment, ['DELETE', `/${id}`], refusal, 'research');
    assert.ok(!(await webhookCalls.ids(deployment, 'research')).includes(id));
  }),
);

check('HOOK-01 HOOK-02 PBETA-02', 'a private key and the beta flag are required', async (deployment) => {
  const noFlag = await webhookCalls.ask(deployment, 'GET', '', { headers: { 'svc-beta': '' } });
  assertError(noFlag, { status: 400, code: 'beta_required', param: 'svc-beta' });
  const response = await webhookCalls.ask(deployment, 'GET', '', { as: 'public' });
  assertError(response, { status: 403, code: 'public_key_rejected' });
});

check('HOOK-57', 'anybody may read the source addresses of deliveries', async (deployment) => {
  const response = await deployment.send('/api/ip-ranges');
  assert.equal(response.status, 200);
  const { webhooks: ranges, updated_at: updatedAt } = response.json<{
    webhooks: string[];
    updated_at: string;
  }>();
  for (const range of ranges) assert.match(range, /^[0-9a-f.:]+\/\d{1,3}$/);
  assert.match(updatedAt, UTC);
});
