import { Client } from 'pg';
import { administratorUrl } from './template.ts';
import { lentPrefix } from './reuse-databases.ts';

/** Hook of the test runner. Databases that test processes lent each other's tests are nobody's when the run ends. */
export default function setUp(): () => Promise<void> {
  return () => dropLentDatabases(String(process.pid));
}

async function dropLentDatabases(run: string): Promise<void> {
  const client = new Client({ connectionString: administratorUrl() });
  // Without a server nothing was lent.
  if (
    !(await client.connect().then(
      () => true,
      () => false,
    ))
  )
    return;
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [lentPrefix(run)],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
