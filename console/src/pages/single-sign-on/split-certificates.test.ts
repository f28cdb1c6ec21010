import { expect, it } from 'vitest';
import { splitCertificates } from './split-certificates.ts';

const one = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;

it.each([
  ['', []],
  [`${one('A')}\n`, [one('A')]],
  [`${one('A')}\n\n  ${one('B')}`, [one('A'), one('B')]],
  ['no certificate', ['no certificate']],
])('splits pasted certificates: %j', (text, parts) => {
  expect(splitCertificates(text)).toEqual(parts);
});
