import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  oneModel,
  oneOrganization,
  testDatabases,
  type TestDatabase,
} from '../../../server/test-kit/index.ts';
import { BatchClient } from './batch-client.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';
import { prepareFolder, startServiceProcess } from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

/** What one batch may have at the most: 50,000 lines and 500 MB. */
const LINES = 50_000;
const LINE_BYTES = 10_300;
const MAX_GROWN_BYTES = 150_000_000;
const WATCH_MS = 50;

export const proveBatchesLarge: Proof = {
  name: 'batches-large',
  summary: `the input of a batch of ${LINES} lines and 500 MB is uploaded and validated in flat memory`,
  async run(options) {
    for (const database of await testDatabases()) await validateOn(database, options);
  },
};

async function validateOn(database: TestDatabase, { size }: ProofOptions): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-large-'));
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  // Without a slot for lines: what is measured is the input.
  const deployment = oneModel(
    { type: 'sandbox', max_concurrency: 1 },
    { limits: { files_batches_models_requests_per_minute: 1_000_000 } },
  );
  const folder = prepareFolder(directory, deployment, oneOrganization(), {
    SVC_DATA_KEY: DATA_KEY,
    ...(opened?.databaseUrl === undefined ? {} : { DATABASE_URL: opened.databaseUrl }),
  });
  const service = await startServiceProcess(folder);
  let watch: NodeJS.Timeout | undefined;
  try {
    const path = join(directory, 'lines.jsonl');
    await writeLines(path, Math.ceil(LINES * size));
    const client = new BatchClient(() => [service.url]);
    // Small ones first: what a process grows by once is not the input's.
    await client.validated(await client.upload(await smallInput(directory)));
    const idleBytes = service.rssBytes();
    let mostBytes = idleBytes;
    watch = setInterval(() => (mostBytes = Math.max(mostBytes, service.rssBytes())), WATCH_MS);
    const startedAt = performance.now();
    const file = await client.upload(path);
    const uploadedAt = performance.now();
    const batch = await client.validated(file);
    const validatedAt = performance.now();
    report(database.kind, {
      'MB of input': Math.round((await stat(path)).size / 1e6),
      lines: batch.request_counts.total,
      's to upload': ((uploadedAt - startedAt) / 1000).toFixed(1),
      's to validate': ((validatedAt - uploadedAt) / 1000).toFixed(1),
      'MB of memory before': Math.round(idleBytes / 1e6),
      'MB at the most': Math.round(mostBytes / 1e6),
    });
    require(batch.request_counts.total === Math.ceil(LINES * size), 'lines are missing');
    require(mostBytes - idleBytes < MAX_GROWN_BYTES, `memory grew by ${mostBytes - idleBytes} bytes`);
  } finally {
    clearInterval(watch);
    await service.end('SIGKILL');
    await opened?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function smallInput(directory: string): Promise<string> {
  const path = join(directory, 'small.jsonl');
  await writeLines(path, 100);
  return path;
}

function writeLines(path: string, lines: number): Promise<void> {
  return pipeline(Readable.from(linesOf(lines)), createWriteStream(path));
}

function* linesOf(lines: number): Generator<string> {
  const text = 'word '.repeat(LINE_BYTES / 5);
  for (let line = 0; line < lines; line++)
    yield `${JSON.stringify({
      custom_id: `line-${line}`,
      endpoint: '/v1/chat/completions',
      body: { messages: [{ role: 'user', content: text }] },
    })}\n`;
}
