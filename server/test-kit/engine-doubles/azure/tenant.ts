import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EntraTenant } from './entra-double.ts';

/** A certificate and its key, which protect nothing. */
export const CERTIFICATE_FILE = fileURLToPath(new URL('application.pem', import.meta.url));

export const TENANT: EntraTenant = {
  tenant: 'contoso.onmicrosoft.com',
  clientId: '6f1e6a3c-0d8e-4a7e-9d3a-2f1b4c5d6e7f',
  clientSecret: 'application-secret',
  certificate: readFileSync(CERTIFICATE_FILE, 'utf8'),
  federatedToken: 'ey.federated.token',
  scope: 'https://cognitiveservices.azure.com/.default',
};
