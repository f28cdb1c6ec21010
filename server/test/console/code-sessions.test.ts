import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, httpDatabases } from '#test-kit';
import {
  PASSWORD,
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Reply,
  type Someone,
} from './console-fixture.ts';

const MODELS = '/v1/models';

describe.each(await httpDatabases(import.meta.filename))(
  'programs with user sign-in on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    let issuer: URL;
    const call = (token: string, path = MODELS): Promise<Response> =>
      fetch(`http://127.0.0.1:${fixture.service.port}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const codeOf = async (response: Response): Promise<string> => {
      const { error } = (await response.json()) as { error?: { code: string } };
      return [response.status, ...(error ? [error.code] : [])].join(' ');
    };
    const find = (userCode: string): Promise<Reply> =>
      fixture.as('developer', 'GET', `/device_request?user_code=${userCode}`);
    const discover = (id: string): Promise<client.Configuration> =>
      client.discovery(issuer, id, {}, client.None(), {
        algorithm: 'oauth2',
        execute: [client.allowInsecureRequests],
      });

    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
      issuer = new URL(fixture.service.baseUrl);
    });
    afterAll(() => fixture?.stop());

    it('AUTH-04 AUTH-14 CONS-15 D-68 a library signs in and refreshes, and signing it out in the Console leaves keys working', async () => {
      const config = await discover('svc-code');
      const device = await client.initiateDeviceAuthorization(config, { scope: 'inference' });
      expect(device.verification_uri_complete).toBe(
        `${fixture.service.baseUrl}/console/device?user_code=${device.user_code}`,
      );
      const request = (await find(device.user_code)).body;
      expect(request).toMatchObject({
        type: 'device_request',
        client_name: 'Svc Code',
        surface: 'cli',
        scope: 'inference',
        ip_address: '127.0.0.1',
      });
      const approved = await fixture.as('developer', 'POST', `/device_requests/${request.id}/approve`, {
        workspace_id: fixture.ids['Default'],
      });
      expect([approved.status, approved.body]).toEqual([
        200,
        { id: request.id, type: 'device_request', status: 'approved' },
      ]);
      expect(refusal(await find(device.user_code))).toBe('404 device_request_not_found');
      const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.1 });
      expect(await codeOf(await call(tokens.access_token))).toBe('200');
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token!);
      expect(await codeOf(await call(refreshed.access_token))).toBe('200');

      const [session] = (await fixture.as('developer', 'GET', '/code_sessions')).body.data;
      expect(session).toMatchObject({
        type: 'code_session',
        client_name: 'Svc Code',
        workspace_id: fixture.ids['Default'],
      });
      expect((await fixture.as('owner', 'GET', '/code_sessions')).body.data).toEqual([]);
      expect(refusal(await fixture.as('owner', 'DELETE', `/code_sessions/${session.id}`))).toBe(
        '404 session_not_found',
      );
      expect((await fixture.as('developer', 'DELETE', `/code_sessions/${session.id}`)).body).toEqual({
        id: session.id,
        type: 'code_session',
        deleted: true,
      });
      expect(await codeOf(await call(refreshed.access_token))).toBe('401 token_revoked');
      await expect(client.refreshTokenGrant(config, refreshed.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      expect(await codeOf(await call(fixture.secrets.dora))).toBe('200');
      const events = (await fixture.admin('GET', `/audit_events?resource_id=${session.id}`)).body.data as {
        event: string;
        actor: object;
      }[];
      expect(events.map(({ event }) => event)).toEqual(['session.revoked', 'session.signed_in']);
      expect(events[0]!.actor).toMatchObject({ type: 'user', email: 'dora@acme.test', role: 'developer' });
    });

    it('D-68 D-69 another library follows the metadata, verifies the token with the published keys, and gets a denial', async () => {
      const insecure = { [oauth.allowInsecureRequests]: true };
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
      );
      const desktop = { client_id: 'svc-code-desktop' };
      const begin = async () =>
        oauth.processDeviceAuthorizationResponse(
          server,
          desktop,
          await oauth.deviceAuthorizationRequest(server, desktop, oauth.None(), {}, insecure),
        );
      const poll = async (code: string) =>
        oauth.processDeviceCodeResponse(
          server,
          desktop,
          await oauth.deviceCodeGrantRequest(server, desktop, oauth.None(), code, insecure),
        );
      const [wanted, unwanted] = [await begin(), await begin()];
      await expect(poll(wanted.device_code)).rejects.toMatchObject({ error: 'authorization_pending' });
      const [one, other] = [(await find(wanted.user_code)).body, (await find(unwanted.user_code)).body];
      await fixture.as('developer', 'POST', `/device_requests/${one.id}/approve`, { workspace_id: null });
      expect((await fixture.as('developer', 'POST', `/device_requests/${other.id}/deny`)).body).toEqual({
        id: other.id,
        type: 'device_request',
        status: 'denied',
      });
      expect(
        refusal(
          await fixture.as('developer', 'POST', `/device_requests/${other.id}/approve`, {
            workspace_id: null,
          }),
        ),
      ).toBe('404 device_request_not_found');
      await expect(poll(unwanted.device_code)).rejects.toMatchObject({ error: 'access_denied' });
      const tokens = await poll(wanted.device_code);
      const request = new Request(issuer, { headers: { authorization: `Bearer ${tokens.access_token}` } });
      const claims = await oauth.validateJwtAccessToken(
        server,
        request,
        issuer.href.replace(/\/$/, ''),
        insecure,
      );
      expect(claims).toMatchObject({
        client_id: 'svc-code-desktop',
        surface: 'desktop',
        workspace_id: null,
        sub: fixture.ids['developer'],
      });
      expect(await codeOf(await call(tokens.access_token))).toBe('400 org_required');
      const ended = await oauth.revocationRequest(
        server,
        desktop,
        oauth.None(),
        tokens.refresh_token!,
        insecure,
      );
      await oauth.processRevocationResponse(ended);
      expect(await codeOf(await call(tokens.access_token))).toBe('401 token_revoked');
    });

    it('D-68 a device cannot be signed in without a membership or into a closed workspace', async () => {
      const config = await discover('svc-code-terminal');
      const { user_code: userCode } = await client.initiateDeviceAuthorization(config, {});
      const approve = async (
        someone: 'developer' | 'owner',
        workspaceId: string | undefined,
      ): Promise<Reply> => {
        const { id } = (await fixture.as(someone, 'GET', `/device_request?user_code=${userCode}`)).body;
        return fixture.as(someone, 'POST', `/device_requests/${id}/approve`, { workspace_id: workspaceId });
      };
      expect(refusal(await approve('developer', fixture.ids['Research']))).toBe(
        '404 workspace_not_found workspace_id',
      );
      expect(refusal(await approve('owner', fixture.ids['Closed']))).toBe('403 workspace_archived');
      expect(refusal(await approve('developer', undefined))).toBe('400 invalid_parameter workspace_id');
    });

    it('D-68 D-74 a pending sign-in lists the workspaces its user may act in, including the Default one', async () => {
      const { user_code: userCode } = await client.initiateDeviceAuthorization(
        await discover('svc-code-desktop'),
        {},
      );
      const choicesOf = async (someone: Someone): Promise<unknown> => {
        const { body } = await fixture.as(someone, 'GET', `/device_request?user_code=${userCode}`);
        return body.workspaces;
      };
      const choice = (name: string) => ({ id: fixture.ids[name], name, is_default: name === 'Default' });
      for (const someone of ['member', 'billing', 'developer'] as const)
        expect(await choicesOf(someone)).toEqual([choice('Default')]);
      for (const someone of ['workspace_admin', 'owner'] as const)
        expect(await choicesOf(someone)).toEqual([choice('Default'), choice('Research')]);
    });

    it('D-70 signing out everywhere else also signs out programs', async () => {
      const config = await discover('svc-code');
      const device = await client.initiateDeviceAuthorization(config, {});
      const { id } = (await find(device.user_code)).body;
      await fixture.as('developer', 'POST', `/device_requests/${id}/approve`, { workspace_id: null });
      const { access_token: token } = await client.pollDeviceAuthorizationGrant(config, {
        ...device,
        interval: 0.1,
      });
      expect(await codeOf(await call(token))).toBe('200');
      expect((await fixture.as('developer', 'POST', '/sessions/revoke_others')).status).toBe(200);
      expect(await codeOf(await call(token))).toBe('401 token_revoked');
      expect((await fixture.as('developer', 'GET', '/code_sessions')).body.data).toEqual([]);
    });

    it('D-70 changing the password also signs out programs, including pending sign-ins', async () => {
      const config = await discover('svc-code');
      const approve = async () => {
        const device = await client.initiateDeviceAuthorization(config, {});
        const { id } = (
          await fixture.as('second_developer', 'GET', `/device_request?user_code=${device.user_code}`)
        ).body;
        await fixture.as('second_developer', 'POST', `/device_requests/${id}/approve`, {
          workspace_id: null,
        });
        return { ...device, interval: 0.1 };
      };
      const { access_token: token, refresh_token: refresh } = await client.pollDeviceAuthorizationGrant(
        config,
        await approve(),
      );
      const waiting = await approve();
      const asked = await fixture.as('second_developer', 'POST', '/playground/credential', {
        workspace_id: fixture.ids['Default'],
      });
      expect([await codeOf(await call(token)), await codeOf(await call(asked.body.access_token))]).toEqual([
        '200',
        '200',
      ]);
      const change = { current_password: PASSWORD, new_password: 'another long password' };
      const changed = await fixture.as('second_developer', 'POST', '/auth/password', change);
      expect(changed.status).toBe(200);
      for (const one of [token, asked.body.access_token])
        expect(await codeOf(await call(one))).toBe('401 token_revoked');
      await expect(client.refreshTokenGrant(config, refresh!)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      await expect(client.pollDeviceAuthorizationGrant(config, waiting)).rejects.toMatchObject({
        error: 'access_denied',
      });
      (await fixture.browserOf('second_developer')).adopt(changed);
      expect((await fixture.as('second_developer', 'GET', '/code_sessions')).body.data).toEqual([]);
    });

    it('D-CONS-5 the playground calls models as the user, where the user may', async () => {
      const ask = (workspace: string): Promise<Reply> =>
        fixture.as('developer', 'POST', '/playground/credential', { workspace_id: fixture.ids[workspace] });
      const { status, body } = await ask('Default');
      expect([status, body]).toEqual([
        200,
        {
          type: 'playground_credential',
          workspace_id: fixture.ids['Default'],
          access_token: expect.any(String),
          expires_at: expect.any(String),
        },
      ]);
      expect(await codeOf(await call(body.access_token))).toBe('200');
      expect(refusal(await ask('Research'))).toMatch(/^40[34] /);
      expect((await fixture.as('developer', 'GET', '/code_sessions')).body.data).toEqual([]);
      await fixture.service.advance(360);
      expect(['401 token_revoked', '401 invalid_token']).toContain(
        await codeOf(await call(body.access_token)),
      );
    });

    it('D-70 D-CONS-5 a playground token ends with the Console session that created it, and with no other', async () => {
      const mona = async () => {
        const browser = new ApiBrowser(fixture.service.baseUrl);
        await browser.signIn('mona@acme.test', PASSWORD);
        const { body } = await browser.post('/console/api/playground/credential', {
          workspace_id: fixture.ids['Default'],
        });
        return { browser, token: body['access_token'] as string };
      };
      const stay = await mona();
      const [leaves, lost] = [await mona(), await mona()];
      const outcomes = async () =>
        Promise.all([stay, leaves, lost].map(async ({ token }) => codeOf(await call(token))));
      expect(await outcomes()).toEqual(['200', '200', '200']);

      expect((await leaves.browser.post('/console/api/auth/sign_out')).status).toBe(200);
      expect(await outcomes()).toEqual(['200', '401 token_revoked', '200']);

      const { data } = (await lost.browser.get('/console/api/sessions')).body as {
        data: { id: string; is_current: boolean }[];
      };
      const { id } = data.find((session) => session.is_current)!;
      expect((await stay.browser.send('DELETE', `/console/api/sessions/${id}`)).status).toBe(200);
      expect(await outcomes()).toEqual(['200', '401 token_revoked', '401 token_revoked']);
    });
  },
);
