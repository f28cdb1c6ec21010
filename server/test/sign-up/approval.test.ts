import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import {
  DAY_S,
  linkIn,
  refusal,
  SIGN_UP,
  startSignUpFixture,
  type SignUpFixture,
} from './sign-up-fixture.ts';

const APPROVAL = {
  mode: 'approval',
  plan: 'pro',
  organizations_per_day: 1000,
  organizations_per_domain_per_day: 1000,
};

describe.each(await httpDatabases(import.meta.filename))('sign-up by approval on $kind', (database) => {
  let fixture: SignUpFixture;
  let people = 0;
  const somebody = () => `127.0.9.${(people += 1)}`;

  beforeAll(async () => {
    fixture = await startSignUpFixture(database, APPROVAL);
  });
  afterAll(() => fixture?.stop());

  const confirm = (token: string) => fixture.browser().post(`${SIGN_UP}/confirm`, { token });
  const listed = async (status = 'waiting') =>
    (await fixture.api('GET', `/signups?limit=100&status=${status}`)).body.data as {
      id: string;
      email: string;
    }[];
  /** Has somebody ask and confirm their address. */
  const apply = async (email: string, organization = 'Newco'): Promise<string> => {
    const token = await fixture.linkFor(email, { organization_name: organization, from: somebody() });
    expect(await confirm(token)).toMatchObject({ status: 200, body: { type: 'done' } });
    return (await listed()).find((one) => one.email === email)!.id;
  };
  const eventsOf = async (id: string) =>
    (
      (await fixture.api('GET', '/events?limit=100')).body.data as { resource: { id: string } | null }[]
    ).filter(({ resource }) => resource?.id === id);

  it('waits for an operator, who lets the applicant choose a password', async () => {
    const token = await fixture.linkFor('anna@newco.example', {
      organization_name: 'Annas',
      from: somebody(),
    });
    expect(await listed()).toEqual([]);
    expect((await fixture.browser().post(`${SIGN_UP}/read`, { token })).body['next']).toBe('approval');
    // There is no way past the operator.
    expect(refusal(await fixture.complete(token))).toBe('404 link_invalid');
    const clicks = await Promise.all([confirm(token), confirm(token)]);
    expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const [waiting, ...others] = await listed();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      type: 'sign_up',
      status: 'waiting',
      email: 'anna@newco.example',
      name: 'Nadia',
      organization_name: 'Annas',
      organization_id: null,
      decided_at: null,
    });
    const { id } = waiting!;
    expect(refusal(await fixture.complete(token))).toBe('404 link_invalid');
    const approved = await fixture.operator.call('POST', `/signups/${id}/approve`);
    expect([approved.status, approved.body.status]).toEqual([200, 'approved']);
    expect(JSON.stringify(approved.body)).not.toMatch(/join_/);
    const [mail] = await fixture.mails();
    expect(mail).toMatchObject({ subject: 'Your sign-up was approved' });
    expect(mail!.text).toContain('“Annas”');
    const link = linkIn(mail);
    expect((await fixture.browser().post(`${SIGN_UP}/read`, { token: link })).body['next']).toBe('password');
    const responses = await Promise.all([fixture.complete(link), fixture.complete(link)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await listed('completed')).toMatchObject([
      { id, organization_id: expect.stringMatching(/^org_/) },
    ]);
    const events = await eventsOf(id);
    expect(events).toMatchObject([
      { event: 'sign_up.approved', actor: { name: 'otto@svc.test' } },
      { event: 'sign_up.requested', actor: { type: 'sign_up', id, name: 'anna@newco.example' } },
    ]);
    // Without credits, nothing is granted.
    const [{ id: organization }] = (await fixture.api('GET', '/organizations?search=Annas')).body.data;
    expect((await fixture.api('GET', `/organizations/${organization}`)).body).toMatchObject({
      balance_usd: '0.00',
      credits_enabled: false,
    });
  });

  it('mails another link to who was approved and asks again, in place of the first', async () => {
    const id = await apply('lost@newco.example');
    await fixture.mails();
    await fixture.api('POST', `/signups/${id}/approve`);
    const first = linkIn((await fixture.mails())[0]);
    const token = await fixture.linkFor('lost@newco.example', { from: somebody() });
    expect((await confirm(token)).status).toBe(200);
    const [mail] = await fixture.mails();
    expect(mail).toMatchObject({ subject: 'Your sign-up was approved' });
    expect(refusal(await fixture.complete(first))).toBe('404 link_invalid');
    expect((await fixture.complete(linkIn(mail))).status).toBe(200);
    expect(await listed('completed')).toContainEqual(expect.objectContaining({ id }));
  });

  it('decides once, and once only', async () => {
    const id = await apply('once@newco.example');
    await fixture.mails();
    const decided = await Promise.all([
      fixture.api('POST', `/signups/${id}/approve`),
      fixture.api('POST', `/signups/${id}/refuse`, { body: { reason: 'No' } }),
    ]);
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await fixture.mails()).toHaveLength(1);
    expect(refusal(await fixture.api('POST', `/signups/${id}/approve`))).toBe('409 resource_conflict');
    expect(refusal(await fixture.api('POST', '/signups/signup_none/approve'))).toBe('404 sign_up_not_found');
  });

  it('repeats a decision with the same Idempotency-Key', async () => {
    const id = await apply('again@newco.example');
    await fixture.mails();
    const approve = () =>
      fixture.api('POST', `/signups/${id}/approve`, { headers: { 'idempotency-key': 'approve-again' } });
    const [first, second] = [await approve(), await approve()];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('refuses with a reason, which is mailed as text, whatever the names are', async () => {
    const id = await apply('hostile@newco.example', '<img src=x> "evil.test"');
    await fixture.mails();
    expect(refusal(await fixture.api('POST', `/signups/${id}/refuse`, { body: {} }))).toBe(
      '400 invalid_parameter reason',
    );
    const refused = await fixture.api('POST', `/signups/${id}/refuse`, {
      body: { reason: 'We serve <b>nobody</b> & co.' },
    });
    expect(refused.body).toMatchObject({ status: 'refused', reason: 'We serve <b>nobody</b> & co.' });
    const [mail] = await fixture.mails();
    expect(mail!.subject).toBe('Your sign-up was refused');
    expect(mail!.text).toContain('Reason: We serve <b>nobody</b> & co.');
    expect(mail!.html).toContain('&lt;b&gt;nobody&lt;/b&gt; &amp; co.');
    expect(mail!.html).toContain('&lt;img src=x&gt;');
    expect(mail!.html).not.toMatch(/<img|<b>/);
    expect(linkIn(mail)).toBe('no link');
    expect(await eventsOf(id)).toMatchObject([
      { event: 'sign_up.refused', changes: { reason: { to: 'We serve <b>nobody</b> & co.' } } },
      { event: 'sign_up.requested' },
    ]);
  });

  it('keeps one request of an address, however many links it confirms', async () => {
    const links = [];
    for (const organization of ['First', 'Second'])
      links.push(
        await fixture.linkFor('many@newco.example', { organization_name: organization, from: somebody() }),
      );
    expect((await Promise.all(links.map(confirm))).map(({ status }) => status)).toEqual([200, 200]);
    expect((await listed()).filter(({ email }) => email === 'many@newco.example')).toHaveLength(1);
  });

  it('forgets a request that nobody decides on, and a link that nobody uses', async () => {
    const [waiting, approved] = [await apply('slow@newco.example'), await apply('lazy@newco.example')];
    await fixture.mails();
    await fixture.api('POST', `/signups/${approved}/approve`);
    const link = linkIn((await fixture.mails())[0]);
    await fixture.service.advance(7 * DAY_S);
    expect(refusal(await fixture.complete(link))).toBe('404 link_invalid');
    expect((await listed()).map(({ id }) => id)).toContain(waiting);
    await fixture.service.advance(23 * DAY_S);
    expect(await listed()).toEqual([]);
    expect(refusal(await fixture.api('POST', `/signups/${waiting}/approve`))).toBe('404 sign_up_not_found');
    // Those that ended are seen for longer.
    expect((await listed('completed')).length).toBeGreaterThan(0);
    await fixture.service.advance(61 * DAY_S);
    expect(await listed('completed')).toEqual([]);
  });

  it('lets viewers look and decide nothing', async () => {
    const id = await apply('viewed@newco.example');
    const viewer = { key: fixture.keys.operator_viewer };
    expect((await fixture.api('GET', '/signups', viewer)).status).toBe(200);
    expect(refusal(await fixture.api('POST', `/signups/${id}/approve`, viewer))).toBe('403 role_required');
  });

  it('shows the list in pages, newest first', async () => {
    for (const name of ['p1', 'p2', 'p3']) await apply(`${name}@pages.example`);
    const first = (await fixture.api('GET', '/signups?limit=2')).body;
    expect(first.data.map(({ email }: { email: string }) => email)).toEqual([
      'p3@pages.example',
      'p2@pages.example',
    ]);
    const second = (await fixture.api('GET', `/signups?limit=2&after_id=${first.last_id}`)).body;
    expect(second.data[0].email).toBe('p1@pages.example');
  });
});
