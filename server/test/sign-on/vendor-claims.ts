type Claims = Readonly<Record<string, unknown>>;

/** A person as a vendor's ID token has them. Claims come with the scopes that the vendor wants asked for. */
export interface VendorPerson {
  readonly name: string;
  readonly email: string;
  readonly groups: readonly string[];
}

export interface Vendor {
  /** Of its page below `docs/`. */
  readonly page: string;
  readonly claims: (person: VendorPerson, scopes: readonly string[]) => Claims & { readonly sub: string };
  /** What goes wrong at this vendor, with the claims that it sends then. `reason`: of the refusal; absent: people come in without their groups. */
  readonly mistakes: readonly {
    readonly what: string;
    readonly change: (claims: Claims) => Claims;
    readonly reason?: string;
  }[];
}

const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));

/** Claims of a scope. */
function given(scopes: readonly string[], scope: string, claims: Claims): Claims {
  return scopes.includes(scope) ? claims : {};
}

export const VENDORS: readonly Vendor[] = [
  {
    page: 'docs/okta.md',
    claims: ({ name, email, groups }, scopes) => ({
      sub: `00u-${name}`,
      ver: 1,
      idp: '00o1',
      amr: ['pwd'],
      ...given(scopes, 'profile', { name, preferred_username: email }),
      ...given(scopes, 'email', { email }),
      ...given(scopes, 'groups', { groups: ['Everyone', ...groups] }),
    }),
    mistakes: [
      {
        what: 'an issuer in another form',
        change: (claims) => ({ ...claims, iss: `${String(claims['iss'])}/` }),
        reason: 'issuer',
      },
    ],
  },
  {
    page: 'docs/entra-id.md',
    claims: ({ name, email, groups }, scopes) => ({
      sub: `pairwise-${name}`,
      oid: '5b0c9a7d-0000-4000-8000-000000000001',
      tid: '6f1c2d3e-4a5b-4c6d-8e7f-901234567890',
      ver: '2.0',
      ...given(scopes, 'profile', { name, preferred_username: `${name}@acme.onmicrosoft.com` }),
      ...given(scopes, 'email', { email }),
      groups,
    }),
    mistakes: [
      { what: 'no optional claim email', change: (claims) => without(claims, 'email'), reason: 'claims' },
      {
        what: 'more than 200 groups',
        change: (claims) => ({
          ...without(claims, 'groups'),
          _claim_names: { groups: 'src1' },
          _claim_sources: { src1: { endpoint: 'https://graph.microsoft.com/v1.0/me/getMemberObjects' } },
        }),
      },
      {
        what: 'the issuer of another tenant',
        change: (claims) => ({ ...claims, iss: 'https://login.microsoftonline.com/common/v2.0' }),
        reason: 'issuer',
      },
    ],
  },
  {
    page: 'docs/google-workspace.md',
    claims: ({ name, email }, scopes) => ({
      sub: '110169484474386276334',
      hd: email.slice(email.indexOf('@') + 1),
      ...given(scopes, 'profile', { name, picture: 'https://lh3.googleusercontent.com/a' }),
      ...given(scopes, 'email', { email, email_verified: true }),
    }),
    mistakes: [
      {
        what: 'a secondary domain',
        change: (claims) => ({ ...claims, sub: '2', hd: 'acme.test', email: 'new@other.example' }),
        reason: 'domain',
      },
    ],
  },
  {
    page: 'docs/keycloak.md',
    claims: ({ name, email, groups }, scopes) => ({
      sub: `f1e2d3c4-${name}`,
      typ: 'ID',
      azp: 'svc',
      sid: 'a-session',
      acr: '1',
      ...given(scopes, 'profile', { name, preferred_username: name }),
      ...given(scopes, 'email', { email, email_verified: true }),
      groups,
    }),
    mistakes: [
      {
        what: 'an email that is not verified',
        change: (claims) => ({ ...claims, sub: 'new', email: 'new@acme.example', email_verified: false }),
        reason: 'email_unverified',
      },
      { what: 'no email', change: (claims) => without(claims, 'email'), reason: 'claims' },
      {
        what: 'another host name',
        change: (claims) => ({ ...claims, iss: 'https://internal/realms/acme' }),
        reason: 'issuer',
      },
    ],
  },
];
