import { expect, it } from 'vitest';
import { FeatureTests } from './feature-tests.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const source = 'server/src/kit/ip-allowlist.ts';
const mutant = { path: source, operator: 'constant', start: 0, end: 0, text: '' } as const;
const test = (path: string, text: string) => ({ path, text });

it('takes tests that import the file first, then those that share its words, and none that is left out', () => {
  const files = [
    test('server/test/other.test.ts', 'it sends mail'),
    test('server/test/addresses.test.ts', 'allowlist allowlist KEY-66'),
    test('server/test/browsers.test.ts', 'allowlist allowlist KEY-66'),
    test('server/src/kit/ip-allowlist.test.ts', `import { a } from './ip-allowlist.ts'; allowlist`),
  ];
  const tests = new FeatureTests(ROOT, files, new Set(['server/test/browsers.test.ts']));
  expect(tests.nearest(mutant, 2)).toEqual([
    'server/src/kit/ip-allowlist.test.ts',
    'server/test/addresses.test.ts',
  ]);
});

it('takes tests of a folder whose name has a word of the feature before others that share as much', () => {
  const files = [
    test('server/test/mail/addresses.test.ts', 'sessions of a person'),
    test('server/test/console/addresses.test.ts', 'sessions of a person'),
    test('server/test/mail/rates.test.ts', 'rates of a key'),
  ];
  const inConsole = { ...mutant, path: 'server/src/features/console-auth/store/own-sessions.ts' };
  expect(new FeatureTests(ROOT, files, new Set()).nearest(inConsole, 1)).toEqual([
    'server/test/console/addresses.test.ts',
  ]);
});

it('takes tests of a folder that is named after the file, also in the plural', () => {
  const files = [
    test('server/test/mail/tools.test.ts', 'tools of a person'),
    test('server/test/prompts/tools.test.ts', 'tools of a person'),
    test('server/test/mail/rates.test.ts', 'rates of a key'),
  ];
  const ofPrompts = { ...mutant, path: 'server/src/pipelines/prompt-tool.ts' };
  expect(new FeatureTests(ROOT, files, new Set()).nearest(ofPrompts, 1)).toEqual([
    'server/test/prompts/tools.test.ts',
  ]);
});
