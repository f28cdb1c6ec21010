import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import {
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Reply,
  type Someone,
} from './console-fixture.ts';

/** Begins yesterday: a page of a report has at most 31 days. */
const SPAN = `?starting_at=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T00:00:00Z&limit=31`;

describe.each(await httpDatabases(import.meta.filename))(
  'an organization in the Console on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
    });
    afterAll(() => fixture?.stop());

    const get = (someone: Someone, path: string): Promise<Reply> => fixture.as(someone, 'GET', path);
    const eventsOf = async (id: string): Promise<string[]> =>
      (await get('owner', `/audit_events?resource_id=${id}`)).body.data.map(
        (event: { event: string }) => event.event,
      );

    /** Calls a model and resolves with the request's id when its usage is in the database. */
    const chat = async (key: string): Promise<string> => {
      const messages = [{ role: 'user', content: 'hello there' }];
      const response = await fixture.service.post('/v1/chat/completions', key, {
        messages,
        stream: false,
        max_tokens: 5,
      });
      await response.text();
      expect(response.status).toBe(200);
      await fixture.service.flushUsage();
      return response.headers.get('x-svc-request-id')!;
    };

    describe('billing', () => {
      it('D-CONS-7 shows plan, windows and balance, and the session window from its first request on', async () => {
        const before = (await get('billing', '/billing')).body;
        expect(before).toMatchObject({
          type: 'billing',
          plan: { id: 'pro', is_paid: true, monthly_tokens: 1_000_000_000 },
          status: 'active',
        });
        expect(before.windows).toMatchObject([
          { kind: 'monthly', limit_tokens: 1_000_000_000 },
          { kind: 'weekly', limit_tokens: 600_000_000 },
          { kind: 'session', limit_tokens: 250_000_000 },
        ]);
        await chat(fixture.secrets.dora);
        const { windows, credits } = (await get('administrator', '/billing')).body;
        for (const [i, window] of windows.entries()) {
          expect(window.used_tokens).toBeGreaterThan(before.windows[i].used_tokens);
          expect(window.resets_at).toMatch(/^\d{4}-\d\d-\d\dT/);
        }
        expect(credits).toEqual({ enabled: true, balance_usd: '100.00' });
      });

      it('D-CONS-7 a recorded payment becomes credits once, with both sides in the ledger', async () => {
        const record = (body: object, someone: Someone = 'billing'): Promise<Reply> =>
          fixture.as(someone, 'POST', '/billing/payments', body);
        const balance = async (): Promise<number> =>
          Number((await get('owner', '/billing')).body.credits.balance_usd);
        const before = await balance();
        const paid = await record({ amount_usd: '12.5', reference: 'Invoice 7' });
        expect(paid).toMatchObject({
          status: 201,
          body: { type: 'payment', provider: 'manual', amount_usd: '12.50' },
        });
        expect(paid.body).toMatchObject({
          recorded_by: fixture.ids['billing'],
          balance_usd: (before + 12.5).toFixed(2),
        });
        expect(refusal(await record({ amount_usd: '12.5', reference: 'Invoice 7' }, 'owner'))).toBe(
          '409 resource_conflict reference',
        );
        const rushed = await Promise.all(
          Array.from({ length: 10 }, () => record({ amount_usd: '1', reference: 'Invoice 8' })),
        );
        expect(rushed.filter(({ status }) => status === 201)).toHaveLength(1);
        expect(await balance()).toBe(before + 13.5);
        for (const bad of ['0', '-1', '1e3', '10000000', '0.0000000001'])
          expect(refusal(await record({ amount_usd: bad, reference: 'x' }))).toBe(
            '400 invalid_parameter amount_usd',
          );
        expect(refusal(await record({ amount_usd: '1', reference: 'x' }, 'administrator'))).toBe(
          '403 role_required',
        );
        // A balance that cannot be represented exactly would stop every call that credits pay.
        expect(refusal(await record({ amount_usd: '8999999', reference: 'Invoice 9' }))).toBe('201');
        expect(refusal(await record({ amount_usd: '8999999', reference: 'Invoice 10' }))).toBe(
          '409 resource_conflict amount_usd',
        );
        expect(await balance()).toBe(before + 13.5 + 8_999_999);
        const { data } = (await get('billing', '/billing/ledger?limit=3')).body;
        expect(data).toMatchObject([
          { kind: 'grant', amount_usd: '8999999.00', note: 'Payment Invoice 9' },
          { kind: 'grant', amount_usd: '1.00', note: 'Payment Invoice 8' },
          {
            id: paid.body.id,
            type: 'ledger_entry',
            kind: 'grant',
            amount_usd: '12.50',
            note: 'Payment Invoice 7',
          },
        ]);
        expect(await eventsOf(paid.body.id)).toEqual(['payment.recorded']);
        expect(
          (await fixture.service.operator.checkLedger()).filter(({ broken }) => broken.length > 0),
        ).toEqual([]);
      });

      it('D-PAGE-1 pages through the ledger both ways', async () => {
        const all = (await get('owner', '/billing/ledger')).body.data;
        const first = (await get('owner', '/billing/ledger?limit=1')).body;
        expect(first).toMatchObject({ data: [all[0]], has_more: true, first_id: all[0].id });
        const second = (await get('owner', `/billing/ledger?limit=1&after_id=${first.last_id}`)).body;
        expect(second.data).toEqual([all[1]]);
        expect((await get('owner', `/billing/ledger?before_id=${second.last_id}`)).body).toMatchObject({
          data: [all[0]],
          has_more: false,
        });
        expect((await get('owner', '/billing/ledger?kind=usage')).body.data).toEqual([]);
        expect(refusal(await get('owner', '/billing/ledger?after_id=grant_nothing'))).toBe(
          '400 invalid_parameter after_id',
        );
      });
    });

    describe('usage', () => {
      it('D-CONS-3 reports all usage, that of the own workspaces, or the own usage, by role', async () => {
        await chat(fixture.secrets.pia);
        await chat(fixture.secrets.research);
        const requests = async (someone: Someone, more = ''): Promise<number> => {
          const { status, body } = await get(someone, `/usage_report/messages${SPAN}${more}`);
          expect(status).toBe(200);
          type Bucket = { readonly results: readonly { readonly requests: number }[] };
          return body.data
            .flatMap(({ results }: Bucket) => results)
            .reduce((sum: number, row: { requests: number }) => sum + row.requests, 0);
        };
        const everything = await requests('owner');
        const [inDefault, inResearch] = await Promise.all(
          ['Default', 'Research'].map((name) => requests('owner', `&workspace_ids[]=${fixture.ids[name]}`)),
        );
        expect(inDefault! + inResearch!).toBe(everything);
        expect(await requests('billing')).toBe(everything);
        expect(await requests('developer')).toBe(inDefault);
        expect(await requests('workspace_admin')).toBe(inResearch);
        expect(await requests('developer', `&workspace_ids[]=${fixture.ids['Research']}`)).toBe(0);
        expect(await requests('member')).toBe(0);
        expect(inDefault).toBeGreaterThan(1);
        const cost = await get('member', `/cost_report${SPAN}`);
        expect(cost.body.data.every(({ results }: { results: unknown[] }) => results.length === 0)).toBe(
          true,
        );
      });

      it('finds a request by id with its usage and outcome, without its content', async () => {
        const id = await chat(fixture.secrets.pia);
        const found = await get('developer', `/requests/${id}`);
        expect(found.body).toMatchObject({
          id,
          type: 'request',
          workspace_id: fixture.ids['Default'],
          user_id: fixture.ids['primary_owner'],
          endpoint: '/v1/chat/completions',
          model: 'Svc Standard',
          billing_source: 'subscription',
          cost_usd: '0.00',
          outcome: 'completed',
          receipt: {
            closed_early: false,
            measured: expect.stringMatching(/exact|estimated/),
          },
        });
        expect(found.body.receipt.billed_output_tokens).toBe(found.body.usage.output_tokens);
        expect(found.body.allowance_tokens).toBeGreaterThan(0);
        expect(JSON.stringify(found.body)).not.toContain('hello');
        for (const someone of ['member', 'workspace_admin', 'stranger'] as const)
          expect(refusal(await get(someone, `/requests/${id}`))).toBe('404 request_not_found');
      });
    });

    it('D-CONS-3 gives the playground a short-lived token for models only, and its usage is the user’s', async () => {
      const ask = (someone: Someone, workspace: string): Promise<Reply> =>
        fixture.as(someone, 'POST', '/playground/credential', { workspace_id: fixture.ids[workspace] });
      const { status, body, headers } = await ask('member', 'Default');
      expect([status, body.type, body.workspace_id]).toEqual([
        200,
        'playground_credential',
        fixture.ids['Default'],
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      const requestId = await chat(body.access_token);
      expect((await get('member', `/requests/${requestId}`)).body).toMatchObject({
        user_id: fixture.ids['member'],
        api_key_id: null,
      });
      expect(refusal(await ask('billing', 'Default'))).toBe('403 role_required');
      expect(refusal(await ask('member', 'Research'))).toBe('404 workspace_not_found');
      expect(refusal(await ask('owner', 'Closed'))).toBe('403 workspace_archived');
      expect((await ask('owner', 'Research')).status).toBe(200);
      expect(
        refusal(
          await fixture.as('member', 'GET', '/workspaces', undefined, {
            cookie: '',
            authorization: `Bearer ${body.access_token}`,
          }),
        ),
      ).toBe('401 session_required');
    });

    it('D-CONS-8 shows owners the pending mails with their links, and nobody else', async () => {
      const invite = await fixture.as('administrator', 'POST', '/invites', {
        email: 'new@acme.test',
        role: 'member',
      });
      expect(invite.status).toBe(201);
      const { data } = (await get('owner', '/outbox?status=held')).body;
      expect(data[0]).toMatchObject({
        type: 'mail',
        kind: 'invite',
        to: 'new@acme.test',
        status: 'held',
        sent_at: null,
      });
      expect(data[0].link).toContain('/console/invite#');
      expect(JSON.stringify(invite.body)).not.toContain(data[0].link.split('#')[1]);
      expect(refusal(await get('administrator', '/outbox'))).toBe('403 role_required');
    });

    it('D-ADM-11 an administrator cannot change owners, owner-only settings or the spend limit of the organization', async () => {
      const as = (method: string, path: string, body: object): Promise<Reply> =>
        fixture.as('administrator', method, path, body);
      expect(refusal(await as('PATCH', `/users/${fixture.ids['owner']}`, { role: 'member' }))).toBe(
        '403 role_required',
      );
      expect(refusal(await as('PATCH', `/users/${fixture.ids['developer']}`, { role: 'owner' }))).toBe(
        '403 role_required',
      );
      expect(refusal(await as('PATCH', '/organization', { mcp_policy: { mode: 'none' } }))).toBe(
        '403 role_required',
      );
      expect(
        refusal(await as('POST', '/spend_limits', { scope: { type: 'organization' }, limit_usd: '1' })),
      ).toBe('403 role_required');
      expect((await as('PATCH', '/organization', { name: 'Acme Ltd' })).body.name).toBe('Acme Ltd');
    });

    it('D-CONS-5 D-IDEM-1 makes a new playground token for each request: a repeated one would get a token that has expired', async () => {
      const again = { 'idempotency-key': 'playground' };
      const body = { workspace_id: fixture.ids['Default'] };
      const make = async () => {
        const {
          status,
          body: made,
          headers,
        } = await fixture.as('owner', 'POST', '/playground/credential', body, again);
        return { status, token: made.access_token as string, replayed: headers.get('idempotent-replayed') };
      };
      const [first, second] = [await make(), await make()];
      expect(second).toEqual({ status: 200, token: expect.stringMatching(/./), replayed: null });
      expect(second.token).not.toBe(first.token);
    });

    it('uses the current role: a user who lost it can do nothing more, not even get a stored response', async () => {
      const again = { 'idempotency-key': 'kept' };
      const body = { name: 'kept', workspace_id: fixture.ids['Default'] };
      const path = `/users/${fixture.ids['second_developer']}`;
      const membership = `/workspaces/${fixture.ids['Default']}/members/${fixture.ids['second_developer']}`;
      expect((await fixture.as('second_developer', 'POST', '/api_keys', body, again)).status).toBe(201);
      await fixture.as('owner', 'PATCH', path, { role: 'member' });
      await fixture.as('owner', 'DELETE', membership);
      expect(refusal(await fixture.as('second_developer', 'POST', '/api_keys', body, again))).toBe(
        '403 role_required',
      );
      await fixture.as('owner', 'DELETE', path);
      expect(refusal(await get('second_developer', '/me'))).toBe('403 org_membership_required');
    });
  },
);
