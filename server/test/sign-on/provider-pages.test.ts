import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, IdentityProvider, readReply, TextNameServer, usualDatabase } from '#test-kit';
import { startConsoleFixture, type ConsoleFixture } from '../console/console-fixture.ts';
import { readProviderPage } from './provider-page.ts';
import { signOnFrom } from './sign-on-from.ts';
import { VENDORS } from './vendor-claims.ts';

const database = await usualDatabase();
const FAILED = '/console/sign-in?sso_error=sso_failed';

// What the pages give to paste: docs/okta.md, docs/entra-id.md, docs/google-workspace.md and docs/keycloak.md.
describe.each(VENDORS)('the values of $page', ({ page: file, claims, mistakes }) => {
  const page = readProviderPage(file.slice('docs/'.length));
  const [redirectUri = '', tenantUrl] = page.addresses;
  const shown = page.connection;
  const [domain = ''] = shown.domains;
  const [mapped] = shown.group_roles ?? [];
  const person = { name: 'Dana', email: `dana@${domain}`, groups: mapped ? [mapped.group] : [] };
  let idp: IdentityProvider;
  let dns: TextNameServer;
  let fixture: ConsoleFixture;
  let id: string;

  /** The address of the page, with the host of the provider of this test. */
  const here = (issuer: string) => idp.issuer.replace(/^(https:\/\/[^/]+).*/, '$1') + pathOf(issuer);
  const open = () => new ApiBrowser(fixture.service.baseUrl);
  const publicUrl = () => fixture.service.baseUrl;
  const admin = (method: string, path: string, body?: object) => fixture.admin(method, path, body);

  beforeAll(async () => {
    idp = await IdentityProvider.start(pathOf(shown.oidc.issuer));
    idp.client.client_id = 'svc';
    dns = await TextNameServer.start();
    const sso = { ...page.operators, issuer: here(page.operators.issuer), ...idp.client };
    fixture = await startConsoleFixture(
      database,
      {},
      {
        sso: { dns_servers: [dns.address] },
        network: { allow_private_targets: ['127.0.0.1'] },
        operators: { sso },
      },
    );
    const { body } = await admin('POST', '/domains', { domain });
    dns.texts.set(body.txt_name as string, [body.txt_value as string]);
    await admin('POST', `/domains/${domain}/verify`);
    const connection = {
      provisioning: 'jit',
      ...shown,
      oidc: { ...shown.oidc, issuer: here(shown.oidc.issuer), ...idp.client },
    };
    const made = await admin('POST', '/sso_connections', connection);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    id = made.body.id as string;
    idp.redirectUri = redirectUri.replace('https://svc.example', publicUrl()).replace('ID', id);
  });
  afterAll(async () => {
    await fixture?.stop();
    await Promise.all([idp?.close(), dns?.close()]);
  });
  afterEach(() => {
    idp.changeClaims = (own) => own;
  });

  /** Has the vendor name the person, with what the scopes ask for. */
  const send = (who: typeof person, change = (own: Readonly<Record<string, unknown>>) => own) => {
    idp.person = { sub: claims(who, []).sub };
    idp.changeClaims = (own) => change({ ...own, ...claims(who, idp.scopes) });
  };
  const signIn = () => signOnFrom(`/sso/${id}/start`, open());
  const roleOf = async (email: string) => {
    const { body } = await admin('GET', `/users?email=${email}`);
    return (body.data as { role: string }[])[0]?.role;
  };

  it('SSO-05 SSO-12 make a connection that passes its test and signs people in with their role', async () => {
    send(person);
    const { body } = await admin('POST', `/sso_connections/${id}/test`);
    const { pathname, search } = new URL(body.url as string);
    const tested = await signOnFrom(pathname + search, await fixture.browserOf('owner'));
    expect(tested.location).toContain('sso_test=passed');
    expect((await admin('PATCH', `/sso_connections/${id}`, { status: 'active' })).status).toBe(200);
    const { browser, location } = await signIn();
    expect(location).toBe('/console/');
    const session = (await browser.get('/console/api/auth/session')).body;
    expect(session['user']).toMatchObject({ email: person.email, name: person.name });
    expect(await roleOf(person.email)).toBe(mapped?.role ?? shown.default_role);
  });

  it.each(mistakes)('explain $what', async ({ change, reason }) => {
    send(person, change);
    const { location } = await signIn();
    if (reason === undefined) {
      expect([location, await roleOf(person.email)]).toEqual(['/console/', 'member']);
      return;
    }
    expect(location).toBe(FAILED);
    const { body } = await admin('GET', `/audit_events?event=session.failed&resource_id=${id}`);
    expect((body.data as { details: object }[])[0]).toMatchObject({ details: { reason } });
    expect(page.reasons).toContain(reason);
  });

  it('let operators in with the role of each group, and nobody else', async () => {
    const address = /`(https:\/\/svc\.example\/sso\/operators\/callback)`/.exec(page.text)?.[1] ?? '';
    const before = idp.redirectUri;
    idp.redirectUri = address.replace('https://svc.example', publicUrl());
    const roles: unknown[] = [];
    for (const { group } of page.operators.roles) {
      // Where there are no groups, people are named by their email.
      send({ name: 'Otto', email: group.includes('@') ? group : `otto@${domain}`, groups: [group] });
      const { browser, location } = await signOnFrom('/sso/operators/start', open());
      expect(location).toBe('/console/operator/sign-in?step=code');
      const { body } = await browser.get('/console/api/operator/sign_in/pending');
      expect(body['email']).toContain('otto@');
      const operators = await fixture.service.operator.listOperators();
      roles.push(operators.find(({ email }) => email === body['email'])?.role);
    }
    expect(roles).toEqual(
      page.operators.roles.map(({ role }) => (role === 'viewer' ? 'operator_viewer' : role)),
    );
    send({ name: 'Nobody', email: `nobody@${domain}`, groups: ['Others'] });
    const refused = await signOnFrom('/sso/operators/start', open());
    expect(refused.location).toBe('/console/operator/sign-in?sso_error=sso_not_a_member');
    idp.redirectUri = before;
  });

  it.runIf(tenantUrl)('give the address that the directory tests its token at', async () => {
    const { body } = await admin('POST', '/directory_tokens', { name: 'Directory' });
    const url = new URL(
      (tenantUrl ?? '').replace('https://svc.example', `http://127.0.0.1:${fixture.service.port}`),
    );
    url.pathname += '/Users';
    url.searchParams.set('filter', 'userName eq "nobody-has-this-name"');
    const reply = await readReply(
      await fetch(url, { headers: { authorization: `Bearer ${body.secret as string}` } }),
    );
    expect([reply.status, reply.body.totalResults]).toEqual([200, 0]);
  });
});

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? '' : pathname;
}
