import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClock, Secret } from '#kit';
import { AzureDouble } from '../../../../test-kit/engine-doubles/azure/azure-double.ts';
import { IDENTITY_HEADER } from '../../../../test-kit/engine-doubles/azure/entra-double.ts';
import { TENANT } from '../../../../test-kit/engine-doubles/azure/tenant.ts';
import { entraTokens } from './entra-tokens.ts';

let double: AzureDouble;
beforeEach(async () => {
  double = await AzureDouble.start(TENANT);
});
afterEach(async () => {
  await double[Symbol.asyncDispose]();
});

/** In a process of its own: the vendor's client looks once for the kind of server, and keeps tokens of all its instances. */
const VENDOR = `import { ManagedIdentityCredential } from '@azure/identity';
const { token } = await new ManagedIdentityCredential({ clientId: '${TENANT.clientId}' }).getToken('${TENANT.scope}');
process.stdout.write(token);`;

it('tokens of an app on App Service are asked for as by the vendor’s client, and kept until they end', async () => {
  const endpoint = `${double.baseUrl}/msi/token`;
  const { clientId, scope } = TENANT;
  const env = { ...process.env, IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER };
  const args = ['--input-type=module', '--eval', VENDOR];
  const { stdout: theirs } = await promisify(execFile)(process.execPath, args, {
    env,
    cwd: import.meta.dirname,
  });
  const source = entraTokens(
    {
      managed_identity: true,
      client_id: clientId,
      identity_endpoint: endpoint,
      identity_header: new Secret(IDENTITY_HEADER),
      authority_url: double.baseUrl,
      metadata_url: double.baseUrl,
      scope,
    },
    createClock(),
  );
  const ours = await source.next();
  expect(source.current).toEqual(ours);
  for (const token of [theirs, ours.reveal()]) expect(double.entra.valid.has(token)).toBe(true);
  const [their, own] = double.entra.seen.map(({ path, query, identityHeader }) => {
    // Numbers a request for the vendor's support.
    const { 'client-request-id': _number, ...asked } = query;
    return { path, query: asked, identityHeader };
  });
  expect(own).toEqual(their);
  expect(double.entra.seen).toHaveLength(2);
});
