import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = new URL('../src/', import.meta.url).pathname;

/** The test in which two parties share a lane: its file, and a part of its title. */
type Turns = readonly [file: string, title: string];

const JOBS: Turns = ['jobs/job-turns.test.ts', 'are claimed by organizations in turn'];
const SLOTS: Turns = ['content/fair-slots.test.ts', 'with a single slot, organizations take turns'];
const BODIES: Turns = ['pipelines/bodies/body-queue.test.ts', 'takes turns between the parties'];
const TOKENS: Turns = ['engine/tokens.test.ts', 'takes turns between parties by slices'];
const FORMATS: Turns = ['reply/format/format-checker.test.ts', 'gives each organization its turn'];
const VECTORS: Turns = [
  'engine/upstreams/openai/read-embeddings.test.ts',
  'parses large responses of tenants in turn',
];
const PASSWORDS: Turns = [
  'features/console-auth/password-turns.test.ts',
  'go to one network after the other',
];
const RESPONSES: Turns = [
  'features/single-sign-on/saml/saml-verifier.test.ts',
  'verifies for one network after the other',
];
const REPORTS: Turns = ['pipelines/bodies/body-turns.test.ts', 'works on so many bodies at once'];

/** Everything that one tenant's work may keep another's waiting for, by the file that makes it. A string says why no turns are needed. */
const LANES: Readonly<Record<string, Turns | string>> = {
  'pipelines/bodies/parse-thread.ts': BODIES,
  'pipelines/bodies/body-queue.ts': BODIES,
  'pipelines/bodies/body-turns.ts': REPORTS,
  'pipelines/code-telemetry.ts': REPORTS,
  'engine/tokens/background.ts': TOKENS,
  'engine/upstreams/openai/read-embeddings.ts': VECTORS,
  'reply/format/format-thread.ts': FORMATS,
  'reply/format/format-checker.ts': FORMATS,
  'content/content-fetcher.ts': SLOTS,
  'content/reader/document-reader.ts': SLOTS,
  'content/reader/reader-process.ts': SLOTS,
  'server-tools/web-fetch/page-fetcher.ts': SLOTS,
  'features/files/files-module.ts': SLOTS,
  'features/console-auth/password-turns.ts': PASSWORDS,
  'features/console-auth/password-strength/strength-thread.ts':
    'an estimate is one of a second at most for each password that has its turn',
  'features/batches/validation/input-thread.ts': JOBS,
  'features/single-sign-on/saml/saml-verifier.ts': RESPONSES,
  'jobs/job-lanes.ts': JOBS,
  'features/openapi/description-texts.ts': 'the description is the same for all, and written once',
  'threads/worker-thread.ts': 'the thread of a host, and each host has a row here',
  'blobs/local/sealing-thread.ts': 'a file has a few blocks of it at a time',
  'content/reader/document-worker.ts': 'the watchdog of one process',
  'store/embedded-client.ts': 'one statement at a time, each short',
  'store/embedded-sessions.ts': 'transactions, each short, first come, first served',
  'cli/workers/worker-process.ts': 'the service itself',
};

const MAKES_LANE =
  /new (?:Worker|WorkerHost)[<(]|[^#\w]fork\(|new (?:FairSlots|FairQueue|BodyQueue|BodyTurns|OrganizationTurns|TurnQueue)[<(]/;

describe('what tenants share', () => {
  it('has a row for every thread, process and queue in the code', () => {
    const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
    const found = names.filter(
      (name) =>
        name.endsWith('.ts') &&
        !name.includes('test') &&
        MAKES_LANE.test(readFileSync(join(SOURCES, name), 'utf8')),
    );
    expect(found.toSorted()).toEqual(Object.keys(LANES).toSorted());
  });

  it.each(Object.entries(LANES).filter((row): row is [string, Turns] => typeof row[1] !== 'string'))(
    'takes turns at %s',
    (_, [file, title]) => {
      expect(readFileSync(join(SOURCES, file), 'utf8')).toContain(title);
    },
  );

  it('has two lanes at least for each kind of job that organizations have', () => {
    const handlers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      if (!name.endsWith('.ts') || name.includes('test')) return [];
      const text = readFileSync(join(SOURCES, name), 'utf8');
      const [, lanes] = /^\s+concurrency: (\w+),$/m.exec(text) ?? [];
      const count = /^\d+$/.test(lanes ?? '')
        ? lanes
        : new RegExp(`const ${lanes} = (\\d+);`).exec(text)?.[1];
      return /^\s+kind:/m.test(text) && lanes ? [[name, Number(count)] as const] : [];
    });
    const single = handlers.filter(([, lanes]) => !(lanes >= 2)).map(([name]) => name);
    expect(handlers.length).toBeGreaterThanOrEqual(7);
    // The sweep of files is the service's own.
    expect(single).toEqual(['features/files/consistency/sweep-files.ts']);
  });
});
