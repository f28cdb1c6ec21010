import { expect, it } from 'vitest';
import type { parseDeployment } from '#config';
import { Secret } from '#kit';
import { readConfiguration } from './configuration.ts';

it('shows no secret, not even one within an address', () => {
  const config = {
    key: new Secret('hidden'),
    address: 'https://user:hidden@search.test/path?x=a@b',
    plain: 'https://search.test/a@b',
  } as unknown as ReturnType<typeof parseDeployment>['config'];
  expect(readConfiguration(config)).toMatchObject({
    type: 'configuration',
    configuration: {
      key: '[secret]',
      address: 'https://[secret]@search.test/path?x=a@b',
      plain: 'https://search.test/a@b',
    },
  });
});
