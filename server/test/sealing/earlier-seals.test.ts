import { afterAll, beforeAll, expect, it } from 'vitest';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import { startRunningService, type RunningService } from '#test-kit';

const ring = new SealingRing(new Secret(Buffer.alloc(32, 5).toString('base64')));

interface EarlierSeal {
  readonly table: string;
  readonly column: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** What version 0.1.0 before this form stored, with 32 bytes of 5 as its data key. */
  readonly sealed: string;
}

const EARLIER: readonly EarlierSeal[] = [
  {
    table: 'batch_lines',
    column: 'body',
    row: { batch_id: 'batch_1', line: 1, workspace_id: 'wrkspc_1' },
    text: '{"model":"x"}',
    sealed: 'bi7qDyqNotG47ohgzFkJaoqI+Y4zoJ8h6l/kyfZJdOZMWaIlP3ms49s=',
  },
  {
    table: 'response_items',
    column: 'sealed',
    row: { workspace_id: 'wrkspc_1', item_id: 'msg_1' },
    text: '{"id":"msg_1"}',
    sealed: 'Bah9reZOHyxf9ZQyz+CgQ18cb4C4JjGyU6RNcSJavZu5Z9DkqqrISWdN',
  },
  {
    table: 'signed_replies',
    column: 'sealed',
    row: { organization_id: 'org_1', call_id: 'call_1' },
    text: '{"calls":["call_1"]}',
    sealed: 'x3tpsycu5Yy6bn1YnyBWpTwLrkOSoZ3v4psOivLlT7VLQceadey9aAJLRcB5sNFm',
  },
  {
    table: 'idempotent_answers',
    column: 'sealed_answer',
    row: { organization_id: 'org_1', workspace_id: '', request: 'POST /v1/x', key: 'k' },
    text: '{"id":"apikey_1"}',
    sealed: 'IcIJhlJl16a2dPn7Gv6b0q5dJ/sGDwrhCYQ9lYJByXC3N9mbtxpO6R2h/LKl',
  },
  {
    table: 'webhook_secrets',
    column: 'sealed_secret',
    row: { webhook_id: 'whk_1', generation: 1, organization_id: 'org_1' },
    text: 'whsec_1',
    sealed: 'gj5F14NRgFH5xeHVLhXffDWSbwrDGGuvFR/dOnF4ufwXbG0=',
  },
  {
    table: 'inference_hooks',
    column: 'sealed_secret',
    row: { organization_id: 'org_1' },
    text: 'whsec_2',
    sealed: 'hNIkGKb6vJEc42k7epaL3qIfSkjxxsWV8QC6Cr944TmSaAc=',
  },
  {
    table: 'inference_hooks',
    column: 'sealed_headers',
    row: { organization_id: 'org_1' },
    text: '[["authorization","Bearer x"]]',
    sealed: '2IkXNXMZd3qlyELeoYiesb7v0i4qH05Uta0mCEY1vV9MInEOyxzDh67s1kFjD6yC8eP6zVCSJmycsQ==',
  },
  {
    table: 'mails',
    column: 'sealed_token',
    row: { id: 'mail_1', recipient: 'bob@acme.test', kind: 'invite' },
    text: 'token_1',
    sealed: 'csx5qjlBvqDYaQF+T7PfN1H4d4BFMLdphX8VXdXoMB0Lq3k=',
  },
  {
    table: 'token_signing_keys',
    column: 'sealed_private_key',
    row: { generation: 1, kid: 'kid_1' },
    text: 'PEM',
    sealed: '78bCUqtOEJkhg4rrlXDcTh21unUshzOk11/ui3Oztw==',
  },
  {
    table: 'tunnel_authorities',
    column: 'sealed_key',
    row: { id: 1 },
    text: 'PEM',
    sealed: 'i7zhl4LtPXUGqvEvmIVuyfzcZ4gwIuyHV84yZnGsDg==',
  },
  {
    table: 'operators',
    column: 'authenticator',
    row: { id: 'op_1' },
    text: 'ABCDEFGH',
    sealed: 'd8PeYvXdqXleoCMG2D/2VEKx/cUKcselJTalrp3EE301z7Nw',
  },
];

/** Tables that came after this form. */
const LATER = ['sso_connections', 'sso_test_reports'];

let service: RunningService;
beforeAll(async () => {
  service = await startRunningService();
});
afterAll(() => service.stop());

it.each(EARLIER)('$column of $table opens as it was stored by an earlier version', async (earlier) => {
  const { table, column, row, text, sealed } = earlier;
  const found = service.operator.sealedTables.find((one) => one.table === table)!;
  const { owner, aad } = found.placeOf(row, column);
  const key = await ring.keysFor(found.purpose).of(owner);
  expect(key.openText(Buffer.from(sealed, 'base64'), aad)).toBe(text);
  const resealed = await key.reseal(Buffer.from(sealed, 'base64'), aad);
  expect(key.openText(resealed!, aad)).toBe(text);
});

it('covers every sealed table', () => {
  const tables = service.operator.sealedTables.map(({ table }) => table);
  const earlier = new Set(EARLIER.map(({ table }) => table));
  expect(tables.toSorted()).toEqual([...earlier, ...LATER].toSorted());
});
