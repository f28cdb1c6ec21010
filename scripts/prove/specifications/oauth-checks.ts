import assert from 'node:assert/strict';
import type { OAuthClient } from './oauth-client.ts';

const ENDPOINTS = [
  'token_endpoint',
  'device_authorization_endpoint',
  'revocation_endpoint',
  'jwks_uri',
] as const;

type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const refused = (run: Promise<unknown>, error: string): Promise<void> => assert.rejects(run, { error });

/** What the library and its specifications (RFC 6749, 6750, 7009, 8414, 8628, 9068) want, by name. */
export function oauthChecks(client: OAuthClient): Checks {
  return { ...deviceChecks(client), ...tokenChecks(client), ...refusals(client) };
}

const deviceChecks = (client: OAuthClient): Checks => ({
  'metadata names what is offered': async () => {
    const { server, issuer } = client;
    for (const name of ENDPOINTS) assert.equal(new URL(server[name]!).origin, issuer.origin);
    assert.ok(server.grant_types_supported?.includes('urn:ietf:params:oauth:grant-type:device_code'));
  },
  'a device is signed in': async () => {
    const { access_token, token_type, expires_in, refresh_token } = await client.signIn();
    assert.equal(token_type, 'bearer');
    assert.ok(expires_in! > 0 && refresh_token);
    assert.equal((await client.call(access_token)).status, 200);
  },
  'a device waits': async () =>
    refused(client.poll((await client.begin()).device_code), 'authorization_pending'),
  'a device that asks too often slows down': async () => {
    const { device_code: code } = await client.begin();
    await refused(client.poll(code), 'authorization_pending');
    await refused(client.poll(code), 'slow_down');
  },
  'a device is denied': async () => {
    const device = await client.begin();
    await client.decide(device, 'deny');
    await refused(client.poll(device.device_code), 'access_denied');
  },
  'a device code works once': async () => {
    const device = await client.begin();
    await client.decide(device, 'approve');
    await client.poll(device.device_code);
    await refused(client.poll(device.device_code), 'invalid_grant');
  },
  'a device code expires': async () => {
    const { device_code: code, expires_in: seconds } = await client.begin();
    await client.advance(seconds + 1);
    await refused(client.poll(code), 'expired_token');
  },
});

const tokenChecks = (client: OAuthClient): Checks => ({
  'an access token is a JWT that the published keys verify': async () => {
    const claims = await client.claimsOf((await client.signIn()).access_token);
    assert.equal(claims.client_id, 'svc-code');
  },
  'a refresh token is exchanged': async () => {
    const { access_token } = await client.refresh((await client.signIn()).refresh_token!);
    assert.equal((await client.call(access_token)).status, 200);
  },
  'a revoked session ends': async () => {
    const { access_token, refresh_token } = await client.signIn();
    await client.revoke(refresh_token!);
    await refused(client.refresh(refresh_token!), 'invalid_grant');
    await assert.rejects(client.call(access_token), client.oauth.WWWAuthenticateChallengeError);
  },
  'an unknown token may be revoked': () => client.revoke('unknown'),
});

const refusals = (client: OAuthClient): Checks => ({
  'an unknown client': () => refused(client.begin({ client_id: 'unknown' }), 'invalid_client'),
  'an unknown device code': () => refused(client.poll('unknown'), 'invalid_grant'),
  'an unknown refresh token': () => refused(client.refresh('unknown'), 'invalid_grant'),
  'an unknown grant type': () => refused(client.grant('password'), 'unsupported_grant_type'),
  'a grant without its parameters': () => refused(client.grant('refresh_token'), 'invalid_request'),
  'a call with a wrong token is challenged': () =>
    assert.rejects(client.call('unknown'), client.oauth.WWWAuthenticateChallengeError),
});
