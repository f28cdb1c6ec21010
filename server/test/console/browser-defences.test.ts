import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CONSOLE_OPERATIONS,
  MIRRORED_OPERATIONS,
  OPERATOR_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type Operation,
} from '@svc/contract';
import { ApiBrowser, type BrowserResponse, usualDatabase } from '#test-kit';
import { refusal, startConsoleFixture, type ConsoleFixture } from './console-fixture.ts';

const OPERATIONS: readonly Operation[] = [
  ...MIRRORED_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
];
const CHANGES = OPERATIONS.filter(({ method }) => method !== 'GET');
const pathOf = ({ path }: Operation): string => path.replaceAll(/\{\w+\}/g, 'x_01m80naqydyjb73qnm3gz94qyp');
/** Content types that a form, image or script of another site can send without a preflight. */
const SIMPLE_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];
const database = await usualDatabase();

describe('defences against other sites', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    // While nobody may sign up, its paths are unknown.
    const signup = { mode: 'open', plan: 'pro' };
    fixture = await startConsoleFixture(database, {}, { signup }, { SMTP_URL: 'smtp://127.0.0.1:1' });
  });

  afterAll(() => fixture?.stop());

  const events = async (): Promise<unknown> =>
    (await fixture.as('owner', 'GET', '/audit_events?limit=1')).body.data;

  it('grants pages of other sites nothing on any path of the Console and of operators', async () => {
    const preflight = async (path: string): Promise<Response> =>
      fetch(fixture.service.baseUrl + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
      });
    const paths = new Set([...OPERATIONS, ...OPERATOR_OPERATIONS].map(pathOf));
    for (const path of paths) {
      const { status, headers } = await preflight(path);
      const granted = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([path, status, granted]).toEqual([path, 204, []]);
    }
    expect((await preflight('/v1/models')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('D-CONS-1 refuses every change sent by another site, without effect', async () => {
    const [owner, administrator, nobody] = [
      await fixture.browserOf('owner'),
      await fixture.browserOf('administrator'),
      new ApiBrowser(fixture.service.baseUrl),
    ];
    const { csrf_token: vendor } = (await administrator.get('/console/api/auth/session')).body as {
      csrf_token: string;
    };
    const before = await events();
    for (const operation of CHANGES) {
      const send = (headers: Record<string, string>, browser = owner) =>
        browser.send(operation.method, pathOf(operation), operation.bodyUnder ? {} : undefined, headers);
      for (const origin of [
        'https://evil.test',
        'null',
        '',
        `${fixture.service.baseUrl}.evil.test`,
        'https://localhost',
      ])
        expect([operation.id, refusal(await send({ origin }))]).toEqual([operation.id, '403 csrf_rejected']);
      if (operation.credential === 'none') continue;
      expect([operation.id, refusal(await send({}, nobody))]).toEqual([operation.id, '401 session_required']);
      for (const token of ['', 'x', vendor])
        expect([operation.id, refusal(await send({ 'svc-csrf': token }))]).toEqual([
          operation.id,
          '403 csrf_rejected',
        ]);
    }
    expect(await events()).toEqual(before);
  });

  it('D-CONS-1 refuses every change sent as a form, even from its own pages', async () => {
    const owner = await fixture.browserOf('owner');
    const before = await events();
    for (const operation of CHANGES.filter(({ bodyUnder }) => bodyUnder)) {
      for (const type of SIMPLE_TYPES) {
        const response = await owner.send(operation.method, pathOf(operation), {}, { 'content-type': type });
        // A plugin is uploaded as a form, which other sites cannot send without the token. This one has no
        // parts.
        const isUpload = operation.id === 'createPlugin' && type.startsWith('multipart/');
        const expected = isUpload ? '400 invalid_request' : '400 invalid_request Content-Type';
        expect([operation.id, type, refusal(response)]).toEqual([operation.id, type, expected]);
      }
    }
    expect(await events()).toEqual(before);
  });

  it('D-CONS-1 every response, including errors, forbids framing, type sniffing, cross-site use and caching', async () => {
    const [owner, nobody] = [await fixture.browserOf('owner'), new ApiBrowser(fixture.service.baseUrl)];
    const check = (what: string, { headers }: BrowserResponse): void => {
      expect([what, headers.get('content-security-policy')]).toEqual([
        what,
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      ]);
      expect([what, headers.get('x-frame-options')]).toEqual([what, 'DENY']);
      expect([what, headers.get('x-content-type-options')]).toEqual([what, 'nosniff']);
      expect([what, headers.get('referrer-policy')]).toEqual([what, 'no-referrer']);
      expect([what, headers.get('cross-origin-resource-policy')]).toEqual([what, 'same-origin']);
      expect([what, headers.get('cache-control')]).toEqual([what, 'no-store']);
      expect([what, headers.get('access-control-allow-origin')]).toEqual([what, null]);
    };
    for (const operation of OPERATIONS) {
      const path = pathOf(operation);
      check(`nobody ${operation.id}`, await nobody.send(operation.method, path));
      if (operation.method === 'GET') check(operation.id, await owner.get(path));
    }
    check('made', await owner.post('/console/api/groups', { name: 'A group', user_ids: [] }));
    check('no operation', await nobody.get('/console/api/nothing'));
    check('another method', await nobody.send('PUT', '/console/api/me'));
  });
});
