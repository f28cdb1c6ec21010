import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, oneOrganization, type RunningConsole, startConsole, usualDatabase } from '#test-kit';

const PASSWORD = 'correct horse battery';
const NETWORKS = 4;
/** Fewer than wait of one network. */
const OF_NETWORK = 20;

describe('a flood of sign-ins', () => {
  let service: RunningConsole;
  beforeAll(async () => {
    const members = [{ email: 'ada@acme.test', name: 'Ada', role: 'primary_owner', password: PASSWORD }];
    service = await startConsole(await usualDatabase(), oneOrganization({ members }));
  });
  afterAll(() => service.stop());

  const at = (address: string) => new ApiBrowser(service.baseUrl, undefined, address);

  /** Wrong passwords of unknown addresses from many networks at once, and how many were answered so far. */
  function flood(path: string, first: number, body: (email: string) => object) {
    const statuses: number[] = [];
    const all = Array.from({ length: NETWORKS * OF_NETWORK }, async (_, i) => {
      const network = first + (i % NETWORKS);
      const { status } = await at(`127.0.0.${network}`).post(path, body(`nobody-${first}-${i}@acme.test`));
      statuses.push(status);
    });
    return { statuses, ended: Promise.all(all) };
  }

  it.each([
    ['the Console', '/console/api/auth/sign_in', 20, (email: string) => ({ email, password: 'a guess' })],
    [
      'operators',
      '/console/api/operator/sign_in',
      40,
      (email: string) => ({ email, password: 'a guess', code: '000000' }),
    ],
  ])('at the door of %s keeps nobody waiting who comes from elsewhere', async (_, path, first, body) => {
    const { statuses, ended } = flood(path, first, body);
    const response = await at(`127.0.0.${first + NETWORKS}`).signIn('ada@acme.test', PASSWORD);
    const before = statuses.length;
    expect(response).toMatchObject({ status: 200, body: { status: 'signed_in' } });
    await ended;
    // First come, first served would be all of them.
    expect(before).toBeLessThan(NETWORKS * OF_NETWORK);
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
