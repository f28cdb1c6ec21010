import { describe, expect, it } from 'vitest';
import { ApiBrowser, readReply, startConsole, httpDatabases, type HttpReply } from '#test-kit';

const ACCOUNT = { name: 'Ulla', email: 'ulla@umbrella.test', password: 'umbrella in the rain' };
const DECLARED = { name: 'Umbrella', plan: 'pro', credits_enabled: true };
const PATH = '/organizations/by-external-id/customer-7';
const PLANS = [{ id: 'pro', paid: true, monthly_tokens: 1_000_000 }];

describe.each(await httpDatabases(import.meta.filename))('an empty deployment on $kind', (database) => {
  it('comes to the first call of a customer by programs alone, however often they declare the customer', async () => {
    const service = await startConsole(database, { organizations: [] }, {}, { plans: PLANS });
    try {
      const key = { name: 'Terraform', role: 'operator', allowed_ips: [] } as const;
      const { secret } = await service.operator.createOperatorKey(key);
      const operate = (method: string, path: string, body?: object): Promise<HttpReply> =>
        send(`http://127.0.0.1:${service.port}/operator/v1${path}`, { method, secret, body });
      expect((await operate('GET', '/organizations')).body.data).toEqual([]);
      const declared = await operate('PUT', PATH, DECLARED);
      expect(declared.status).toBe(201);
      const again = await operate('PUT', PATH, DECLARED);
      expect([again.status, again.body]).toEqual([200, declared.body]);
      expect((await operate('GET', '/organizations')).body.data).toEqual([declared.body]);
      const owner = { email: ACCOUNT.email, name: ACCOUNT.name };
      const link = await operate('POST', `/organizations/${declared.body.id}/owner_link`, owner);

      const browser = new ApiBrowser(service.baseUrl);
      const token = link.body.url.split('#')[1];
      expect((await browser.post('/console/api/auth/set_up', { token, ...ACCOUNT })).status).toBe(200);
      await browser.signIn(ACCOUNT.email, ACCOUNT.password);
      const { body: workspaces } = await browser.get('/console/api/workspaces');
      const [{ id: workspace_id }] = workspaces['data'] as [{ id: string }];
      const made = await browser.post('/console/api/api_keys', { name: 'website', workspace_id });
      expect(made.status).toBe(201);

      const messages = [{ role: 'user', content: 'Hello' }];
      const called = await service.post('/v1/chat/completions', String(made.body['secret']), {
        messages,
        stream: false,
      });
      expect(called.status).toBe(200);
      const id = called.headers.get('x-request-id');
      await called.text();
      await service.flushUsage();
      expect((await operate('GET', `/requests/${id}`)).body).toMatchObject({
        organization_id: declared.body.id,
        outcome: 'completed',
      });
    } finally {
      await service.stop();
    }
  });
});

interface Call {
  readonly method: string;
  readonly secret: string;
  readonly body: object | undefined;
}

async function send(url: string, { method, secret, body }: Call): Promise<HttpReply> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return readReply(await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }));
}
