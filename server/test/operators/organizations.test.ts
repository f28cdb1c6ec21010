import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { refusal, startOperatorFixture, type OperatorFixture, type Reply } from './operator-fixture.ts';

const CHAT = { model: 'Svc Standard', max_tokens: 20, messages: [{ role: 'user', content: 'Hello' }] };

describe.each(await httpDatabases(import.meta.filename))(
  'organizations as operators manage them on $kind',
  (database) => {
    let fixture: OperatorFixture;
    let acme: string;
    const create = (body: object, key?: string): Promise<Reply> =>
      fixture.api('POST', '/organizations', {
        body,
        ...(key ? { headers: { 'idempotency-key': key } } : {}),
      });
    const names = ({ body }: Reply): string[] => body.data.map(({ name }: { name: string }) => name);

    beforeAll(async () => {
      fixture = await startOperatorFixture(database);
      acme = fixture.organizations['Acme']!;
    });
    afterAll(() => fixture?.stop());

    it('are created with a default workspace, once for an Idempotency-Key', async () => {
      const body = { name: 'Initech', plan: 'pro', credits_enabled: true };
      const first = await create(body, 'initech');
      expect(first.status).toBe(201);
      expect(first.body).toMatchObject({
        type: 'organization',
        external_id: null,
        name: 'Initech',
        status: 'active',
        plan: 'pro',
        billing: 'active',
        zero_data_retention: false,
        credits_enabled: true,
        balance_usd: '0.00',
      });
      const again = await create(body, 'initech');
      expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
        201,
        first.body,
        'true',
      ]);
      expect(refusal(await create({ ...body, name: 'Other' }, 'initech'))).toBe(
        '409 idempotency_key_reused Idempotency-Key',
      );
      expect((await fixture.api('GET', `/organizations/${first.body.id}`)).body).toEqual(first.body);
      // Names of customers may repeat.
      expect((await create(body)).status).toBe(201);
    });

    it('name the field that is wrong', async () => {
      expect(refusal(await create({ name: 'X' }))).toBe('400 invalid_parameter plan');
      expect(refusal(await create({ name: 'X', plan: 'gold' }))).toBe('400 invalid_parameter plan');
      expect(refusal(await create({ name: '', plan: 'pro' }))).toBe('400 invalid_parameter name');
      expect(refusal(await create({ name: 'X', plan: 'pro', balance_usd: '5' }))).toBe(
        '400 read_only_field balance_usd',
      );
      expect(refusal(await create({ name: 'X', plan: 'pro', colour: 'red' }))).toBe(
        '400 unknown_parameter colour',
      );
      expect(refusal(await create({ name: 'X', plan: 'pro', external_id: 'a b' }))).toBe(
        '400 invalid_parameter external_id',
      );
      expect(refusal(await fixture.api('GET', '/organizations/org_nobody'))).toBe(
        '404 organization_not_found',
      );
      expect(refusal(await fixture.api('PATCH', `/organizations/${acme}`, { body: { plan: 'gold' } }))).toBe(
        '400 invalid_parameter plan',
      );
    });

    it('are one for each external id, however often and by how many it is declared', async () => {
      const path = '/organizations/by-external-id/customer-7';
      const declared = { name: 'Hooli', plan: 'pro', billing: 'inactive', credits_enabled: true };
      const together = await Promise.all(
        [1, 2, 3, 4].map(() => fixture.api('PUT', path, { body: declared })),
      );
      expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
      expect(new Set(together.map(({ body }) => body.id)).size).toBe(1);
      const read = (await fixture.api('GET', path)).body;
      expect(read).toMatchObject({ ...declared, external_id: 'customer-7', status: 'active' });
      // What is left out takes its default.
      const next = { name: 'Hooli XYZ', plan: 'pro', status: 'suspended' };
      const set = await fixture.api('PUT', path, { body: next });
      expect(set.status).toBe(200);
      expect(set.body).toEqual({ ...read, ...next, billing: 'active', credits_enabled: false });
      expect((await fixture.api('GET', `/organizations/${read.id}`)).body).toEqual(set.body);
      // But a suspended organization is not brought back by leaving its status out.
      const routine = { name: next.name, plan: next.plan };
      expect((await fixture.api('PUT', path, { body: routine })).body).toEqual(set.body);
      expect(refusal(await create({ ...declared, external_id: 'customer-7' }))).toBe(
        '409 resource_conflict external_id',
      );
      expect(refusal(await fixture.api('GET', '/organizations/by-external-id/customer-8'))).toBe(
        '404 organization_not_found',
      );
      expect(refusal(await fixture.api('PUT', '/organizations/by-external-id/a%20b', { body: next }))).toBe(
        '400 invalid_parameter external_id',
      );
    });

    it('are found by the beginning of name or id, and listed in pages', async () => {
      for (const name of ['Zeta one', 'zETA two', 'Zeta_three', 'Zetb']) await create({ name, plan: 'pro' });
      const search = (text: string, more = '') =>
        fixture.api('GET', `/organizations?search=${encodeURIComponent(text)}${more}`);
      expect(names(await search('zeta'))).toEqual(['Zeta_three', 'zETA two', 'Zeta one']);
      expect(names(await search('zeta_'))).toEqual(['Zeta_three']);
      expect(names(await search('zet%'))).toEqual([]);
      expect(names(await search(acme))).toEqual(['Acme']);
      expect(names(await search(acme.slice(0, -1)))).toEqual(['Acme']);
      const first = await search('zeta', '&limit=2');
      expect([names(first), first.body.has_more]).toEqual([['Zeta_three', 'zETA two'], true]);
      const rest = await search('zeta', `&limit=2&after_id=${first.body.last_id}`);
      expect([names(rest), rest.body.has_more]).toEqual([['Zeta one'], false]);
      expect(refusal(await fixture.api('GET', '/organizations?after_id=nothing'))).toBe(
        '400 invalid_parameter after_id',
      );
    });

    it('are refused at once while they are suspended, keys and people, and come back', async () => {
      const call = async () => (await fixture.service.post('/v1/messages', fixture.secrets.pia, CHAT)).status;
      expect(await call()).toBe(200);
      const suspended = await fixture.api('PATCH', `/organizations/${acme}`, {
        body: { status: 'suspended' },
      });
      expect(suspended.body.status).toBe('suspended');
      const refused = await fixture.service.post('/v1/messages', fixture.secrets.pia, CHAT);
      expect([refused.status, (await refused.json()).error.code]).toEqual([403, 'org_unavailable']);
      expect(refusal(await fixture.as('owner', 'GET', '/me'))).toBe('403 org_unavailable');
      expect(refusal(await fixture.admin('GET', '/me'))).toBe('403 org_unavailable');
      await fixture.api('PATCH', `/organizations/${acme}`, { body: { status: 'active' } });
      expect([await call(), (await fixture.as('owner', 'GET', '/me')).status]).toEqual([200, 200]);
    });

    it('see that an operator changed them, and not who it was', async () => {
      const body = { billing: 'inactive' };
      const { headers } = await fixture.operator.call('PATCH', `/organizations/${acme}`, body);
      await fixture.operator.call('PATCH', `/organizations/${acme}`, { billing: 'active' });
      const log = await fixture.admin('GET', '/audit_events?event=organization.updated');
      const event = log.body.data.find(
        (one: { request_id: string }) => one.request_id === headers.get('x-request-id'),
      );
      expect(event).toMatchObject({
        actor: { type: 'operator', id: null, email: null, role: null },
        resource: { type: 'organization', id: acme },
        changes: { billing: { from: 'active', to: 'inactive' } },
        ip_address: null,
        user_agent: null,
      });
      expect(JSON.stringify(log.body)).not.toContain('otto@svc.test');
      const own = await fixture.api('GET', `/events?organization_id=${acme}`);
      expect(own.body.data).toContainEqual(
        expect.objectContaining({
          event: 'organization.updated',
          actor: expect.objectContaining({ type: 'operator', name: 'otto@svc.test' }),
          request_id: headers.get('x-request-id'),
        }),
      );
    });

    it('get credits once for an Idempotency-Key, with a balance that adds up', async () => {
      const path = `/organizations/${acme}/credits`;
      const before = (await fixture.api('GET', `/organizations/${acme}`)).body.balance_usd as string;
      const options = {
        body: { amount_usd: '25.50', note: 'Invoice 7' },
        headers: { 'idempotency-key': 'c' },
      };
      const [first, second] = [
        await fixture.api('POST', path, options),
        await fixture.api('POST', path, options),
      ];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(first.body).toMatchObject({ type: 'credit_grant', organization_id: acme, amount_usd: '25.50' });
      expect(Number(first.body.balance_usd)).toBeCloseTo(Number(before) + 25.5, 9);
      const ledger = (await fixture.as('owner', 'GET', '/billing/ledger?kind=grant')).body.data;
      expect(ledger.filter(({ note }: { note: string }) => note === 'Invoice 7')).toHaveLength(1);
      for (const amount of ['0', '-1', 'much', '9000001'])
        expect(refusal(await fixture.api('POST', path, { body: { amount_usd: amount } }))).toBe(
          '400 invalid_parameter amount_usd',
        );
      const most = { body: { amount_usd: '9000000' } };
      expect((await fixture.api('POST', path, most)).status).toBe(201);
      expect(refusal(await fixture.api('POST', path, most))).toBe('409 resource_conflict amount_usd');
    });

    it('show their members, tier and limits', async () => {
      const members = await fixture.api('GET', `/organizations/${acme}/members?role=primary_owner`);
      expect(members.body.data).toMatchObject([{ email: 'pia@acme.test', role: 'primary_owner' }]);
      const limits = await fixture.api('GET', `/organizations/${acme}/rate_limits`);
      expect(limits.body).toMatchObject({ type: 'rate_limits', data: [{ model: 'Svc Standard' }] });
      expect(refusal(await fixture.api('GET', '/organizations/org_nobody/members'))).toBe(
        '404 organization_not_found',
      );
      expect(refusal(await fixture.api('GET', '/organizations/org_nobody/rate_limits'))).toBe(
        '404 organization_not_found',
      );
    });

    describe('limits that operators set for them', () => {
      const limitsOf = async () => (await fixture.api('GET', `/organizations/${acme}/rate_limits`)).body;
      const set = (body: object) => fixture.api('PATCH', `/organizations/${acme}`, { body });
      const own = { model: 'Svc Standard', requests_per_minute: 3 };

      it('are those in force, for the organization too, and go back to those of the plan', async () => {
        const ofPlan = await limitsOf();
        const response = await set({ rate_tier: '2', rate_limits: [own] });
        expect(response.body).toMatchObject({ rate_tier: '2', rate_limits: [own] });
        const limits = await limitsOf();
        expect(limits).toMatchObject({ tier: '2', data: [own] });
        expect(limits.data[0].input_tokens_per_minute).not.toBe(ofPlan.data[0].input_tokens_per_minute);
        expect((await fixture.admin('GET', '/rate_limits')).body).toEqual(limits);
        const { data } = (await fixture.as('owner', 'GET', '/limit_use')).body;
        expect(data).toContainEqual(
          expect.objectContaining({ scope: 'organization', measure: 'requests', limit_per_minute: 3 }),
        );
        expect((await set({ rate_tier: null, rate_limits: [] })).body).toMatchObject({
          rate_tier: null,
          rate_limits: [],
        });
        expect(await limitsOf()).toEqual(ofPlan);
      });

      it('refuse calls from the next one on, before and after', async () => {
        const call = async () =>
          (await fixture.service.post('/v1/messages', fixture.secrets.pia, CHAT)).status;
        await fixture.service.advance(120);
        await set({ rate_limits: [{ ...own, requests_per_minute: 1 }] });
        expect([await call(), await call()]).toEqual([200, 429]);
        await set({ rate_limits: [{ ...own, requests_per_minute: 2 }] });
        expect([await call(), await call()]).toEqual([200, 429]);
        await set({ rate_limits: [] });
        expect(await call()).toBe(200);
      });

      it('stay when the plan changes, and take their defaults where they are declared without', async () => {
        const path = '/organizations/by-external-id/limited';
        const declared = { name: 'Limited', plan: 'pro', rate_tier: '3', rate_limits: [own] };
        const { body } = await fixture.api('PUT', path, { body: declared });
        expect(body).toMatchObject(declared);
        expect((await fixture.api('GET', path)).body).toEqual(body);
        await fixture.api('PATCH', `/organizations/${body.id}`, {
          body: { plan: 'pro', billing: 'inactive' },
        });
        expect((await fixture.api('GET', path)).body).toMatchObject({ rate_tier: '3', rate_limits: [own] });
        const again = await fixture.api('PUT', path, { body: { name: 'Limited', plan: 'pro' } });
        expect(again.body).toMatchObject({ rate_tier: null, rate_limits: [] });
      });

      it('name the field that is wrong', async () => {
        const refused = async (body: object) => refusal(await set(body));
        expect(await refused({ rate_tier: 'gold' })).toBe('400 invalid_parameter rate_tier');
        expect(await refused({ rate_limits: [{ ...own, model: 'nothing' }] })).toBe(
          '400 unknown_model rate_limits[0].model',
        );
        expect(await refused({ rate_limits: [own, own] })).toBe('400 invalid_parameter rate_limits[1].model');
        expect(await refused({ rate_limits: [{ model: own.model }] })).toBe(
          '400 invalid_parameter rate_limits[0]',
        );
        expect(await refused({ rate_limits: [{ ...own, requests_per_minute: 0 }] })).toBe(
          '400 invalid_parameter rate_limits[0].requests_per_minute',
        );
      });

      it('are told in both logs', async () => {
        await set({ rate_tier: '4' });
        await set({ rate_tier: null });
        const changes = { rate_tier: { from: '4', to: null } };
        const log = (await fixture.admin('GET', '/audit_events?event=organization.updated')).body.data;
        expect(log[0]).toMatchObject({ actor: { type: 'operator' }, changes });
        const { data } = (await fixture.api('GET', `/events?organization_id=${acme}`)).body;
        expect(data.find(({ event }: { event: string }) => event === 'organization.updated')).toMatchObject({
          changes,
        });
      });
    });

    it('get a link for their first owner, and one for an owner who lost theirs', async () => {
      const { id } = (await create({ name: 'Umbrella', plan: 'pro' })).body;
      const link = (body: object) => fixture.api('POST', `/organizations/${id}/owner_link`, { body });
      expect(refusal(await link({}))).toBe('409 resource_conflict email');
      expect(refusal(await link({ email: 'pia@acme.test' }))).toBe('409 resource_conflict email');
      const first = await link({ email: 'ulla@umbrella.test', name: 'Ulla' });
      expect(first.status).toBe(201);
      expect(first.body.url).toMatch(/\/console\/set-up#owner_[0-9a-f]{64}$/);
      const token = first.body.url.split('#')[1];
      const account = { name: 'Ulla', email: 'ulla@umbrella.test', password: 'umbrella in the rain' };
      const setUp = (given: string) =>
        fixture.operator.browser.copy().post('/console/api/auth/set_up', { token: given, ...account });
      expect((await setUp(token)).status).toBe(200);
      expect(refusal(await link({ email: 'udo@umbrella.test' }))).toBe('409 resource_conflict email');
      const second = await link({});
      expect(second.body).toMatchObject({ email: 'ulla@umbrella.test' });
      expect((await setUp(second.body.url.split('#')[1])).status).toBe(200);
      const { data } = (await fixture.api('GET', `/events?organization_id=${id}`)).body;
      const made = {
        event: 'owner_link.created',
        resource: { type: 'organization', id },
        organization_id: id,
      };
      expect(data.filter(({ event }: { event: string }) => event !== 'request')).toMatchObject([
        made,
        made,
        { event: 'organization.created' },
      ]);
    });
  },
);
