import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, Authenticator, httpDatabases } from '#test-kit';
import {
  learnToken,
  OPERATOR_PASSWORD,
  refusal,
  ROOT,
  startOperatorFixture,
  toReply,
  type OperatorFixture,
  type Reply,
} from './operator-fixture.ts';

const IDLE_S = 3600;

describe.each(await httpDatabases(import.meta.filename))('the sign-in of operators on $kind', (database) => {
  let fixture: OperatorFixture;
  const open = (): ApiBrowser => new ApiBrowser(fixture.service.baseUrl);
  const post = async (browser: ApiBrowser, path: string, body: object): Promise<Reply> =>
    toReply(await browser.post(ROOT + path, body));
  const nextCode = async (app: Authenticator): Promise<string> => {
    await fixture.service.advance(60);
    return app.code(fixture.service.nowMs());
  };

  beforeAll(async () => {
    fixture = await startOperatorFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('begins with a link that works once, and not without the code of the app it shows', async () => {
    const token = await fixture.invite('nora@svc.test', 'operator_viewer');
    const browser = open();
    const link = await post(browser, '/set_up/read', { token });
    expect(link.body).toMatchObject({ email: 'nora@svc.test', role: 'operator_viewer' });
    const app = new Authenticator(link.body.authenticator_uri);
    const setup = { token, name: 'Nora', password: OPERATOR_PASSWORD };
    expect(refusal(await post(browser, '/set_up', { ...setup, code: '000000' }))).toBe(
      '403 second_factor_rejected code',
    );
    const code = app.code(fixture.service.nowMs());
    expect(refusal(await post(browser, '/set_up', { ...setup, password: 'short', code }))).toBe(
      '400 invalid_parameter password',
    );
    expect((await post(browser, '/set_up', { ...setup, code })).status).toBe(200);
    expect((await browser.get(`${ROOT}/session`)).body).toMatchObject({
      operator: { email: 'nora@svc.test', name: 'Nora', role: 'operator_viewer' },
    });
    expect(refusal(await post(open(), '/set_up', { ...setup, code }))).toBe('404 link_invalid');
    expect(refusal(await post(open(), '/set_up/read', { token: 'operator_nothing' }))).toBe(
      '404 link_invalid',
    );
  });

  it('takes password and code together, each code once, and does not tell which was wrong', async () => {
    const { email, app } = fixture.operator;
    const code = await nextCode(app);
    const wrong = [
      { email, password: 'another password', code },
      { email, password: OPERATOR_PASSWORD, code: '000000' },
      { email: 'nobody@svc.test', password: OPERATOR_PASSWORD, code },
      { email: 'pia@acme.test', password: 'correct horse battery', code },
    ];
    const responses = await Promise.all(wrong.map((body) => post(open(), '/sign_in', body)));
    expect(responses.map(refusal)).toEqual(wrong.map(() => '401 sign_in_rejected'));
    expect(new Set(responses.map(({ body }) => body.error.message)).size).toBe(1);
    expect(refusal(await post(open(), '/sign_in', { email, password: OPERATOR_PASSWORD }))).toBe(
      '400 invalid_parameter code',
    );
    const browser = open();
    const right = { email: email.toUpperCase(), password: OPERATOR_PASSWORD, code };
    expect((await post(browser, '/sign_in', right)).status).toBe(200);
    expect((await browser.get(`${ROOT}/session`)).status).toBe(200);
    expect(refusal(await post(open(), '/sign_in', right))).toBe('401 sign_in_rejected');
  });

  it('sets a cookie that no script reads and no other site sends', async () => {
    const response = await post(open(), '/sign_in', {
      email: fixture.operator.email,
      password: OPERATOR_PASSWORD,
      code: await nextCode(fixture.operator.app),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^svc_operator=[0-9a-f]{64}; /);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/'])
      expect(cookie.toLowerCase()).toContain(attribute.toLowerCase());
  });

  it('limits attempts for one operator from one network', async () => {
    const { email } = await fixture.setUp('lola@svc.test', 'operator');
    const attempt = { email, password: 'wrong', code: '123456' };
    const responses = [];
    for (let tries = 0; tries < 11; tries++) responses.push(refusal(await post(open(), '/sign_in', attempt)));
    expect(responses.at(9)).toBe('401 sign_in_rejected');
    expect(responses.at(10)).toBe('429 too_many_attempts');
  });

  it('takes changes only from its own pages, with the token of its session', async () => {
    const { browser } = fixture.operator;
    const body = { name: 'Forged', plan: 'pro' };
    const forged = { 'svc-csrf': 'nothing' };
    const send = async (headers: Record<string, string>) =>
      refusal(toReply(await browser.send('POST', `${ROOT}/organizations`, body, headers)));
    expect(await send(forged)).toBe('403 csrf_rejected');
    expect(await send({ origin: 'https://evil.test' })).toBe('403 csrf_rejected');
    const ofViewer = (await fixture.viewer.browser.get(`${ROOT}/session`)).body['csrf_token'] as string;
    expect(await send({ 'svc-csrf': ofViewer })).toBe('403 csrf_rejected');
  });

  it('ends with sign-out, without use, with removal, and with another link', async () => {
    const rita = await fixture.setUp('rita@svc.test', 'operator');
    await learnToken(rita.browser);
    const stolen = rita.browser.copy();
    expect((await post(rita.browser, '/sign_out', {})).status).toBe(200);
    expect(refusal(toReply(await stolen.get(`${ROOT}/session`)))).toBe('401 session_required');

    const removed = await fixture.setUp('remo@svc.test', 'operator');
    await fixture.service.operator.removeOperator('REMO@svc.test');
    expect(refusal(await removed.call('GET', '/session'))).toBe('401 session_required');
    const code = await nextCode(removed.app);
    expect(
      refusal(await post(open(), '/sign_in', { email: removed.email, password: OPERATOR_PASSWORD, code })),
    ).toBe('401 sign_in_rejected');
    await expect(fixture.service.operator.removeOperator('remo@svc.test')).rejects.toThrow('no operator');

    const reset = await fixture.setUp('resa@svc.test', 'operator');
    await fixture.invite('resa@svc.test');
    expect(refusal(await reset.call('GET', '/session'))).toBe('401 session_required');
    const { data } = (await fixture.api('GET', '/events?limit=100')).body;
    const about = data.filter(({ event }: { event: string }) =>
      /^operator\.(reset|removed|added)$/.test(event),
    );
    const changes = { role: { from: 'operator', to: 'operator' } };
    expect(about.slice(0, 4)).toMatchObject([
      { event: 'operator.reset', changes },
      { event: 'operator.added', changes: { role: { from: null, to: 'operator' } } },
      { event: 'operator.removed', actor: { type: 'command' } },
      { event: 'operator.added' },
    ]);
    expect(about[0].resource).toEqual(about[1].resource);
    expect(about[2].resource).toEqual(about[3].resource);

    const idle = await fixture.setUp('idle@svc.test', 'operator');
    await fixture.service.advance(IDLE_S + 1);
    expect(refusal(await idle.call('GET', '/session'))).toBe('401 session_required');
  });

  it('is written down, with failures of those who are operators', async () => {
    const { email, app } = await fixture.setUp('erna@svc.test', 'operator');
    const browser = open();
    await post(browser, '/sign_in', { email, password: 'wrong', code: '000000' });
    const right = { email, password: OPERATOR_PASSWORD, code: await nextCode(app) };
    await post(browser, '/sign_in', right);
    const events = (await fixture.api('GET', '/events?limit=100')).body.data as {
      event: string;
      actor: { name: string };
    }[];
    const names = events.filter(({ actor }) => actor.name === email).map(({ event }) => event);
    expect(names.toSorted()).toEqual(['operator.set_up', 'session.failed', 'session.signed_in']);
    expect(JSON.stringify(events)).not.toContain(OPERATOR_PASSWORD);
  });
});
