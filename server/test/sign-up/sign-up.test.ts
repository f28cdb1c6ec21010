import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, httpDatabases } from '#test-kit';
import {
  DAY_S,
  linkIn,
  PASSWORD,
  refusal,
  SIGN_UP,
  startSignUpFixture,
  type SignUpFixture,
} from './sign-up-fixture.ts';

const OPEN = {
  mode: 'open',
  plan: 'pro',
  credits_usd: '5.00',
  organizations_per_day: 1000,
  organizations_per_domain_per_day: 1000,
};

/** Of one moment: which comes first is chance. */
const byName = (one: { event: string }, other: { event: string }): number =>
  one.event.localeCompare(other.event);

describe.each(await httpDatabases(import.meta.filename))('sign-up on $kind', (database) => {
  let fixture: SignUpFixture;
  let people = 0;
  /** Somebody new, from a network of their own. */
  const somebody = () => `127.0.9.${(people += 1)}`;
  const signUp = (email: string, organization: string) =>
    fixture.linkFor(email, { organization_name: organization, from: somebody() });

  beforeAll(async () => {
    fixture = await startSignUpFixture(database, OPEN);
  });
  afterAll(() => fixture?.stop());

  const organizationsNamed = async (name: string) =>
    (await fixture.api('GET', `/organizations?search=${encodeURIComponent(name)}`)).body.data as {
      id: string;
    }[];

  it('creates account, organization, workspace and grant once the address is proved, and signs the person in', async () => {
    const token = await signUp('Nadia@Newco.example', 'Newco');
    expect(await organizationsNamed('Newco')).toEqual([]);
    const browser = fixture.browser();
    expect(await browser.post(`${SIGN_UP}/read`, { token })).toMatchObject({
      status: 200,
      body: { email: 'nadia@newco.example', name: 'Nadia', organization: 'Newco', next: 'password' },
    });
    expect(await fixture.complete(token, browser)).toMatchObject({
      status: 200,
      body: { status: 'signed_in' },
    });
    await browser.learnToken();
    const { body: session } = await browser.get('/console/api/auth/session');
    expect(session).toMatchObject({
      user: { email: 'nadia@newco.example', name: 'Nadia' },
      organizations: [{ name: 'Newco', role: 'primary_owner' }],
    });
    const [{ id }] = (await organizationsNamed('Newco')) as [{ id: string }];
    expect(session['organization_id']).toBe(id);
    expect((await fixture.api('GET', `/organizations/${id}`)).body).toMatchObject({
      plan: 'pro',
      status: 'active',
      external_id: null,
      credits_enabled: true,
      balance_usd: '5.00',
    });
    const { data: workspaces } = (await browser.get('/console/api/workspaces')).body as { data: object[] };
    expect(workspaces).toMatchObject([{ name: 'Default', is_default: true }]);
    const ledger = (await browser.get('/console/api/billing/ledger')).body as { data: object[] };
    expect(ledger.data).toMatchObject([{ kind: 'grant', amount_usd: '5.00', note: 'Sign-up' }]);
    // The person may sign in again.
    expect(
      await new ApiBrowser(fixture.service.baseUrl).signIn('nadia@newco.example', PASSWORD),
    ).toMatchObject({
      status: 200,
    });
    const { body: events } = await browser.get(
      '/console/api/audit_events?event=member.joined&event=credits.granted',
    );
    expect((events['data'] as { event: string }[]).toSorted(byName)).toMatchObject([
      { event: 'credits.granted', actor: { type: 'system' }, changes: { amount_usd: { to: '5.00' } } },
      { event: 'member.joined', actor: { type: 'user', email: 'nadia@newco.example' } },
    ]);
    const received = (await fixture.api('GET', `/events?organization_id=${id}`)).body.data as {
      event: string;
    }[];
    expect(received.filter(({ event }) => event !== 'request').toSorted(byName)).toMatchObject([
      { event: 'credits.granted', actor: { type: 'sign_up', name: 'nadia@newco.example' } },
      { event: 'organization.created', changes: { plan: { from: null, to: 'pro' } } },
    ]);
    expect((await fixture.api('GET', '/signups')).body.data).toMatchObject([
      { email: 'nadia@newco.example', status: 'completed', organization_id: id },
    ]);
  });

  it('makes one organization and one grant of two clicks at once, and the link works once', async () => {
    const token = await signUp('twice@newco.example', 'Twice');
    const responses = await Promise.all([1, 2, 3].map(() => fixture.complete(token)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(refusal(await fixture.complete(token))).toBe('404 link_invalid');
    expect(refusal(await fixture.browser().post(`${SIGN_UP}/read`, { token }))).toBe('404 link_invalid');
    const made = await organizationsNamed('Twice');
    expect(made).toMatchObject([{ balance_usd: '5.00' }]);
  });

  it('makes one organization of two links for one address', async () => {
    const links = [
      await signUp('links@newco.example', 'Links'),
      await signUp('links@newco.example', 'Links'),
    ];
    const responses = await Promise.all(links.map((token) => fixture.complete(token)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await organizationsNamed('Links')).toHaveLength(1);
  });

  it('answers an address that has an account like any other, and mails that it has', async () => {
    await fixture.mails();
    const known = await fixture.request('PIA@acme.test', { from: somebody() });
    const [mail] = await fixture.mails();
    const unknown = await fixture.request('new@acme.test', { from: somebody() });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(mail).toMatchObject({ subject: 'You have an account already' });
    expect(mail!.envelope.to).toEqual(['pia@acme.test']);
    expect(linkIn(mail)).toBe('no link');
    expect((await fixture.mails()).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
  });

  it('takes over nobody: an account that came in the meantime stays who it was', async () => {
    const token = await signUp('late@acme.test', 'Late');
    await fixture.as('owner', 'POST', '/invites', { email: 'late@acme.test', role: 'developer' });
    const invite = (await fixture.mails()).find(({ subject }) => subject?.includes('invited'));
    const invited = /\/console\/invite#(\S+)/.exec(invite?.text ?? '')![1];
    await fixture.browser().post('/console/api/auth/invite', {
      token: invited,
      name: 'Late',
      password: 'violet harbour lanterns 9',
    });
    expect(refusal(await fixture.complete(token))).toBe('409 resource_conflict');
    expect(await organizationsNamed('Late')).toEqual([]);
    expect(await fixture.browser().signIn('late@acme.test', 'violet harbour lanterns 9')).toMatchObject({
      status: 200,
    });
  });

  it('gives an account whose address somebody else claimed to whoever proves it', async () => {
    // An owner chooses the address of another person, which nobody has verified.
    const { body: squatted } = await fixture.api('POST', '/organizations', {
      body: { name: 'Squatters', plan: 'pro' },
    });
    const link = await fixture.api('POST', `/organizations/${squatted.id}/owner_link`, {
      body: { email: 'squatter@evil.example' },
    });
    const squatter = fixture.browser();
    const set = await squatter.post('/console/api/auth/set_up', {
      token: String(link.body.url).split('#')[1],
      name: 'Squatter',
      email: 'owner@victim.example',
      password: 'violet harbour lanterns 9',
    });
    expect(set.status).toBe(200);
    const token = await signUp('owner@victim.example', 'Victims');
    const browser = fixture.browser();
    expect((await fixture.complete(token, browser)).status).toBe(200);
    expect((await squatter.get('/console/api/auth/session')).status).toBe(401);
    expect((await fixture.browser().signIn('owner@victim.example', 'violet harbour lanterns 9')).status).toBe(
      401,
    );
    expect((await browser.get('/console/api/auth/session')).body['user']).toMatchObject({ name: 'Nadia' });
    expect((await fixture.browser().signIn('owner@victim.example', PASSWORD)).status).toBe(200);
  });

  it('refuses a weak password, and keeps the link', async () => {
    const token = await signUp('weak@newco.example', 'Weak Newco');
    expect(refusal(await fixture.complete(token, undefined, 'weaknewco1234'))).toBe(
      '400 invalid_parameter password',
    );
    expect((await fixture.complete(token)).status).toBe(200);
  });

  it('refuses names that no organization may have, and more than it asks for', async () => {
    const send = async (more: object) =>
      refusal(
        await fixture
          .browser(somebody())
          .post(SIGN_UP, { email: 'a@b.example', name: 'A', organization_name: 'B', ...more }),
      );
    expect(await send({ name: '' })).toBe('400 invalid_parameter name');
    expect(await send({ name: 'a\u0000b' })).toBe('400 invalid_parameter name');
    expect(await send({ organization_name: 'x'.repeat(101) })).toBe(
      '400 invalid_parameter organization_name',
    );
    expect(await send({ email: 'no address' })).toBe('400 invalid_parameter email');
    expect(await send({ password: PASSWORD })).toBe('400 unknown_parameter password');
    expect(await send({ next: 'https://evil.test' })).toBe('400 unknown_parameter next');
  });

  it('has nothing in the first mail that a stranger typed', async () => {
    await fixture.request('victim@elsewhere.example', {
      name: 'Buy <b>this</b> at evil.test',
      organization_name: 'evil.test & <script>',
      from: somebody(),
    });
    const [mail] = await fixture.mails();
    expect(`${mail!.subject}${mail!.text}${mail!.html}`).not.toMatch(/evil|script|Buy/);
  });

  it('shows operators only what was verified', async () => {
    await signUp('unverified@newco.example', 'Unverified');
    const { data } = (await fixture.api('GET', '/signups?limit=100')).body as { data: { email: string }[] };
    expect(data.map(({ email }) => email)).not.toContain('unverified@newco.example');
  });

  it('keeps a link for a day, and the row no longer', async () => {
    const token = await signUp('expired@newco.example', 'Expired');
    await fixture.service.advance(DAY_S);
    expect(refusal(await fixture.complete(token))).toBe('404 link_invalid');
    expect(await organizationsNamed('Expired')).toEqual([]);
  });

  it('takes a token only as it was mailed', async () => {
    const token = await signUp('bare@newco.example', 'Bare');
    const [bare, proof] = token.split('.');
    for (const given of [bare, `${bare}.`, `${bare}.${'0'.repeat(64)}`, `${proof}.${bare}`, `x${token}`])
      expect(refusal(await fixture.complete(given!))).toBe('404 link_invalid');
    expect((await fixture.complete(token)).status).toBe(200);
  });

  it('is an unknown path while it is off, and stops the links that are out', async () => {
    const token = await signUp('off@newco.example', 'Off');
    await fixture.set(undefined);
    const unknown = await fixture.browser().post('/console/api/auth/no_such_path', {});
    for (const path of ['', '/read', '/confirm', '/complete']) {
      const response = await fixture.browser().post(SIGN_UP + path, { token, password: PASSWORD });
      const { request_id: _one, ...error } = response.body['error'] as Record<string, unknown>;
      const { request_id: _other, ...expected } = unknown.body['error'] as Record<string, unknown>;
      expect([response.status, error]).toEqual([404, expected]);
      // Whatever is wrong with the request besides.
      expect((await fixture.browser().post(SIGN_UP + path, {}, { origin: 'https://evil.test' })).status).toBe(
        404,
      );
    }
    expect((await fixture.browser().get('/console/api/auth/entrances')).body).toEqual({
      type: 'entrances',
      sign_up: 'off',
    });
    await fixture.set(OPEN);
    expect((await fixture.browser().get('/console/api/auth/entrances')).body['sign_up']).toBe('open');
    expect((await fixture.complete(token)).status).toBe(200);
  });
});
