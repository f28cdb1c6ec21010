import { describe, expect, it } from 'vitest';
import { httpDatabases, refusal } from '#test-kit';
import {
  ADMINISTRATOR_KEY,
  DAY_S,
  OTHER_ORGANIZATION_ADMIN_KEY as OTHER_KEY,
  useSignOnAdmin,
} from './sign-on-admin.ts';

describe.each(await httpDatabases(import.meta.filename))('email domains on $kind', (database) => {
  const admin = useSignOnAdmin(database);
  const { ask } = admin;
  const add = (domain: string, key?: string) => ask('POST', '/domains', { domain }, key);
  const verify = (domain: string, key?: string) => ask('POST', `/domains/${domain}/verify`, undefined, key);
  const statusOf = async (domain: string, key?: string): Promise<unknown> => {
    const { body } = await ask('GET', '/domains?limit=100', undefined, key);
    const listed = body.data as { domain: string; status: string }[];
    return listed.find((one) => one.domain === domain)?.status;
  };

  it('SSO-01 D-SSO-1 D-SSO-3 a domain is verified by one TXT value that equals the one we gave', async () => {
    const { status, body } = await add('first.example');
    expect([status, body]).toEqual([
      201,
      {
        type: 'domain',
        domain: 'first.example',
        status: 'pending',
        txt_name: '_svc-verification.first.example',
        txt_value: expect.stringMatching(/^svc-verification=[\w-]{32}$/),
        verified_at: null,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const [name, value] = [body.txt_name as string, body.txt_value as string];
    expect(refusal(await verify('first.example')), 'no such name').toBe('409 resource_conflict');
    for (const texts of [[], [`${value}x`], [`x ${value}`, value.slice(1)]]) {
      admin.dns.texts.set(name, texts);
      expect(refusal(await verify('first.example')), texts.join()).toBe('409 resource_conflict');
    }
    admin.dns.texts.set('first.example', [value]);
    expect(refusal(await verify('first.example')), 'another name').toBe('409 resource_conflict');
    admin.dns.texts.set(name, ['v=spf1 -all', 'x'.repeat(700), value]);
    admin.dns.isFailing = true;
    expect(refusal(await verify('first.example')), 'a failing server').toBe('409 resource_conflict');
    admin.dns.isFailing = false;
    expect(await statusOf('first.example')).toBe('pending');
    const verified = await verify('first.example');
    expect([verified.status, verified.body]).toEqual([
      200,
      { ...body, status: 'verified', verified_at: expect.stringMatching(/Z$/) },
    ]);
    const events = await admin.eventsOf('first.example');
    expect(events.map(({ event }) => event)).toEqual(['domain.created', 'domain.verified']);
  });

  it('SSO-01 D-SSO-5 a value that is gone for 7 days ends the verification, and one that is back renews it', async () => {
    const { txt_name: name, txt_value: value } = await admin.addVerified('daily.example');
    const texts = [value as string];
    const day = () => admin.advance(DAY_S);
    admin.dns.texts.delete(name as string);
    for (let days = 0; days < 7; days++) await day();
    expect(await statusOf('daily.example'), 'seen gone 6 days ago').toBe('verified');
    admin.dns.texts.set(name as string, texts);
    await day();
    admin.dns.texts.delete(name as string);
    for (let days = 0; days < 7; days++) await day();
    expect(await statusOf('daily.example'), 'counted anew').toBe('verified');
    admin.dns.isFailing = true;
    for (let days = 0; days < 3; days++) await day();
    expect(await statusOf('daily.example'), 'a failing look-up says nothing').toBe('verified');
    admin.dns.isFailing = false;
    await day();
    expect(await statusOf('daily.example')).toBe('pending');
    await day();
    admin.dns.texts.set(name as string, texts);
    await day();
    expect(await statusOf('daily.example')).toBe('verified');
    const events = await admin.eventsOf('daily.example');
    expect(events.map(({ event, actor }) => [event, (actor as { type: string }).type])).toEqual([
      ['domain.created', 'admin_key'],
      ['domain.verified', 'admin_key'],
      ['domain.lapsed', 'system'],
      ['domain.verified', 'system'],
    ]);
  });

  it('SSO-01 asks once a day, and never for a domain that was not verified', async () => {
    await admin.addVerified('asked.example');
    await add('unasked.example');
    const asked = (name: string) =>
      admin.dns.questions.filter((one) => one === `_svc-verification.${name}`).length;
    const before = asked('asked.example');
    await admin.advance(DAY_S);
    await admin.advance(60);
    await admin.advance(DAY_S);
    expect([asked('asked.example') - before, asked('unasked.example')]).toEqual([2, 0]);
  });

  it('SSO-01 D-SSO-5 a check that comes late counts from when it was due', async () => {
    const { txt_name: name } = await admin.addVerified('late.example');
    admin.dns.texts.delete(name as string);
    await admin.advance(8 * DAY_S);
    expect(await statusOf('late.example')).toBe('pending');
  });

  it('SSO-02 D-SSO-4 a domain is verified in one organization at a time', async () => {
    const [own, other] = [await add('shared.example'), await add('shared.example', OTHER_KEY)];
    expect([own.status, other.status]).toEqual([201, 201]);
    expect(own.body.txt_value).not.toBe(other.body.txt_value);
    admin.dns.texts.set('_svc-verification.shared.example', [own.body.txt_value, other.body.txt_value]);
    const replies = await Promise.all([verify('shared.example'), verify('shared.example', OTHER_KEY)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [winner, loser] = replies[0].status === 200 ? [undefined, OTHER_KEY] : [OTHER_KEY, undefined];
    await ask('DELETE', '/domains/shared.example', undefined, loser);
    expect(refusal(await add('shared.example', loser))).toBe('409 resource_conflict domain');
    const deleted = await ask('DELETE', '/domains/shared.example', undefined, winner);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { domain: 'shared.example', type: 'domain', deleted: true },
    ]);
    expect((await add('shared.example', loser)).status).toBe(201);
  });

  it('SSO-02 a lapsed domain that another organization has verified meanwhile stays pending', async () => {
    const lapsed = await admin.addVerified('moved.example');
    admin.dns.texts.delete(lapsed.txt_name as string);
    await admin.advance(8 * DAY_S);
    const moved = await admin.addVerified('moved.example', OTHER_KEY);
    admin.dns.texts.set(lapsed.txt_name as string, [lapsed.txt_value, moved.txt_value] as string[]);
    await admin.advance(DAY_S);
    expect([await statusOf('moved.example'), await statusOf('moved.example', OTHER_KEY)]).toEqual([
      'pending',
      'verified',
    ]);
    expect(admin.service.logLines.join(), 'no run failed').not.toContain('domains.check');
  });

  it.each([
    'gmail.com',
    'GMX.de.',
    'com',
    'co.uk',
    'foo.ck',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    '*.acme.example',
    'ada@acme.example',
    'acme.example/x',
    'acme..example',
    '-acme.example',
    'under_score.example',
    `${'a'.repeat(64)}.example`,
    'https://acme.example',
    ' ',
  ])('SSO-02 D-SSO-2 refuses %j', async (domain) => {
    expect(refusal(await add(domain))).toBe('400 invalid_parameter domain');
  });

  it.each([
    ['ACME-Upper.Example.', 'acme-upper.example'],
    ['müller.example', 'xn--mller-kva.example'],
    ['firma.co.uk', 'firma.co.uk'],
    ['www.ck', 'www.ck'],
  ])('D-SSO-2 takes %j as %j, under any spelling', async (sent, domain) => {
    expect((await add(sent)).body.domain).toBe(domain);
    expect(refusal(await add(domain))).toBe('409 resource_conflict domain');
    const { body } = await ask('DELETE', `/domains/${encodeURIComponent(sent)}`);
    expect(body.domain).toBe(domain);
    expect((await admin.eventsOf(domain)).at(-1)?.event).toBe('domain.deleted');
  });

  it('SSO-02 is for owners, and shows nobody the domains of others', async () => {
    await add('owned.example');
    const calls = [
      ['POST', '/domains', { domain: 'other.example' }],
      ['GET', '/domains'],
      ['POST', '/domains/owned.example/verify'],
      ['DELETE', '/domains/owned.example'],
    ] as const;
    for (const [method, path, body] of calls)
      expect(refusal(await ask(method, path, body, ADMINISTRATOR_KEY)), path).toBe('403 role_required');
    for (const [method, path] of calls.slice(2))
      expect(refusal(await ask(method, path, undefined, OTHER_KEY)), path).toBe(
        '404 domain_not_found domain',
      );
    expect(await statusOf('owned.example', OTHER_KEY)).toBeUndefined();
  });

  it('SSO-03 refuses keys of administrators at connections, too', async () => {
    const one = '/sso_connections/sso_01m8kvx84vnw2feyr3xesb4h8m';
    for (const [method, path, body] of [
      ['GET', '/sso_connections'],
      ['GET', one],
      ['PATCH', one, { name: 'b' }],
      ['POST', `${one}/test`],
      ['DELETE', one],
    ] as const)
      expect(refusal(await ask(method, path, body, ADMINISTRATOR_KEY)), method).toBe('403 role_required');
  });

  it('D-SSO-1 D-PAGE-1 pages by domains, newest first', async () => {
    const names = ['page-b.example', 'page-a.example', 'page-c.example'];
    for (const name of names) await add(name);
    const page = async (query: string) => {
      const { body } = await ask('GET', `/domains?${query}`);
      const data = body.data as { domain: string }[];
      return [data.map(({ domain }) => domain), body.first_id, body.last_id];
    };
    const [c, a, b] = ['page-c.example', 'page-a.example', 'page-b.example'];
    expect(await page('limit=2')).toEqual([[c, a], c, a]);
    expect(await page(`limit=1&after_id=${a}`)).toEqual([[b], b, b]);
    expect(await page(`limit=2&before_id=${b}`)).toEqual([[c, a], c, a]);
    expect(refusal(await ask('GET', '/domains?after_id=none.example'))).toBe(
      '400 invalid_parameter after_id',
    );
  });
});
