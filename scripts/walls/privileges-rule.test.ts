import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { privilegesRule } from './privileges-rule.ts';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({
  cwd: new URL('../..', import.meta.url).pathname.replace(/\/$/, ''),
  languageOptions: { sourceType: 'module' },
});

const allowed = (filename: string, code: string) => ({
  name: `allowed in ${filename}: ${code}`,
  filename,
  code,
});
const refused = (code: string, message: RegExp, filename = 'server/src/features/keys/create-key.ts') => ({
  name: `refused in ${filename}: ${code}`,
  filename,
  code,
  errors: [{ message }],
});

tester.run('walls/privileges', privilegesRule, {
  valid: [
    allowed('server/src/config/environment.ts', `const port = process.env.PORT;`),
    allowed('server/src/kit/clock.ts', `const now = Date.now(); new Date(now);`),
    allowed(
      'server/src/kit/ids.ts',
      `const began = performance.now(); const parsed = Date.parse('2026-11-20');`,
    ),
    allowed(
      'server/src/features/keys/store.ts',
      "import { sql } from 'kysely'; db.selectFrom('keys'); sql`now()`;",
    ),
    allowed(
      'server/src/features/keys/create-key.ts',
      `import type { Kysely } from 'kysely'; import { type Pool } from 'pg';`,
    ),
    allowed('server/src/store/postgres.ts', `import pg from 'pg';`),
    allowed('server/src/engine/upstreams/openai.ts', `import { Pool } from 'undici';`),
    allowed('server/src/control/client.ts', `import { connect } from 'node:net';`),
    allowed(
      'server/src/http/listen.ts',
      `import { createServer, type Agent } from 'node:http'; createServer();`,
    ),
    allowed(
      'server/src/features/keys/keys.test.ts',
      `await fetch('http://127.0.0.1'); new Date(); process.env.X;`,
    ),
    allowed('server/src/jobs/scheduler.ts', `clock.onAdvance(run); setInterval(run, 1000);`),
    allowed('server/src/engine/generation/generation.ts', `setInterval(sweep, 1000); setTimeout(end, 1000);`),
    allowed('bench/src/main.ts', `import { request } from 'undici'; Date.now();`),
  ],
  invalid: [
    refused(`const port = process.env.PORT;`, /process\.env/),
    refused(`const port = process['env'].PORT;`, /process\.env/),
    refused(`const { env } = process;`, /process\.env/),
    refused(`import { env } from 'node:process';`, /process\.env/),
    refused(`const now = Date.now();`, /Clock/),
    refused(`const now = new Date(5);`, /Clock/),
    refused(`const now = Date();`, /Clock/),
    refused(`clock.onAdvance(() => flush());`, /Periodic work/),
    refused(`setInterval(() => void flush(), 1000).unref();`, /Periodic work/),
    refused(`import { setInterval } from 'node:timers'; setInterval(flush, 1000);`, /Periodic work/),
    refused('const rows = sql`select 1`;', /SQL lives/),
    refused(`store.db.selectFrom('api_keys');`, /SQL lives/),
    refused(`import { sql } from 'kysely';`, /SQL lives/),
    refused(`export { sql } from 'kysely';`, /SQL lives/),
    refused(`import { Migrator } from 'kysely/migration';`, /SQL lives/),
    refused(`import pg from 'pg';`, /Database drivers/, 'server/src/features/keys/store.ts'),
    refused(`const driver = await import('@electric-sql/pglite');`, /Database drivers/),
    refused(`import { request } from 'undici';`, /Connections leave/),
    refused(`import { connect } from 'node:net';`, /Connections leave/),
    refused(`import net from 'net'; net.connect(1);`, /Connections leave/),
    refused(`import * as http from 'node:http'; http.request('x');`, /Connections leave/),
    refused(`await fetch('http://example.com');`, /Connections leave/),
    refused(`await globalThis.fetch('http://example.com');`, /Connections leave/),
    refused(`const socket = new WebSocket('ws://example.com');`, /Connections leave/),
    refused(`import { request } from 'undici';`, /Connections leave/, 'server/src/engine/generation.ts'),
  ],
});
