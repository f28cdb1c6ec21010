import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabases } from '../databases/databases.ts';
import { administratorUrl, postgresTemplate, withAdministrator } from './template.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const adminUrl = administratorUrl();

describe.skipIf(!postgres)('the database that test databases are copied from', () => {
  const name = `svc_test_template_${randomBytes(6).toString('hex')}`;

  afterEach(async () => {
    await withAdministrator(adminUrl, async (client) => {
      await client.query(`alter database ${name} with is_template false`);
      await client.query(`drop database ${name} with (force)`);
    });
  });

  it('is made once by processes that start together', async () => {
    let fills = 0;
    const fill = async (): Promise<void> => void (fills += 1);
    await Promise.all([1, 2, 3].map(() => postgresTemplate(adminUrl, name, fill)));
    expect(fills).toBe(1);
  });

  it('is made anew when its maker was killed in the middle', async () => {
    await withAdministrator(adminUrl, (client) => client.query(`create database ${name}`));
    const filled: string[] = [];
    await postgresTemplate(adminUrl, name, async (database) => void filled.push(database));
    expect(filled).toEqual([name]);
  });
});
