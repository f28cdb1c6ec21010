import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { useWebhooks } from './use-webhooks.ts';
import { DAY_S } from './webhooks-fixture.ts';

/** Implemented from the contract alone (platform contract §5.7). */
function signature(secret: string, t: string, body: string): string {
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
}

function parse(header: unknown): { t: string; v1: string[] } {
  const parts = String(header)
    .split(',')
    .map((part) => part.split('=') as [string, string]);
  return {
    t: parts.find(([name]) => name === 't')![1],
    v1: parts.filter(([name]) => name === 'v1').map(([, value]) => value),
  };
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const PYTHON = `
import hashlib, hmac, sys
secret, header = sys.argv[1], sys.argv[2]
body = sys.stdin.buffer.read()
parts = [part.split("=", 1) for part in header.split(",")]
t = next(value for name, value in parts if name == "t")
expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
print(any(hmac.compare_digest(expected, value) for name, value in parts if name == "v1"))
`;

type Headers = Record<string, string>;

/** Verifiers of Standard Webhooks that receivers have, used as in docs/webhooks.md. */
const STANDARD: Readonly<Record<string, (body: string, headers: Headers, secret: string) => unknown>> = {
  openai: (body, headers, secret) => new OpenAI({ apiKey: 'none' }).webhooks.unwrap(body, headers, secret),
  '@anthropic-ai/sdk': (body, headers, key) =>
    new Anthropic({ apiKey: 'none' }).beta.webhooks.unwrap(body, { headers, key }),
};

async function doesVerify(name: string, body: string, headers: Headers, secret: string): Promise<boolean> {
  try {
    await STANDARD[name]!(body, headers, secret);
    return true;
  } catch {
    return false;
  }
}

describe.each(await httpDatabases(import.meta.filename))(
  'signatures of deliveries on the $kind database',
  (database) => {
    const suite = useWebhooks(database);

    it('HOOK-40 HOOK-41 D-HOOK-5 are made with the whole secret over time and body', async () => {
      const { body: webhook } = await suite.hooks.create(suite.path);
      await suite.test(webhook.id);
      const [sent] = await suite.received();
      const header = String(sent!.headers['svc-signature']);
      const { t, v1 } = parse(header);
      expect(v1).toEqual([signature(webhook.signing_secret, t, sent!.body)]);
      expect(Math.abs(Number(t) - Date.parse(sent!.event.created_at) / 1000)).toBeLessThan(5);
      if (!hasPython) return;
      const python = (body: string) =>
        execFileSync('python3', ['-c', PYTHON, webhook.signing_secret, header], { input: body })
          .toString()
          .trim();
      expect([python(sent!.body), python(`${sent!.body} `)]).toEqual(['True', 'False']);
    });

    // Before the clock is moved: these compare with that of the machine.
    it.each(Object.keys(STANDARD))('are verified by %s as Standard Webhooks', async (name) => {
      const { body: webhook } = await suite.hooks.create(suite.path);
      const first = webhook.signing_secret as string;
      const path = `/v1/webhooks/${webhook.id}/rotate_secret`;
      const second = (await suite.hooks.call('POST', path)).body.signing_secret as string;
      await suite.test(webhook.id);
      const [{ body, headers, event }] = (await suite.received()) as [
        Awaited<ReturnType<typeof suite.received>>[0],
      ];
      expect([headers['webhook-id'], headers['svc-event-id']]).toEqual([event.id, event.id]);
      expect(headers['webhook-timestamp']).toBe(parse(headers['svc-signature']).t);
      const sent = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]));
      const cases: readonly (readonly [string, Headers, string, boolean])[] = [
        [body, sent, second, true],
        [body, sent, first, true],
        [body, sent, `whsec_${'a'.repeat(64)}`, false],
        [`${body} `, sent, second, false],
        [body, { ...sent, 'webhook-id': 'evt_other' }, second, false],
        [
          body,
          { ...sent, 'webhook-timestamp': String(Number(sent['webhook-timestamp']) - 1) },
          second,
          false,
        ],
      ];
      for (const [index, [text, given, secret, taken]] of cases.entries())
        expect([index, await doesVerify(name, text, given, secret)]).toEqual([index, taken]);
    });

    it('HOOK-26 HOOK-44 HOOK-45 HOOK-46 D-HOOK-5 include one with the old secret for 24 hours after a rotation', async () => {
      const { body: webhook } = await suite.hooks.create(suite.path);
      const secrets: string[] = [webhook.signing_secret];
      const rotate = async (): Promise<void> => {
        const { status, body } = await suite.hooks.call('POST', `/v1/webhooks/${webhook.id}/rotate_secret`);
        expect([status, Object.keys(body).toSorted()]).toEqual([
          200,
          ['id', 'object', 'previous_secret_expires_at', 'signing_secret'],
        ]);
        expect(secrets).not.toContain(body.signing_secret);
        secrets.unshift(body.signing_secret);
      };
      const signers = async (): Promise<number[]> => {
        const before = suite.hooks.receiver.at(suite.path).length;
        await suite.test(webhook.id);
        const sent = (await suite.received(before + 1)).at(-1)!;
        const { t, v1 } = parse(sent.headers['svc-signature']);
        return v1.map((one) => secrets.findIndex((secret) => signature(secret, t, sent.body) === one));
      };
      await rotate();
      expect(await signers()).toEqual([0, 1]);
      await suite.hooks.advance(DAY_S / 2);
      await rotate();
      expect(await signers()).toEqual([0, 1, 2]);
      await suite.hooks.advance(DAY_S / 2);
      expect(await signers()).toEqual([0, 1]);
      await suite.hooks.advance(DAY_S / 2);
      expect(await signers()).toEqual([0]);
      for (let rotation = 0; rotation < 7; rotation++) await rotate();
      expect(await signers()).toEqual([0, 1, 2, 3, 4]);
    });
  },
);
