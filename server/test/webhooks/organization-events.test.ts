import { describe, expect, it } from 'vitest';
import { MAIN_KEY, httpDatabases } from '#test-kit';
import { ADMIN_KEY, provisioning, startWebhooksFixture, type WebhooksFixture } from './webhooks-fixture.ts';

const ALL = { key: ADMIN_KEY };

/** Spends credits until a limit is reached. */
async function spendAll(hooks: WebhooksFixture): Promise<void> {
  for (;;) {
    const { status } = await hooks.service.post('/v1/chat/completions', MAIN_KEY, {
      model: 'Svc Standard',
      stream: false,
      max_tokens: 16,
      messages: [{ role: 'user', content: 'hello' }],
    });
    await hooks.service.operator.checkLedger();
    if (status === 402) return;
    expect(status).toBe(200);
  }
}

describe.each(await httpDatabases(import.meta.filename))(
  'events of an organization on the $kind database',
  (database) => {
    it(
      'HOOK-31 HOOK-66 HOOK-67 BILL-15 D-HOOK-13 report 50, 80 and 100 % of a spend limit, and a low balance',
      { timeout: 60_000 },
      async () => {
        const hooks = await startWebhooksFixture(database, {
          deployment: { plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }] },
          provisioning: provisioning({
            credits: { enabled: true, balance_usd: '0.002', low_balance_usd: '0.0015' },
            spend_limits: [
              { scope: 'workspace', workspace: 'Default', limit_usd: '0.001' },
              { scope: 'member', member: 'ada@acme.test', limit_usd: '0.001' },
            ],
          }),
        });
        try {
          await hooks.create('/workspace');
          await hooks.create('/organization', {}, ALL);
          await spendAll(hooks);
          await hooks.advance(10);
          const thresholdEvents = (path: string) =>
            hooks.receiver
              .at(path)
              .map(({ event }) => event)
              .filter(({ type }) => type === 'spend.threshold_reached')
              .map(
                ({ data, workspace_id: workspaceId }) =>
                  `${data.object.scope.type} ${data.threshold_percent} ${workspaceId === null ? 'null' : 'its id'}`,
              );
          const ofWorkspace = [50, 80, 100].map((percent) => `workspace ${percent} its id`);
          const ofMember = [50, 80, 100].map((percent) => `member ${percent} null`);
          // Their order is not promised.
          await expect.poll(() => thresholdEvents('/workspace').toSorted()).toEqual(ofWorkspace.toSorted());
          await expect
            .poll(() => thresholdEvents('/organization').toSorted())
            .toEqual([...ofMember, ...ofWorkspace].toSorted());
          const low = () =>
            hooks.receiver.received.filter(({ event }) => event.type === 'credits.low_balance');
          await expect.poll(() => low().map(({ path }) => path)).toEqual(['/organization']);
          expect(low()[0]!.event).toMatchObject({
            workspace_id: null,
            data: {
              object: {
                type: 'credit_balance',
                balance_usd: expect.stringMatching(/^0\.00/),
                auto_reload: { enabled: false, trigger_usd: '0.0015', last_error: null },
              },
            },
          });
        } finally {
          await hooks.stop();
        }
      },
    );

    it('HOOK-38 D-HOOK-4 a body that would be too large is cut to the fields that identify the object', async () => {
      const hooks = await startWebhooksFixture(database, { limits: { webhook_payload_bytes: 300 } });
      try {
        const { body: webhook } = await hooks.create('/small');
        const [id] = await hooks.expireFiles();
        await hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
        await expect.poll(() => hooks.receiver.at('/small').length).toBe(2);
        const [file, test] = hooks.receiver.at('/small').map(({ event }) => event.data);
        expect(file).toEqual({
          object: { id, object: 'file', status: 'ready' },
          deleted: true,
          truncated: true,
        });
        expect(test).toEqual({
          object: { id: webhook.id, object: 'webhook', status: 'enabled' },
          truncated: true,
        });
        for (const { body } of hooks.receiver.at('/small'))
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(300);
      } finally {
        await hooks.stop();
      }
    });
  },
);
