import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityProvider, LOCALHOST_CERTIFICATE, onDatabase, testDatabases } from '#test-kit';
import { directory, installDirectory, run } from '../../../test-kit/service/command-process.ts';

installDirectory();
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');

describe('svc doctor on sign-in through providers', () => {
  let idp: IdentityProvider;
  beforeAll(async () => {
    idp = await IdentityProvider.start();
  });
  afterAll(() => idp?.close());

  const doctor = async (settings: object, env: Record<string, string> = {}) => {
    writeFileSync(join(directory, 'svc.yaml'), JSON.stringify(settings));
    writeFileSync(join(directory, 'ca.pem'), LOCALHOST_CERTIFICATE.cert);
    const authority = { NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem') };
    return run(['doctor'], { env: { ...authority, ...env } });
  };
  const sso = (issuer: string) => ({
    operators: { sso: { issuer, client_id: 'svc', roles: [{ group: 'ops', role: 'operator' }] } },
  });

  it('SSO-05 asks the provider of operators, and names the redirect URI and the clock', async () => {
    const { out } = await doctor(sso(idp.issuer), { SVC_BASE_URL: 'https://nothing.invalid' });
    expect(out).toContain(`ok      operators.sso         ${idp.issuer} shows its metadata and keys`);
    expect(out).toContain('must be https://nothing.invalid/sso/operators/callback');
    expect(out).toMatch(new RegExp(`^ok +clock +fits ${idp.issuer}$`, 'm'));
    expect(out).toMatch(/^warn +base URL +https:\/\/nothing\.invalid cannot be reached/m);
  });

  it('says what to do about a provider that cannot be asked, and has nothing to say without one', async () => {
    const { code, out } = await doctor(sso('https://localhost:9'));
    expect(out).toMatch(/^failed +operators\.sso +https:\/\/localhost:9: .* Open outgoing HTTPS to it/m);
    expect(out).toMatch(/^off +clock /m);
    expect(out).toMatch(/^off +base URL +http:\/\/localhost:\d+ is for this machine only\./m);
    expect(code).toBe(1);
    expect((await doctor({})).out).toMatch(/^off +operators\.sso +operators sign in with a password$/m);
  });

  it.runIf(postgres)(
    'asks providers of active connections as sign-ins do, and the clock of PostgreSQL',
    async () => {
      const opened = await postgres!.open();
      try {
        const { db } = opened.store;
        await db
          .insertInto('organizations')
          .values({
            id: 'org_1',
            name: 'Acme',
            provisioning_name: 'Acme',
            plan: 'pro',
            subscribed_at: 0,
            created_at: 0,
          })
          .execute();
        const common = {
          organization_id: 'org_1',
          name: 'Acme',
          protocol: 'oidc' as const,
          domains: [],
          attribute_map: { email: 'email', name: 'name', groups: 'groups' },
          provisioning: 'off' as const,
          default_role: 'member' as const,
          group_roles: [],
          allow_idp_initiated: false,
          trust_second_factor: false,
          created_at: 0,
          updated_at: 0,
        };
        const oidc = (issuer: string) => ({
          issuer,
          secret_issuer: issuer,
          client_id: 'svc',
          scopes: 'openid',
          client_secret_expires_at_ms: null,
        });
        await db
          .insertInto('sso_connections')
          .values([
            { ...common, id: 'sso_1', status: 'active' as const, oidc: oidc(idp.issuer) },
            { ...common, id: 'sso_2', status: 'active' as const, oidc: oidc(idp.issuer) },
            { ...common, id: 'sso_3', status: 'draft' as const, oidc: oidc('https://draft.invalid') },
          ])
          .execute();
        const env = { ...onDatabase(opened), SVC_DATA_KEY: Buffer.alloc(32).toString('base64') };
        const closed = await doctor({}, env);
        expect(closed.out).toMatch(
          /^warn +single sign-on +https:\/\/localhost:\d+: .* its address is private/m,
        );
        expect(closed.out).toMatch(/^ok +clock +fits PostgreSQL$/m);
        expect(closed.out).not.toContain('draft.invalid');
        const allowed = await doctor({ network: { allow_private_targets: ['127.0.0.1'] } }, env);
        expect(allowed.out.match(/^ok +single sign-on .*$/gm)).toEqual([
          expect.stringContaining(`${idp.issuer} shows its metadata and keys`),
        ]);
        expect(allowed.out).toMatch(/^ok +clock +fits PostgreSQL, https:\/\/localhost/m);
      } finally {
        await opened.close();
      }
    },
  );
});
