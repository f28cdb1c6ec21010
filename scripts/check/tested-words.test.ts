import { describe, expect, it } from 'vitest';
import { ERRORS } from '@svc/contract';
import { testedWords } from './tested-words.ts';

const UNRETURNED = 'region_mismatch';
const CODES = [...new Set(Object.values(ERRORS).map(({ code }) => code))].filter(
  (code) => code !== UNRETURNED,
);
const list = (codes: string) => ({
  path: 'docs/not-built-yet.md',
  text: `# Not built\n\nOne of the codes are in the catalog only: 403 \`${codes}\` (why).\n\nOther \`words\`.\n`,
});
const test = (text: string, path = 'server/test/a.test.ts') => ({ path, text });
const EVENTS = [
  {
    path: 'contract/src/schemas/administration/audit-event.ts',
    text: "export type A =\n  | 'key.made'\n  | 'key.lost';\nz.literal('audit_event')",
  },
  {
    path: 'server/src/features/a.ts',
    text: "note({ event: wasThere ? 'job.retried' : 'job.begun' });\nquery('job.id');",
  },
];
const COVERED = [list(UNRETURNED), ...EVENTS, test(`'key.made' 'key.lost' ?event=job.retried job.begun`)];

describe('events and error codes that no test names', () => {
  it('are none when each is named', () => {
    expect(testedWords([...COVERED, test(CODES.map((code) => `'400 ${code} param'`).join())])).toEqual([]);
  });

  it('are found', () => {
    const tests = test(`${CODES.slice(1).join()} key.made key.losts 'x.key.lost' job.begun`);
    expect(testedWords([list(UNRETURNED), ...EVENTS, tests])).toEqual([
      'no test names the event key.lost',
      'no test names the event job.retried',
      `no test names the error code ${CODES[0]}, and docs/not-built-yet.md does not say that nothing returns it`,
    ]);
  });

  it('are not those that tests of the catalog name', () => {
    const tests = [
      test(CODES.slice(1).join()),
      test(CODES.join(), 'contract/src/errors.test.ts'),
      test(CODES.join(), 'server/src/a.ts'),
    ];
    expect(testedWords([...COVERED, ...tests])).toHaveLength(1);
  });

  it('are listed only as long as no test names them', () => {
    const tests = test([...CODES, UNRETURNED].join());
    expect(testedWords([...COVERED, tests])).toEqual([
      'docs/not-built-yet.md says that nothing returns region_mismatch, which a test names or the catalog lacks',
    ]);
    expect(testedWords([...COVERED.slice(1), list('no_such_code'), tests])).toEqual([
      'docs/not-built-yet.md says that nothing returns no_such_code, which a test names or the catalog lacks',
    ]);
  });
});
