import { describe, expect, it } from 'vitest';
import { fingerprint } from '#kit';
import { readBearer } from './bearer.ts';

const [one, other] = ['a', 'b'].map((digit) => `sk_live_${digit.repeat(64)}`) as [string, string];

/** A request on a connection, with these `Authorization` headers. */
function sent(socket: object, ...authorization: string[]): Parameters<typeof readBearer>[0] {
  return {
    request: {
      socket,
      headers: { authorization: authorization[0] },
      rawHeaders: authorization.flatMap((value) => ['Authorization', value]),
    },
    operation: {},
  } as unknown as Parameters<typeof readBearer>[0];
}

describe('credentials', () => {
  it('are each read as they were sent, whichever was sent before', () => {
    const socket = {};
    for (const secret of [one, one, other, one])
      expect(readBearer(sent(socket, `Bearer ${secret}`))).toEqual({
        kind: 'inference',
        secret,
        print: fingerprint(secret),
      });
  });

  it('count as none when one is sent twice, even after it was accepted', () => {
    const socket = {};
    readBearer(sent(socket, `Bearer ${one}`));
    expect(() => readBearer(sent(socket, `Bearer ${one}`, `Bearer ${one}`))).toThrow('key');
    expect(() => readBearer(sent(socket))).toThrow('key');
  });

  it('AUTH-07 are missed with a word about the header that was sent in their place', () => {
    const exchange = (headers: object, isVendorApi = false) => ({
      ...sent({}),
      request: { socket: {}, headers, rawHeaders: [] },
      operation: isVendorApi ? { isVendorApi } : {},
    });
    const refuse =
      (...of: Parameters<typeof exchange>) =>
      () =>
        readBearer(exchange(...of) as unknown as Parameters<typeof readBearer>[0]);
    expect(refuse({ 'x-api-key': one })).toThrow('The header x-api-key is not read here.');
    expect(refuse({ authorization: one })).toThrow('must be Bearer followed by your API key');
    expect(refuse({})).toThrow('No credential was sent.');
    expect(refuse({}, true)).toThrow('No credential was sent.');
  });

  it('do not make a malformed one valid', () => {
    const socket = {};
    readBearer(sent(socket, `Bearer ${one}`));
    for (let i = 0; i < 2; i++) expect(() => readBearer(sent(socket, `Bearer ${one}0`))).toThrow('key');
  });
});
