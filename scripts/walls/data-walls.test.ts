import { Visitor } from 'oxc-parser';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../check/source-files.ts';
import { parseSource } from '../syntax/parse-source.ts';
import { dataRule, isBound } from './data-rule.ts';
import { DATA_WALLS, namesake } from './data-walls.ts';
import { folderOf } from './folders.ts';
import { queryUses } from './query-uses.ts';
import { FOLDERS } from './table.ts';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({
  cwd: new URL('../..', import.meta.url).pathname.replace(/\/$/, ''),
  languageOptions: { sourceType: 'module' },
});

const MAILS = 'server/src/features/mail/store/mails.ts';
const refused = (code: string, message: RegExp, filename = MAILS) => ({
  name: `refused in ${filename}: ${code}`,
  filename,
  code,
  errors: [{ message }],
});

tester.run('walls/data', dataRule, {
  valid: [
    { filename: MAILS, code: "db.selectFrom('mails').innerJoin('users as u', 'u.id', 'm.user_id');" },
    { filename: MAILS, code: 'sql`delete from mails using members`; sql`select files from mails`;' },
    { filename: MAILS, code: "rows.select('files').as('batches'); deleteInSteps(db, 'mails', old);" },
    { filename: 'server/src/features/mail/mails.test.ts', code: "db.deleteFrom('files');" },
  ],
  invalid: [
    refused("db.selectFrom('batches as b');", /features\/mail may not read batches/),
    refused("db.with('x', ({ selectFrom }) => selectFrom('batches'));", /may not read batches/),
    refused("db.selectFrom('mails').leftJoin('batches', 'a', 'b');", /may not read batches/),
    refused(
      "db.updateTable('members').set({});",
      /may not write to members, which features\/organization owns/,
    ),
    refused("deleteInSteps(db, 'members', old);", /may not write to members/),
    refused("for (const table of ['files'] as const) db.selectFrom(table);", /may not read files/),
    refused('sql`update members set role = ${role}`;', /may not write to members/),
    refused('sql<Row>`select 1 from mails m join batches b on true`;', /may not read batches/),
    refused('sql`insert into audit_events select 1`;', /may not write to audit_events/),
  ],
});

describe('the walls for data', () => {
  it('know every table of the store, and no other', () => {
    const [, tables = ''] =
      sourceFiles()
        .find(({ path }) => path === 'server/src/store/tables.ts')
        ?.text.split('export interface Tables') ?? [];
    const names = [...tables.matchAll(/^ {2}([a-z_]+): /gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(new Set(Object.keys(DATA_WALLS))).toEqual(new Set(names));
  });

  it.each([
    ['prompt_templates', 'prompt-templates'],
    ['prompt_template_labels', 'prompt-templates'],
    ['mails', 'mail'],
    ['traffic', 'traffic'],
    ['operator_keys', 'operators'],
    ['passkeys', undefined],
    ['filesystems', undefined],
  ])('give %s to the feature that it is named after: %s', (table, owner) => {
    expect(namesake(table)).toBe(owner);
  });

  it('let only those read without a reason that may import the owner', () => {
    for (const [table, { owner, readers = [], exceptions = [] }] of Object.entries(DATA_WALLS)) {
      for (const reader of readers) {
        const mayImport = FOLDERS.find(({ name }) => name === reader)?.mayImport;
        expect(mayImport, `${reader} reads ${table}`).toContain(owner);
      }
      for (const { folder, why } of exceptions) expect(why, `${folder} at ${table}`).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('list nothing that nobody does any more', () => {
    const done = new Set<string>();
    for (const file of sourceFiles().filter(({ path }) => path.endsWith('.ts') && isBound(path))) {
      const folder = folderOf(file.path)!.name;
      const note = (_: unknown, table: string, way: string): unknown => done.add(`${folder} ${way} ${table}`);
      new Visitor(queryUses(new Set(Object.keys(DATA_WALLS)), note)).visit(parseSource(file));
    }
    const listed = Object.entries(DATA_WALLS).flatMap(([table, { readers = [], exceptions = [] }]) => [
      ...readers.map((folder) => `${folder} read ${table}`),
      ...exceptions.map(({ folder, may }) => `${folder} ${may} ${table}`),
    ]);
    expect(listed.filter((one) => !done.has(one))).toEqual([]);
  });
});
