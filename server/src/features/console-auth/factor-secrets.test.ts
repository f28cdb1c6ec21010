import { expect, it } from 'vitest';
import { Secret } from '#kit';
import { FactorSecrets } from './factor-secrets.ts';

const DATA_KEY = new Secret(Buffer.alloc(32, 7).toString('base64'));

it('reads secrets that were stored before it, and its own', () => {
  const secrets = new FactorSecrets(DATA_KEY);
  expect(
    secrets.decrypt(
      '$ba$1$625ea64478115316aa21f6f69281e66e4015b3fd9fa4a144b0d542a515831406594ca287a1174d2987c34a3b5220561acff04d7317724d0d26918caeb0711e05ba53293a1dae74ee',
    ),
  ).toBe('sxntZen8TcNwSudSg7Tu2_ENsAhpOh5e');
  const text = 'JBSWY3DP, grün';
  expect(secrets.encrypt(text)).not.toBe(secrets.encrypt(text));
  expect(secrets.decrypt(secrets.encrypt(text))).toBe(text);
  expect(secrets.decrypt(secrets.encrypt(''))).toBe('');
});

it('refuses what was changed, cut, of another key or in another form', () => {
  const secrets = new FactorSecrets(DATA_KEY);
  const stored = secrets.encrypt('a secret');
  const last = stored.at(-1) === '0' ? '1' : '0';
  expect(() => secrets.decrypt(stored.slice(0, -1) + last)).toThrow();
  expect(() => secrets.decrypt(stored.slice(0, -2))).toThrow();
  expect(() => secrets.decrypt(stored.replace('$ba$1$', ''))).toThrow('in no known form');
  const other = new FactorSecrets(new Secret(Buffer.alloc(32, 8).toString('base64')));
  expect(() => other.decrypt(stored)).toThrow();
});
