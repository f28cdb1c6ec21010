import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  Authenticator,
  type BrowserResponse,
  oneOrganization,
  type OpenTestDatabase,
  type RunningConsole,
  startConsoleNode,
  testDatabases,
} from '#test-kit';

const PASSWORD = 'correct horse battery';
const AUTH = '/console/api/auth';
const BASE_URL = 'https://svc.example';
const members = ['ada', 'bob'].map((name, i) => ({
  email: `${name}@acme.test`,
  name,
  role: i === 0 ? 'primary_owner' : 'owner',
  password: PASSWORD,
}));
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');

describe.runIf(postgres !== undefined)('attempt limits on two nodes without Redis', () => {
  let opened: OpenTestDatabase;
  let nodes: readonly [RunningConsole, RunningConsole];

  beforeAll(async () => {
    opened = await postgres!.open();
    const start = () =>
      startConsoleNode(opened, {
        provisioning: oneOrganization({ members }),
        environment: { SVC_BASE_URL: BASE_URL },
      });
    nodes = [await start(), await start()];
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await opened.close();
  });

  const urlOf = (i: number): string => `http://127.0.0.1:${nodes[i % 2]!.port}`;
  const at = (i: number) => new ApiBrowser(urlOf(i), BASE_URL);
  const statuses = (responses: readonly BrowserResponse[]) =>
    responses.map(({ status }) => status).toSorted((a, b) => a - b);
  const tooMany = { status: 429, body: { error: { code: 'too_many_attempts' } } };

  it('D-CONS-1 both nodes share the password attempts and the known browsers', async () => {
    const known = at(0);
    expect(await known.signIn('ada@acme.test', PASSWORD)).toMatchObject({ status: 200 });
    const guesses = await Promise.all(
      Array.from({ length: 13 }, (_, i) => at(i).signIn('ada@acme.test', `guess number ${i}`)),
    );
    expect(statuses(guesses)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
    for (const node of [0, 1])
      expect(await at(node).signIn('ada@acme.test', PASSWORD)).toMatchObject(tooMany);
    expect(await known.copy(urlOf(1)).signIn('ada@acme.test', PASSWORD)).toMatchObject({ status: 200 });
  });

  it('D-CONS-1 both nodes share the code attempts', async () => {
    const person = at(0);
    await person.signIn('bob@acme.test', PASSWORD);
    const { body } = await person.post(`${AUTH}/authenticator`, { password: PASSWORD });
    const app = new Authenticator(body['uri'] as string);
    await person.post(`${AUTH}/authenticator/confirm`, { code: app.code(nodes[0].nowMs()) });
    const thieves = [at(0), at(1), at(0), at(1)];
    for (const thief of thieves)
      expect(await thief.signIn('bob@acme.test', PASSWORD)).toMatchObject({
        body: { status: 'code_required' },
      });
    const guesses = thieves.flatMap((thief, i) =>
      [0, 1, 2].map((n) => thief.post(`${AUTH}/sign_in/code`, { code: `0000${i}${n}` })),
    );
    expect(statuses(await Promise.all(guesses))).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
      429,
    ]);
    const right = { code: app.code(nodes[1].nowMs(), 1) };
    for (const thief of thieves.slice(0, 2))
      expect(await thief.post(`${AUTH}/sign_in/code`, right)).toMatchObject(tooMany);
  });
});
