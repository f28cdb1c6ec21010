import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { assertKeys, type Fields, type List } from '../../calls/admin-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { webhookCalls, withWebhook, type Webhook } from '../../calls/webhook-call.ts';
import { withReceiver, type ReceivedDelivery, type WebhookReceiver } from '../../peers/webhook-receiver.ts';

const LOCAL = { variant: 'local-webhooks' } as const;
const DELIVERY =
  'id object webhook_id event_id event_type status redelivery_of attempt_count attempts next_attempt_at created_at completed_at';

/** A webhook at a receiver on this machine. */
function withHook(
  deployment: Deployment,
  work: (webhook: Webhook, receiver: WebhookReceiver) => Promise<void>,
): Promise<void> {
  return withReceiver((receiver) =>
    withWebhook(deployment, { url: receiver.url }, (webhook) => work(webhook, receiver)),
  );
}

async function sendTest(deployment: Deployment, { id }: Webhook): Promise<Fields> {
  return webhookCalls.call(deployment, ['POST', `/${id}/test`], { status: 202 });
}

/** By the secrets' order: which of them signed. */
function signers({ headers, body }: ReceivedDelivery, secrets: readonly string[]): number[] {
  const header = String(headers['svc-signature']);
  assert.match(header, /^t=\d+(,v1=[0-9a-f]{64})+$/);
  const t = /^t=(\d+)/.exec(header)![1]!;
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
  return [...header.matchAll(/v1=(\w+)/g)].map(([, signature]) => expected.indexOf(signature!));
}

check(
  'HOOK-27 HOOK-32 HOOK-33 HOOK-34 HOOK-35 HOOK-40 HOOK-41',
  'a test delivery is a signed POST with the event',
  (deployment) =>
    withHook(deployment, async (webhook, receiver) => {
      const delivery = await sendTest(deployment, webhook);
      assertKeys(delivery, DELIVERY);
      await receiver.until(1);
      const [sent] = receiver.received;
      assert.equal(sent!.method, 'POST');
      assert.equal(sent!.headers['content-type'], 'application/json');
      assert.ok(sent!.headers['user-agent']);
      assert.equal(sent!.headers['svc-webhook-id'], webhook.id);
      assert.equal(sent!.headers['svc-event-id'], delivery['event_id']);
      assert.deepEqual(signers(sent!, [webhook.signing_secret]), [0]);
      const event = JSON.parse(sent!.body) as Fields;
      assertKeys(event, 'id type created_at workspace_id data');
      assert.equal(event['id'], delivery['event_id']);
      assert.equal(event['type'], 'webhook.test');
    }),
  LOCAL,
);

check(
  'HOOK-26 HOOK-44 HOOK-45 HOOK-46',
  'after a rotation both secrets sign for 24 hours, then only the new one',
  (deployment) => {
    deployment.requireClock();
    return withHook(deployment, async (webhook, receiver) => {
      const rotated = await webhookCalls.call(deployment, ['POST', `/${webhook.id}/rotate_secret`]);
      assertKeys(rotated, 'id object signing_secret previous_secret_expires_at');
      const secrets = [String(rotated['signing_secret']), webhook.signing_secret];
      await sendTest(deployment, webhook);
      await receiver.until(1);
      assert.deepEqual(signers(receiver.received[0]!, secrets), [0, 1]);
      await deployment.advanceClock(86_400);
      await sendTest(deployment, webhook);
      await receiver.until(2);
      assert.deepEqual(signers(receiver.received[1]!, secrets), [0]);
    });
  },
  LOCAL,
);

check(
  'HOOK-07 HOOK-28 HOOK-48 HOOK-50',
  'a response other than 2xx is logged as a failure, a redirect too',
  (deployment) =>
    withHook(deployment, async (webhook, receiver) => {
      for (const [count, status] of [500, 404, 302].entries()) {
        receiver.respondWith(status);
        await sendTest(deployment, webhook);
        await receiver.until(count + 1);
      }
      deployment.requireClock();
      // Its answer comes when what was due has been done and noted.
      await deployment.advanceClock(1);
      const log = await webhookCalls.call<List>(deployment, ['GET', `/${webhook.id}/deliveries`]);
      const attempts = log.data.flatMap((delivery) => delivery['attempts'] as Fields[]);
      assert.deepEqual(
        attempts.map(({ status_code: status, error, succeeded }) => [status, error, succeeded]),
        [
          [302, 'redirect', false],
          [404, 'http_status', false],
          [500, 'http_status', false],
        ],
      );
      assert.equal(receiver.received.length, 3);
      const { last_delivery: last } = await webhookCalls.call(deployment, ['GET', `/${webhook.id}`]);
      assertKeys(last, 'at status_code succeeded');
    }),
  LOCAL,
);

check(
  'HOOK-29 HOOK-53',
  'a resent delivery has the same event id and bytes',
  (deployment) =>
    withHook(deployment, async (webhook, receiver) => {
      const first = await sendTest(deployment, webhook);
      await receiver.until(1);
      const path = `/${webhook.id}/deliveries/${String(first['id'])}/redeliver`;
      const again = await webhookCalls.call(deployment, ['POST', path], { status: 202 });
      assert.equal(again['redelivery_of'], first['id']);
      await receiver.until(2);
      const [one, other] = receiver.received;
      assert.equal(other!.body, one!.body);
      assert.equal(other!.headers['svc-event-id'], one!.headers['svc-event-id']);
    }),
  LOCAL,
);
