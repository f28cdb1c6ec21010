import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  expandProvisioning,
  loadProvisioning,
  parseDeployment,
  parseProvisioning,
  type ProvisioningFile,
} from '../index.ts';
import { problemsIn } from '../test-support/problems.ts';

const HEX = '0123456789abcdef'.repeat(4);
const parse = (text: string): ProvisioningFile => parseProvisioning(text, { source: 'p.yaml' });

const problemsOf = (text: string, load: (text: string) => unknown = parse): string[] =>
  problemsIn(() => load(text));

const MEMBERS = 'members: [{ email: ada@acme.test, role: primary_owner }]';
const organization = (keys: string) => `organizations: [{ name: Acme, plan: pro, ${MEMBERS}, ${keys} }]`;
const key = (keys: string) => organization(`keys: [{ name: k, created_by: ada@acme.test, ${keys} }]`);

it('fills in lists and the defaults of references, and leaves settings that are not given absent', () => {
  const file = parse(organization('keys: [{ name: k, created_by: Ada@ACME.test }]'));
  expect(file.organizations).toEqual([
    {
      name: 'Acme',
      plan: 'pro',
      members: [{ email: 'ada@acme.test', role: 'primary_owner' }],
      workspaces: [],
      keys: [{ name: 'k', kind: 'private', workspace: 'Default', created_by: 'ada@acme.test' }],
      admin_keys: [],
      spend_limits: [],
      groups: [],
    },
  ]);
});

it('gives times in milliseconds, money as exact text, lists in their stored form and secrets as secrets', () => {
  const [acme] = parse(
    organization(
      `subscribed_at: 2026-11-01T00:00:00+01:00, credits: { balance_usd: 100.50 },
       workspaces: [{ name: R, allowed_ips: ['10.1.2.3/8', '::ffff:1.2.3.4'], spend_limit_usd: null }],
       keys: [{ name: k, created_by: ada@acme.test, secret: sk_live_${HEX}, expires_at: null, allowed_origins: ['HTTPS://App.example:443/x'] }]`,
    ),
  ).organizations;
  expect(acme?.subscribed_at).toBe(Date.UTC(2026, 9, 31, 23));
  expect(acme?.credits).toEqual({ balance_usd: '100.5' });
  expect(acme?.workspaces[0]).toMatchObject({
    allowed_ips: ['10.0.0.0/8', '1.2.3.4'],
    spend_limit_usd: null,
  });
  expect(acme?.keys[0]).toMatchObject({ expires_at: null, allowed_origins: ['https://app.example'] });
  expect(acme?.keys[0]?.secret?.reveal()).toBe(`sk_live_${HEX}`);
  expect(JSON.stringify(acme)).not.toContain(HEX);
});

const named = (member: string) => (name: string) => organization(member.replace('NAME', name));
it.each([
  ['organization', 100, (name: string) => organization('').replace('Acme', name)],
  ['member', 100, (name: string) => organization('').replace('role:', `name: ${name}, role:`)],
  ['workspace', 40, named('workspaces: [{ name: NAME }]')],
  ['key', 100, named('keys: [{ name: NAME, created_by: ada@acme.test }]')],
  ['admin key', 100, named('admin_keys: [{ name: NAME, created_by: ada@acme.test }]')],
  ['group', 100, named('groups: [{ name: NAME }]')],
])('takes a name of every %s of at most %d characters', (_what, limit, text) => {
  expect(problemsOf(text('x'.repeat(limit)))).toEqual([]);
  expect(problemsOf(text('x'.repeat(limit + 1)))).toEqual([
    expect.stringMatching(new RegExp(`name: .*${limit}`)),
  ]);
});

it('takes every kind of secret, in either case', () => {
  const text = JSON.stringify({
    organizations: [
      {
        name: 'Acme',
        plan: 'pro',
        members: [{ email: 'a@b.c' }],
        keys: [
          { name: 'a', created_by: 'a@b.c', secret: `sk_live_${HEX}` },
          { name: 'b', created_by: 'a@b.c', kind: 'public', secret: `pk_live_${HEX.toUpperCase()}` },
          { name: 'c', created_by: 'a@b.c', kind: 'svc_code', secret: `sk_svc_${HEX}` },
        ],
        admin_keys: [{ name: 'a', created_by: 'a@b.c', secret: `sk_admin_${HEX}` }],
      },
    ],
  });
  expect(problemsOf(text)).toEqual([]);
});

describe('refusals', () => {
  const SECRET_RULE = 'must be sk_live_ or pk_live_ or sk_svc_ and 64 hexadecimal characters';
  const path = 'organizations[0]';
  it.each([
    [
      'two organizations of one name',
      `organizations: [{ name: A, plan: p }, { name: A, plan: p }]`,
      'organizations[1].name: "A" is already used at organizations[0]',
    ],
    [
      'a member given twice',
      organization('').replace('}]', '}, { email: ADA@acme.test }]'),
      `${path}.members[1].email: "ADA@acme.test" is already used at ${path}.members[0]`,
    ],
    [
      'two primary owners',
      organization('').replace('}]', '}, { email: b@acme.test, role: primary_owner }]'),
      `${path}.members[1].role: members[0] is already the primary owner`,
    ],
    [
      'no email address',
      organization('').replace('ada@acme.test', 'ada'),
      `${path}.members[0].email: must be an email address`,
    ],
    [
      'two workspaces of one name',
      organization('workspaces: [{ name: R }, { name: r }]'),
      `${path}.workspaces[1].name: "r" is already used at ${path}.workspaces[0]`,
    ],
    [
      'a workspace name that is too long',
      organization(`workspaces: [{ name: ${'x'.repeat(41)} }]`),
      `${path}.workspaces[0].name: must have at most 40 characters`,
    ],
    [
      'a key of a stranger',
      key('').replace('by: ada', 'by: bob'),
      `${path}.keys[0].created_by: "bob@acme.test" is not a member`,
    ],
    [
      'a key in an unknown workspace',
      key('workspace: R'),
      `${path}.keys[0].workspace: there is no workspace "R"`,
    ],
    [
      'a secret that is too short',
      key(`secret: sk_live_${HEX.slice(1)}`),
      `${path}.keys[0].secret: ${SECRET_RULE}`,
    ],
    ['a secret that is too long', key(`secret: sk_live_${HEX}0`), `${path}.keys[0].secret: ${SECRET_RULE}`],
    ['a secret of no kind', key(`secret: sk_test_${HEX}`), `${path}.keys[0].secret: ${SECRET_RULE}`],
    [
      'a secret of another kind',
      key(`secret: pk_live_${HEX}`),
      `${path}.keys[0].secret: must start with sk_live_, since its kind is private`,
    ],
    [
      'two keys of one name',
      organization('keys: [{ name: k, created_by: ada@acme.test }, { name: k, created_by: ada@acme.test }]'),
      `${path}.keys[1].name: "k" is already used at ${path}.keys[0]`,
    ],
    [
      'a range that is too wide',
      key('allowed_ips: [10.0.0.0/7]'),
      `${path}.keys[0].allowed_ips[0]: must be an IP address, or a range no wider than /8 (IPv4) or /32 (IPv6)`,
    ],
    [
      'a bad origin',
      key('allowed_origins: ["null"]'),
      `${path}.keys[0].allowed_origins[0]: must be an origin such as https://app.example`,
    ],
    [
      'a bad time',
      key('expires_at: 2026-02-30T00:00:00Z'),
      `${path}.keys[0].expires_at: must be a time such as 2026-11-01T00:00:00Z`,
    ],
    [
      'an admin key of a stranger',
      organization('admin_keys: [{ name: a, created_by: b@acme.test }]'),
      `${path}.admin_keys[0].created_by: "b@acme.test" is not a member`,
    ],
    [
      'an admin secret of another kind',
      organization(`admin_keys: [{ name: a, created_by: ada@acme.test, secret: sk_live_${HEX} }]`),
      `${path}.admin_keys[0].secret: must be sk_admin_ and 64 hexadecimal characters`,
    ],
    [
      'one secret twice',
      organization(
        `keys: [{ name: a, created_by: ada@acme.test, secret: sk_live_${HEX} }, { name: b, created_by: ada@acme.test, secret: sk_live_${HEX} }]`,
      ),
      `${path}.keys[1].secret: is the same as ${path}.keys[0].secret`,
    ],
    [
      'a limit of an unknown workspace',
      organization('spend_limits: [{ scope: workspace, workspace: R, limit_usd: 1 }]'),
      `${path}.spend_limits[0].workspace: there is no workspace "R"`,
    ],
    [
      'a limit of a stranger',
      organization('spend_limits: [{ scope: member, member: b@acme.test, limit_usd: 1 }]'),
      `${path}.spend_limits[0].member: "b@acme.test" is not a member`,
    ],
    [
      'a limit of an unknown group',
      organization('spend_limits: [{ scope: group, group: G, limit_usd: 1 }]'),
      `${path}.spend_limits[0].group: there is no group "G"`,
    ],
    [
      'a limit given twice',
      organization(
        'spend_limits: [{ scope: organization, limit_usd: 1 }, { scope: organization, limit_usd: 2 }]',
      ),
      `${path}.spend_limits[1]: ${path}.spend_limits[0] limits the same`,
    ],
    [
      'a limit that the workspace has',
      organization(
        'workspaces: [{ name: R, spend_limit_usd: 1 }], spend_limits: [{ scope: workspace, workspace: R, limit_usd: 2 }]',
      ),
      `${path}.spend_limits[0]: ${path}.workspaces[0].spend_limit_usd limits the same`,
    ],
    [
      'a limit without its reference',
      organization('spend_limits: [{ scope: group, limit_usd: 1 }]'),
      `${path}.spend_limits[0].group: required`,
    ],
    [
      'more dollars than a ledger holds',
      organization('credits: { balance_usd: 9000001 }'),
      `${path}.credits.balance_usd: must be a number from 0 to 9000000 with at most 9 decimals, as number or text`,
    ],
    [
      'a stranger in a group',
      organization('groups: [{ name: G, members: [b@acme.test] }]'),
      `${path}.groups[0].members[0]: "b@acme.test" is not a member`,
    ],
    [
      'a group member given twice',
      organization('groups: [{ name: G, members: [ada@acme.test, Ada@acme.test] }]'),
      `${path}.groups[0].members[1]: "ada@acme.test" is listed twice`,
    ],
    ['a model given twice', organization('models: [M, M]'), `${path}.models[1]: "M" is listed twice`],
    [
      'a workspace model given twice',
      organization('workspaces: [{ name: R, models: [M, M] }]'),
      `${path}.workspaces[0].models[1]: "M" is listed twice`,
    ],
  ])('of %s', (_title, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('of one account with two passwords', () => {
    const text = `organizations:
      - { name: A, plan: p, members: [{ email: x@y.z, password: one }] }
      - { name: B, plan: p, members: [{ email: X@y.z, password: two }] }`;
    expect(problemsOf(text)).toEqual([
      'organizations[1].members[0].password: differs from organizations[0].members[0].password, which is the same account',
    ]);
  });

  it('never quote a secret', () => {
    const text = organization(
      `keys: [{ name: a, kind: public, created_by: ada@acme.test, secret: sk_live_${HEX} }, { name: b, created_by: ada@acme.test, secret: sk_live_${HEX}ff }]`,
    );
    expect(problemsOf(text)).toHaveLength(2);
    expect(problemsOf(text).join()).not.toContain(HEX);
  });
});

it('checks plans and models against the deployment', () => {
  const deployment = parseDeployment('', {
    source: 's',
    baseUrl: 'http://x',
    directory: '/',
    variable: () => undefined,
    severalNodes: false,
    sendsMail: false,
  }).config;
  const text = organization('models: [Svc Code, X], workspaces: [{ name: R, models: [Y] }]');
  expect(
    problemsOf(text.replace('plan: pro', 'plan: gold'), (value) =>
      parseProvisioning(value, { source: 'p', deployment }),
    ),
  ).toEqual([
    'organizations[0].plan: there is no plan "gold"',
    'organizations[0].models[1]: there is no model "X"',
    'organizations[0].workspaces[0].models[0]: there is no model "Y"',
  ]);
});

it('replaces ${NAME} where the file is read, once', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-provision-'));
  const path = join(directory, 'p.yaml');
  const variable = (name: string) => ({ PASSWORD: 'a${B}c' })[name];
  try {
    writeFileSync(
      path,
      'organizations: [{ name: A, plan: p, members: [{ email: a@b.c, password: "${PASSWORD}" }] }]',
    );
    const passwordOf = (file: ProvisioningFile) => file.organizations[0]?.members[0]?.password?.reveal();
    expect(passwordOf(loadProvisioning(path, { variable }))).toBe('a${B}c');
    expect(passwordOf(parse(expandProvisioning(path, variable)))).toBe('a${B}c');
    expect(() => expandProvisioning(path, () => undefined)).toThrow(
      'the environment variable PASSWORD is not set',
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});
