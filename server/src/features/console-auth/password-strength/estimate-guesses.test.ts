import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { estimateGuesses } from './estimate-guesses.ts';
import { ownWords } from './own-words.ts';

const ranks = new Map(dictionary['passwords-common'].map((word, place) => [word, place + 1]));
const own = ownWords({ email: 'ada.l@acme.test', name: 'Ada Lovelace', organizations: ['Acme Inc.'] });
const estimate = (password: string) => estimateGuesses(password, { own, rankOf: (word) => ranks.get(word) });

it.each([
  'password1234',
  'Password1234!',
  'P@ssw0rd1234',
  'passwordpassword',
  'qwertyuiop12',
  '1q2w3e4r5t6y',
  'abcdefghijkl',
  '123456789012',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '!@#$%^&*()_+',
  'hunter2hunter2',
  'summer2026!!',
  'another password',
])('finds %s easy, whoever chooses it', (password) => {
  expect(estimate(password).bits).toBeLessThan(25);
  expect(estimate(password).hasOwnWords).toBe(false);
});

it.each([
  'ada.l@acme.test',
  'AdaLovelace1',
  'ada lovelace!!',
  'Acme-Inc.-2026',
  'acmeacmeacme',
  '@d@L0vel@ce12',
])('finds %s easy for whoever knows the person', (password) => {
  expect(estimate(password).bits).toBeLessThan(25);
  expect(estimate(password).hasOwnWords).toBe(true);
});

it.each([
  'correct horse battery',
  'another long password',
  'kL9$x2mQz7pW',
  'qzjxkvbwpfgh',
  'my dog eats 12 apples',
  'ада пишет письмо',
  'Ada likes green tea 7',
])('takes %s', (password) => {
  expect(estimate(password).bits).toBeGreaterThan(30);
});

it('takes as long for hostile passwords as for others', () => {
  const texts = ['4@8({[</369&#!1/|0$5+7%2/', 'a', 'p4$$w0rd', '1991-12-12', '0123456789', 'ab1', 'qwerty'];
  for (const text of texts) {
    const password = text.repeat(128).slice(0, 128);
    estimate(password);
    const before = process.cpuUsage();
    estimate(password);
    // Usually one millisecond; a library took more than a thousand. Of the processor, which others may need meanwhile.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(200);
  }
});
