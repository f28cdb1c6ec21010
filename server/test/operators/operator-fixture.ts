import type { OperatorRole } from '@svc/contract';
import {
  ApiBrowser,
  Authenticator,
  readReply,
  type BrowserResponse,
  type HttpReply,
  type TestDatabase,
} from '#test-kit';
import { startConsoleFixture, type ConsoleFixture } from '../console/console-fixture.ts';

export { refusal, type HttpReply as Reply } from '#test-kit';

export const ROOT = '/console/api/operator';
export const OPERATOR_PASSWORD = 'a password of operators';

/** An operator who has set up password and app. */
export interface SignedInOperator {
  readonly email: string;
  readonly browser: ApiBrowser;
  readonly app: Authenticator;
  /** Calls what operators do, in the Console. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<HttpReply>;
}

/** Acme and Globex, and the people who run the deployment. */
export interface OperatorFixture extends ConsoleFixture {
  readonly operator: SignedInOperator;
  readonly viewer: SignedInOperator;
  readonly keys: Readonly<Record<OperatorRole, string>>;
  /** Ids of organizations by name. */
  readonly organizations: Readonly<Record<string, string>>;
  /** Calls the Operator API, with the key of an operator unless another is given. */
  api(method: string, path: string, options?: ApiCallOptions): Promise<HttpReply>;
  /** The token of a link for a new operator. */
  invite(email: string, role?: OperatorRole): Promise<string>;
  setUp(email: string, role: OperatorRole): Promise<SignedInOperator>;
}

interface ApiCallOptions {
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function startOperatorFixture(
  database: TestDatabase,
  limits: object = {},
  more: object = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<OperatorFixture> {
  const fixture = await startConsoleFixture(database, limits, more, environment);
  const { service } = fixture;
  const invite = async (email: string, role: OperatorRole = 'operator'): Promise<string> =>
    (await service.operator.addOperator({ email, role })).token.reveal();
  const setUp = async (email: string, role: OperatorRole): Promise<SignedInOperator> =>
    setUpOperator(fixture, { email, token: await invite(email, role) });
  const keys = {
    operator: await makeKey(fixture, 'operator'),
    operator_viewer: await makeKey(fixture, 'operator_viewer'),
  };
  const api: OperatorFixture['api'] = async (method, path, { key = keys.operator, body, headers } = {}) =>
    readReply(
      await fetch(`http://127.0.0.1:${service.port}/operator/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  const listed = (await api('GET', '/organizations')).body.data as { id: string; name: string }[];
  return {
    ...fixture,
    keys,
    organizations: Object.fromEntries(listed.map(({ id, name }) => [name, id])),
    operator: await setUp('otto@svc.test', 'operator'),
    viewer: await setUp('vera@svc.test', 'operator_viewer'),
    api,
    invite,
    setUp,
  };
}

async function makeKey({ service }: ConsoleFixture, role: OperatorRole): Promise<string> {
  return (await service.operator.createOperatorKey({ name: `of ${role}`, role, allowed_ips: [] })).secret;
}

/** What a browser got, as a reply. */
export function toReply({ status, headers, body }: BrowserResponse): HttpReply {
  return { status, headers, body };
}

async function setUpOperator(
  { service }: ConsoleFixture,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<SignedInOperator> {
  const browser = new ApiBrowser(service.baseUrl);
  const { body } = await browser.post(`${ROOT}/set_up/read`, { token });
  const app = new Authenticator(String(body['authenticator_uri']));
  const code = app.code(service.nowMs());
  const { status } = await browser.post(`${ROOT}/set_up`, {
    token,
    name: email.slice(0, 4),
    password: OPERATOR_PASSWORD,
    code,
  });
  if (status !== 200) throw new Error(`${email} could not set up their sign-in: ${status}`);
  await learnToken(browser);
  const call: SignedInOperator['call'] = async (method, path, given, headers) =>
    toReply(await browser.send(method, ROOT + path, given, headers));
  return { email, browser, app, call };
}

/** Has the browser send the token of its operator's session from now on. */
export async function learnToken(browser: ApiBrowser): Promise<void> {
  browser.adopt(await browser.get(`${ROOT}/session`));
}
