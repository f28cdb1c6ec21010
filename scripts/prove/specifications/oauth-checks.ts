import assert from 'node:assert/strict';
import type * as OAuth from 'oauth4webapi';
import type { ConsoleFixture } from '../../../server/test/console/console-fixture.ts';

const CLIENT = { client_id: 'svc-code' };

type Check = () => Promise<unknown>;

/** What the library and its specifications (RFC 6749, 6750, 7009, 8414, 8628, 9068) want of each endpoint, by name. */
export async function oauthChecks(
  oauth: typeof OAuth,
  { service, as }: ConsoleFixture,
): Promise<Readonly<Record<string, Check>>> {
  const issuer = new URL(service.baseUrl);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const none = oauth.None();
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  );

  const begin = async (client = CLIENT) =>
    oauth.processDeviceAuthorizationResponse(
      server,
      client,
      await oauth.deviceAuthorizationRequest(server, client, none, { scope: 'inference' }, insecure),
    );
  const poll = async (code: string) =>
    oauth.processDeviceCodeResponse(
      server,
      CLIENT,
      await oauth.deviceCodeGrantRequest(server, CLIENT, none, code, insecure),
    );
  const decide = async (userCode: string, verb: 'approve' | 'deny') => {
    const { body } = await as('developer', 'GET', `/device_request?user_code=${userCode}`);
    const decision = { workspace_id: null };
    return as(
      'developer',
      'POST',
      `/device_requests/${body.id}/${verb}`,
      verb === 'approve' ? decision : undefined,
    );
  };
  const signIn = async () => {
    const device = await begin();
    await decide(device.user_code, 'approve');
    return poll(device.device_code);
  };
  const refresh = async (token: string) =>
    oauth.processRefreshTokenResponse(
      server,
      CLIENT,
      await oauth.refreshTokenGrantRequest(server, CLIENT, none, token, insecure),
    );
  const revoke = async (token: string) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(server, CLIENT, none, token, insecure));
  const grant = async (type: string) =>
    oauth.processGenericTokenEndpointResponse(
      server,
      CLIENT,
      await oauth.genericTokenEndpointRequest(server, CLIENT, none, type, {}, insecure),
    );
  const call = (token: string) =>
    oauth.protectedResourceRequest(token, 'GET', new URL('/v1/models', issuer), undefined, null, insecure);
  const refused = (run: Promise<unknown>, error: string) => assert.rejects(run, { error });

  return {
    'metadata names what is offered': async () => {
      for (const name of [
        'token_endpoint',
        'device_authorization_endpoint',
        'revocation_endpoint',
        'jwks_uri',
      ] as const)
        assert.equal(new URL(server[name]!).origin, issuer.origin);
      assert.ok(server.grant_types_supported?.includes('urn:ietf:params:oauth:grant-type:device_code'));
    },
    'a device is signed in': async () => {
      const { access_token, token_type, expires_in, refresh_token } = await signIn();
      assert.equal(token_type, 'bearer');
      assert.ok(expires_in! > 0 && refresh_token);
      assert.equal((await call(access_token)).status, 200);
    },
    'a device waits': async () => refused(poll((await begin()).device_code), 'authorization_pending'),
    'a device that asks too often slows down': async () => {
      const { device_code: code } = await begin();
      await refused(poll(code), 'authorization_pending');
      await refused(poll(code), 'slow_down');
    },
    'a device is denied': async () => {
      const device = await begin();
      await decide(device.user_code, 'deny');
      await refused(poll(device.device_code), 'access_denied');
    },
    'a device code works once': async () => {
      const device = await begin();
      await decide(device.user_code, 'approve');
      await poll(device.device_code);
      await refused(poll(device.device_code), 'invalid_grant');
    },
    'an unknown device code': () => refused(poll('unknown'), 'invalid_grant'),
    'an access token is a JWT that the published keys verify': async () => {
      const { access_token: token } = await signIn();
      const request = new Request(issuer, { headers: { authorization: `Bearer ${token}` } });
      const claims = await oauth.validateJwtAccessToken(server, request, server.issuer, insecure);
      assert.equal(claims.client_id, CLIENT.client_id);
    },
    'a refresh token is exchanged': async () => {
      const { access_token } = await refresh((await signIn()).refresh_token!);
      assert.equal((await call(access_token)).status, 200);
    },
    'an unknown refresh token': () => refused(refresh('unknown'), 'invalid_grant'),
    'a revoked session ends': async () => {
      const { access_token, refresh_token } = await signIn();
      await revoke(refresh_token!);
      await refused(refresh(refresh_token!), 'invalid_grant');
      await assert.rejects(call(access_token), oauth.WWWAuthenticateChallengeError);
    },
    'revoking an unknown token succeeds': () => revoke('unknown'),
    'an unknown grant type': () => refused(grant('password'), 'unsupported_grant_type'),
    'an unknown client': () => refused(begin({ client_id: 'unknown' }), 'invalid_client'),
    'a grant without its parameters': () => refused(grant('refresh_token'), 'invalid_request'),
    'a call with a wrong token is challenged': () =>
      assert.rejects(call('unknown'), oauth.WWWAuthenticateChallengeError),
    'a device code ends': async () => {
      const { device_code: code, expires_in: seconds } = await begin();
      await service.advance(seconds + 1);
      await refused(poll(code), 'expired_token');
    },
  };
}
