import type { ApiError } from '@svc/contract';
import { expect, it } from 'vitest';
import type { StoredSaml } from '#store';
import { SamlVerifier } from './saml-verifier.ts';
import type { PostedResponse } from './saml-protocol.ts';
import { serviceProviderOf } from './service-provider.ts';

const junk: PostedResponse = {
  field: 'no response',
  saml: { idp_entity_id: 'https://idp.example', certificates: [] } as unknown as StoredSaml,
  provider: serviceProviderOf('https://svc.example', 'sso_1'),
  clock: { nowMs: 0, leewayMs: 0 },
};

it('verifies for one network after the other, however many responses each posts', async () => {
  const verifier = new SamlVerifier();
  const ended: string[] = [];
  const post = (network: string) =>
    verifier.verify(network, junk).catch(({ name }: Error) => {
      ended.push(network);
      return name;
    });
  const names = await Promise.all([
    ...Array.from({ length: 20 }, () => post('flood')),
    ...Array.from({ length: 2 }, () => post('other')),
  ]);
  expect(ended.indexOf('other')).toBeLessThan(3);
  expect(ended.lastIndexOf('other')).toBeLessThan(5);
  expect(ended).toHaveLength(22);
  expect(new Set(names)).toEqual(new Set(['SignOnFailure']));
});

it('refuses what comes while a hundred wait', async () => {
  const verifier = new SamlVerifier();
  const names = await Promise.all(
    Array.from({ length: 102 }, (_, index) =>
      verifier
        .verify(String(index % 3), junk)
        .catch((error: Error & Partial<ApiError>) => error.catalogName ?? error.name),
    ),
  );
  expect(names).toEqual([...Array<string>(101).fill('SignOnFailure'), 'temporarily_unavailable']);
});
