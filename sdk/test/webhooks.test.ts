import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  startRunningService,
  type RunningService,
} from '../../server/test-kit/index.ts';
import { NotFoundError, Svc, webhooks, WebhookVerificationError, type WebhookEvent } from '../src/index.ts';

const SECRET = `whsec_${'5'.repeat(64)}`;
const BODY = JSON.stringify({
  id: 'evt_1',
  type: 'file.expired',
  created_at: '2026-11-24T00:00:00Z',
  workspace_id: 'wrkspc_1',
  data: { object: { id: 'file_1', object: 'file', filename: 'naïve ✓.txt' }, deleted: true },
});
const now = (): number => Math.floor(Date.now() / 1000);

function sign(body: string, secret = SECRET, time = now()): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
}

const header = (...signatures: string[]): string =>
  [`t=${now()}`, ...signatures.map((one) => `v1=${one}`)].join(',');
const failureOf = (verifying: Promise<unknown>): Promise<string> =>
  verifying.then(
    () => 'taken',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.failure : String(error)),
  );

describe('webhooks.verify', () => {
  it('HOOK-42 takes a body with any signature of the secret, as text or bytes', async () => {
    const event = await webhooks.verify(BODY, header(sign(BODY)), SECRET);
    expect(event).toEqual(JSON.parse(BODY));
    const other = sign(BODY, 'whsec_other');
    for (const body of [BODY, new TextEncoder().encode(BODY), new TextEncoder().encode(BODY).buffer])
      for (const signatures of [header(other, sign(BODY)), header(sign(BODY), other)])
        expect(await failureOf(webhooks.verify(body, signatures, SECRET))).toBe('taken');
    expect(await failureOf(webhooks.verify(BODY, `${header(sign(BODY))},v2=later`, SECRET))).toBe('taken');
  });

  it('refuses what was signed with another secret, cut, changed or signed for another time', async () => {
    const good = header(sign(BODY));
    for (const [body, signatures, secret] of [
      [BODY, header(sign(BODY, 'whsec_other')), SECRET],
      [BODY, good, 'whsec_other'],
      [BODY.slice(0, -1), good, SECRET],
      [`${BODY} `, good, SECRET],
      [JSON.stringify({ ...JSON.parse(BODY), id: 'evt_2' }), good, SECRET],
      [BODY, `t=${now() - 1},v1=${sign(BODY)}`, SECRET],
      [BODY, header(sign(BODY).slice(0, -2)), SECRET],
      [BODY, header(sign(BODY).toUpperCase()), SECRET],
      [BODY, header(''), SECRET],
    ] as const)
      expect(await failureOf(webhooks.verify(body, signatures, secret)), signatures).toBe('mismatch');
  });

  it('HOOK-43 refuses a delivery that is more than five minutes from now, both ways', async () => {
    const at = (time: number, options = {}) =>
      failureOf(webhooks.verify(BODY, `t=${time},v1=${sign(BODY, SECRET, time)}`, SECRET, options));
    expect(await Promise.all([at(now() - 298), at(now() + 298)])).toEqual(['taken', 'taken']);
    expect(await Promise.all([at(now() - 302), at(now() + 302)])).toEqual(['expired', 'expired']);
    expect(await at(now() - 30, { toleranceSeconds: 10 })).toBe('expired');
    expect(await at(now() - 3000, { toleranceSeconds: 4000 })).toBe('taken');
    await expect(
      webhooks.verify(BODY, header(sign(BODY)), SECRET, { toleranceSeconds: Number.NaN }),
    ).rejects.toThrow(TypeError);
  });

  it.each([
    ['none', null],
    ['nothing', undefined],
    ['an empty one', ''],
    ['one without a time', `v1=${sign(BODY)}`],
    ['one without a signature', `t=${now()}`],
    ['one with two times', `t=1,t=${now()},v1=${sign(BODY)}`],
    ['one with a time that is no number', `t=1e9,v1=${sign(BODY)}`],
    ['one with a thousand signatures', header(...Array.from({ length: 1000 }, () => sign(BODY)))],
    ['other text', 'sha256=abc'],
  ])('refuses a header that is malformed: %s', async (_, signatures) => {
    expect(await failureOf(webhooks.verify(BODY, signatures, SECRET))).toBe('malformed');
  });

  it('refuses a body that is no JSON, though it was signed', async () => {
    expect(await failureOf(webhooks.verify('hello', header(sign('hello')), SECRET))).toBe('malformed');
  });

  it('HOOK-71 gives events whose type tells what they carry, also those of a service that is newer', async () => {
    const event: WebhookEvent = await webhooks.verify(BODY, header(sign(BODY)), SECRET);
    if (event.type !== 'file.expired') throw new Error('another type');
    const name: string = event.data.object.filename;
    expect(name).toBe('naïve ✓.txt');
    const newer = BODY.replace('file.expired', 'x.unknown');
    expect((await webhooks.verify(newer, header(sign(newer)), SECRET)).type).toBe('x.unknown');
  });
});

describe('svc.webhooks', () => {
  let service: RunningService;
  let receiver: Server;
  let verified: (result: unknown) => void = () => undefined;
  let secret = '';

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void text(request)
        .then((body) => webhooks.verify(body, String(request.headers['svc-signature']), secret))
        .then((event) => (response.writeHead(204).end(), verified(event)), verified);
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    service = await startRunningService({
      deployment: oneModel(
        { type: 'sandbox' },
        { network: { allow_private_targets: ['127.0.0.1/32'] }, webhooks: { allow_http: true } },
      ),
      provisioning: oneOrganization(),
    });
  });
  afterAll(async () => {
    await service.stop();
    receiver.close();
  });

  it('HOOK-41 creates a webhook whose deliveries the receiver can verify, reads its log and repeats them', async () => {
    const svc = new Svc({ baseUrl: service.baseUrl, apiKey: MAIN_KEY });
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const webhook = await svc.webhooks.create({ url, events: ['*'] });
    secret = webhook.signing_secret;
    const next = () => new Promise<unknown>((resolve) => (verified = resolve));
    let arrived = next();
    const { id } = await svc.webhooks.test(webhook.id);
    expect(await arrived).toMatchObject({ type: 'webhook.test', data: { object: { id: webhook.id } } });
    await expect
      .poll(async () => (await svc.webhooks.retrieveDelivery(webhook.id, id)).status)
      .toBe('succeeded');
    arrived = next();
    expect((await svc.webhooks.redeliver(webhook.id, id)).redelivery_of).toBe(id);
    expect(await arrived).toMatchObject({ type: 'webhook.test' });
    const rotated = await svc.webhooks.rotateSecret(webhook.id);
    arrived = next();
    await svc.webhooks.test(webhook.id);
    expect(await arrived).toMatchObject({ type: 'webhook.test' });
    secret = rotated.signing_secret;
    arrived = next();
    await svc.webhooks.test(webhook.id);
    expect(await arrived).toMatchObject({ type: 'webhook.test' });
    const log = [];
    for await (const delivery of svc.webhooks.listDeliveries(webhook.id, { limit: 2 }))
      log.push(delivery.event_type);
    expect(log).toEqual(Array.from({ length: 4 }, () => 'webhook.test'));
    expect((await svc.webhooks.update(webhook.id, { description: 'mine' })).description).toBe('mine');
    expect((await svc.webhooks.list()).data).toMatchObject([{ id: webhook.id }]);
    expect(await svc.webhooks.delete(webhook.id)).toMatchObject({ deleted: true });
    await expect(svc.webhooks.retrieve(webhook.id)).rejects.toThrow(NotFoundError);
  });
});
