import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import {
  DAY_S,
  HOUR_S,
  refusal,
  SIGN_UP,
  startSignUpFixture,
  type SignUpFixture,
} from './sign-up-fixture.ts';

const NETWORK_REQUESTS = 10;
const ADDRESS_REQUESTS = 3;
const ALL_REQUESTS = 300;

describe.each(await httpDatabases(import.meta.filename))('limits of sign-up on $kind', (database) => {
  let fixture: SignUpFixture;
  let people = 0;
  const somebody = () => `127.0.${1 + Math.floor((people += 1) / 250)}.${1 + (people % 250)}`;

  beforeAll(async () => {
    fixture = await startSignUpFixture(database, {
      mode: 'open',
      plan: 'pro',
      organizations_per_domain_per_day: 2,
      organizations_per_day: 5,
    });
  });
  afterAll(() => fixture?.stop());

  /** The outcomes of requests one after the other. */
  const ask = async (requests: readonly (readonly [email: string, from: string])[]): Promise<string[]> => {
    const outcomes = [];
    for (const [email, from] of requests) outcomes.push(refusal(await fixture.request(email, { from })));
    return outcomes;
  };
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const linkOf = (email: string) => fixture.linkFor(email, { from: somebody() });

  it('holds for one network', async () => {
    const requests = times(NETWORK_REQUESTS + 1, (index) => [`n${index}@a.example`, '127.9.9.9'] as const);
    const outcomes = await ask(requests);
    expect(outcomes.slice(0, -1)).toEqual(times(NETWORK_REQUESTS, () => '200'));
    expect(outcomes.at(-1)).toBe('429 too_many_attempts');
    expect(await ask([['other@a.example', '127.9.9.8']])).toEqual(['200']);
    await fixture.service.advance(HOUR_S);
    expect(await ask([['later@a.example', '127.9.9.9']])).toEqual(['200']);
  });

  it('holds for one address, from wherever, whether or not it has an account', async () => {
    for (const email of ['again@a.example', 'pia@acme.test']) {
      const outcomes = await ask(times(ADDRESS_REQUESTS + 1, () => [email, somebody()] as const));
      expect(outcomes).toEqual([...times(ADDRESS_REQUESTS, () => '200'), '429 too_many_attempts']);
      // Letter case makes no other address.
      expect(await ask([[email.toUpperCase(), somebody()]])).toEqual(['429 too_many_attempts']);
    }
  });

  it('counts organizations of a domain by what is before the @, as it is, and only once the address is proved', async () => {
    // Nobody who cannot read mail of the domain uses up what it has.
    await ask(times(5, (index) => [`stranger${index}@b.example`, somebody()] as const));
    const links = [
      await linkOf('ann@b.example'),
      await linkOf('ann+1@b.example'),
      await linkOf('a.nn@b.example'),
    ];
    const responses = [];
    for (const link of links) responses.push(refusal(await fixture.complete(link)));
    expect(responses).toEqual(['200', '200', '429 too_many_attempts']);
    expect(refusal(await fixture.complete(await linkOf('ann@c.example')))).toBe('200');
    await fixture.service.advance(DAY_S - HOUR_S);
    // Counts of a day outlive those of sign-ins, which are swept after their quarter of an hour.
    expect(refusal(await fixture.complete(links[2]!))).toBe('429 too_many_attempts');
    const fresh = await linkOf('a.nn@b.example');
    await fixture.service.advance(HOUR_S);
    expect(refusal(await fixture.complete(fresh))).toBe('200');
  });

  it('holds for all domains together, and nothing is left of what it refuses', async () => {
    await fixture.service.advance(DAY_S);
    const outcomes = [];
    const before = (await fixture.api('GET', '/organizations?limit=100')).body.data.length;
    for (let index = 0; index < 6; index += 1)
      outcomes.push(refusal(await fixture.complete(await linkOf(`all@d${index}.example`))));
    expect(outcomes).toEqual([...times(5, () => '200'), '429 too_many_attempts']);
    expect((await fixture.api('GET', '/organizations?limit=100')).body.data).toHaveLength(before + 5);
    expect(refusal(await fixture.browser().signIn('all@d5.example', 'seven plain green umbrellas'))).toBe(
      '401 sign_in_rejected',
    );
  });

  it('is bounded for all networks together, and so is what it stores', async () => {
    await fixture.service.advance(2 * DAY_S);
    const requests = times(ALL_REQUESTS + 5, (index) => [`f${index}@e${index}.example`, somebody()] as const);
    const outcomes = await ask(requests);
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(ALL_REQUESTS);
    await fixture.mails();
    const rows = await fixture.service.drainAndRead(
      async (db) => await db.selectFrom('sign_ups').select('id').where('status', '=', 'unverified').execute(),
    );
    expect(rows).toHaveLength(ALL_REQUESTS);
  });
});

describe.each(await httpDatabases(import.meta.filename))('sign-up by domain on $kind', (database) => {
  let fixture: SignUpFixture;

  beforeAll(async () => {
    fixture = await startSignUpFixture(database, {
      mode: 'domains',
      domains: ['Example.COM', 'bücher.example'],
      plan: 'pro',
    });
  });
  afterAll(() => fixture?.stop());

  it('lets in addresses at its domains, in any case and script', async () => {
    let at = 0;
    for (const email of ['ann@example.com', 'BEN@EXAMPLE.com', 'cleo@xn--bcher-kva.example'])
      expect(
        refusal(await fixture.complete(await fixture.linkFor(email, { from: `127.0.8.${(at += 1)}` }))),
      ).toBe('200');
  });

  it.each([
    'ann@example.com.evil.test',
    'ann@evil-example.com',
    'ann@evil.test',
    'ann@sub.example.com',
    'ann@examp1e.com',
    'ann@example.co',
    'ann@еxample.com',
    '"ann@example.com"@evil.test',
    'ann@example.com@evil.test',
    'ann@evil.test?@example.com',
    'ann@[127.0.0.1]',
    'ann@xn--xample-2of.com',
  ])('keeps %s out, and mails nothing', async (email) => {
    await fixture.mails();
    expect(refusal(await fixture.request(email, { from: '127.0.7.1' }))).toBe('400 invalid_parameter email');
    expect(await fixture.mails()).toEqual([]);
  });

  it('does not tell which domains are let in', async () => {
    const { body } = await fixture.request('ann@evil.test', { from: '127.0.7.2' });
    expect(JSON.stringify(body)).not.toMatch(/example\.com|bcher/);
    expect((await fixture.browser().get('/console/api/auth/entrances')).body).toEqual({
      type: 'entrances',
      sign_up: 'domains',
    });
  });

  it('stops a link when its domain is taken off the list', async () => {
    const token = await fixture.linkFor('dora@example.com', { from: '127.0.7.3' });
    await fixture.set({ mode: 'domains', domains: ['other.example'], plan: 'pro' });
    expect(refusal(await fixture.complete(token))).toBe('404 link_invalid');
    expect(refusal(await fixture.browser().post(`${SIGN_UP}/read`, { token }))).toBe('404 link_invalid');
  });
});
