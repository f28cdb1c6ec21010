import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock, createOperatorOutbound, OutboundGuard } from '#kit';
import { IdentityProvider } from '#test-kit';
import { checkProvider } from './check-provider.ts';

type Body = Readonly<Record<string, unknown>>;

describe('what doctor asks a provider', () => {
  let idp: IdentityProvider;
  const clock = createClock();
  beforeAll(async () => {
    idp = await IdentityProvider.start();
  });
  afterAll(() => idp?.close());
  beforeEach(() => {
    idp.changeMetadata = (metadata) => metadata;
  });

  const check = (issuer = idp.issuer, guard = createOperatorOutbound(), at = clock) =>
    checkProvider({ guard, clock: at }, issuer);
  const metadataHas = (changes: Body) => {
    idp.changeMetadata = (metadata) => ({ ...metadata, ...changes });
  };

  it('SSO-05 reads metadata and keys, and by how much its clock differs', async () => {
    expect(Math.abs((await check()).aheadMs ?? NaN)).toBeLessThan(60_000);
    const slow = createClock(-600_000);
    expect((await check(idp.issuer, createOperatorOutbound(), slow)).aheadMs).toBeGreaterThan(540_000);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'DNS does not know',
      () => check('https://nothing.invalid'),
      /the metadata .* its name is not known to DNS/,
    ],
    ['nothing listens for', () => check('https://localhost:9'), /no connection. Open outgoing HTTPS/],
    ['is private where that is closed', () => check(idp.issuer, new OutboundGuard([])), /address is private/],
    ['is not https', () => check(idp.issuer.replace('https', 'http')), /not an https address/],
    ['is of another path', () => check(`${idp.issuer}/realms/x`), /answered with status 204/],
  ])('says what to do about an address that %s', async (_name, run, sentence) => {
    await expect(run()).rejects.toThrow(sentence);
  });

  it.each<[string, Body, RegExp]>([
    ['another issuer', { issuer: 'https://other.example' }, /another issuer, "https:\/\/other\.example"/],
    ['no keys', { jwks_uri: undefined }, /no jwks_uri/],
    ['keys over HTTP', { jwks_uri: 'http://127.0.0.1:9/keys' }, /the keys .* not an https address/],
  ])('SSO-05 says what to do about metadata with %s', async (_name, changes, sentence) => {
    metadataHas(changes);
    await expect(check()).rejects.toThrow(sentence);
  });

  it('SSO-05 says when no key is for an algorithm that is accepted', async () => {
    await idp.rotateKey('ES384');
    await expect(check()).rejects.toThrow('none of the keys is for RS256, PS256, ES256');
    await idp.rotateKey('ES256');
    await expect(check()).resolves.toBeDefined();
  });
});
