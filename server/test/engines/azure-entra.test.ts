import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, type RunningService } from '#test-kit';
import { AZURE_KEY, AzureDouble } from '../../test-kit/engine-doubles/azure/azure-double.ts';
import { ACCESS_DENIED } from '../../test-kit/engine-doubles/azure/azure-errors.ts';
import { TENANT } from '../../test-kit/engine-doubles/azure/tenant.ts';
import { serveAzure } from './azure-service.ts';

let double: AzureDouble;
beforeAll(async () => {
  double = await AzureDouble.start(TENANT);
});
afterAll(() => double[Symbol.asyncDispose]());

describe('tokens of Microsoft Entra ID (D-ENG-4)', () => {
  const chat = async (service: RunningService): Promise<[status: number, code: unknown]> => {
    const response = await service.post('/v1/chat/completions', MAIN_KEY, {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
    });
    const { error } = (await response.json()) as { error?: { code: string } };
    return [response.status, error?.code];
  };
  const application = () => ({
    entra: {
      tenant_id: TENANT.tenant,
      client_id: TENANT.clientId,
      client_secret: TENANT.clientSecret,
      authority_url: double.baseUrl,
    },
  });

  it('are fetched once for calls that come together, and sent instead of a key', async () => {
    double.answer = () => ({ text: 'Hello' });
    const service = await serveAzure(double.baseUrl, application());
    const before = double.entra.seen.length;
    expect(await Promise.all([1, 2, 3].map(() => chat(service)))).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ]);
    expect(double.entra.seen.length - before).toBe(1);
    expect(double.seen.at(-1)?.headers).not.toHaveProperty('api-key');
    await service.stop();
  });

  it('are fetched anew and the call repeated, once, where the resource refuses one', async () => {
    double.answer = () => ({ text: 'Hello' });
    const service = await serveAzure(double.baseUrl, application());
    await chat(service);
    double.entra.valid.clear();
    const [calls, tokens] = [double.seen.length, double.entra.seen.length];
    expect(await chat(service)).toEqual([200, undefined]);
    expect([double.seen.length - calls, double.entra.seen.length - tokens]).toEqual([2, 1]);
    // Whatever it fetches.
    double.answer = () => ACCESS_DENIED;
    expect((await chat(service))[1]).toBe('server_misconfigured');
    await service.stop();
  });

  it.each([
    ['refuses', [400], 500, 'server_misconfigured'],
    ['is away', [503], 502, 'upstream_unavailable'],
    ['limits requests', [429], 502, 'upstream_unavailable'],
  ] as const)(
    'tell what the operator can do where the token server %s',
    async (_name, failures, status, code) => {
      double.answer = () => ({ text: 'Hello' });
      const service = await serveAzure(double.baseUrl, application());
      double.entra.failures = [...failures];
      const before = double.entra.seen.length;
      expect(await chat(service)).toEqual([status, code]);
      expect(double.entra.seen.length - before).toBe(1);
      await service.stop();
    },
  );

  it.each([
    ['of a workload identity, whose file is read for each token,', 'token_file'],
    ['of a certificate', 'certificate_file'],
  ] as const)('%s are refused as the operator’s once the file is gone', async (_name, field) => {
    const secret = application().entra;
    const { client_secret: _secret, ...rest } = secret;
    const probe = await serveAzure(double.baseUrl, { api_key: AZURE_KEY });
    const file = join(probe.dataDir, 'proof');
    await writeFile(file, field === 'token_file' ? `${TENANT.federatedToken}\n` : TENANT.certificate);
    const service = await serveAzure(double.baseUrl, { entra: { ...rest, [field]: file } });
    double.answer = () => ({ text: 'Hello' });
    expect(await chat(service)).toEqual([200, undefined]);
    await probe.stop();
    double.entra.valid.clear();
    expect(await chat(service)).toEqual([500, 'server_misconfigured']);
    await service.stop();
  });

  it('of a managed identity are sent by the machine’s metadata server', async () => {
    double.answer = () => ({ text: 'Hello' });
    const service = await serveAzure(double.baseUrl, {
      entra: { managed_identity: true, metadata_url: double.baseUrl },
    });
    expect(await chat(service)).toEqual([200, undefined]);
    expect(double.entra.seen.at(-1)).toMatchObject({
      path: '/metadata/identity/oauth2/token',
      metadata: 'true',
    });
    await service.stop();
  });
});
