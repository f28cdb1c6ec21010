import { parentPort, workerData } from 'node:worker_threads';
import { messages, protocol } from '@electric-sql/pglite';
import { EmbeddedDatabase } from './embedded-database.ts';
import type {
  EmbeddedReply,
  EmbeddedRequest,
  EmbeddedResult,
  EmbeddedWorkerData,
} from './embedded-protocol.ts';

// Runs as the worker thread. On the main thread the database would block the event loop for seconds.
const { serialize } = protocol;
/**
 * A quarter of what is usual. The memory is written to at every start, which took as long as the rest of opening a database, and
 * stays taken. What does not fit in is read from the system's cache of files.
 */
const START = [...EmbeddedDatabase.defaultStartParams, '-c', 'shared_buffers=32MB'];
const port = parentPort!;
const { directory, pgliteWasmModule } = workerData as EmbeddedWorkerData;
const database = new EmbeddedDatabase({ dataDir: directory, pgliteWasmModule, startParams: START });
await database.waitReady;
/** Nothing tells this database that its tables have grown: a plan from when they were empty would scan them for ever. */
const REPLAN_MS = 600_000;
/** When each statement was prepared. */
const prepared = new Map<string, number>();
endOnAbort(database);
let queue = Promise.resolve();
port.on('message', (request: EmbeddedRequest) => {
  queue = queue.then(() => serve(request));
});
port.postMessage('ready');

/**
 * The database aborts when it cannot write its log: the disk is full, read-only or broken. PGlite catches that and runs the aborted
 * program again, for ever. A thread that ends is reopened, and recovers as after a crash once the disk is well.
 */
function endOnAbort({ Module: program }: EmbeddedDatabase): void {
  const run = program._PostgresMainLoopOnce.bind(program);
  program._PostgresMainLoopOnce = () => {
    try {
      run();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) process.exit(1);
      throw error;
    }
  };
}

async function serve({ id, statement }: EmbeddedRequest): Promise<void> {
  if (statement === undefined) {
    await database.close();
    process.exit(0);
  }
  try {
    const { messages: replies } = await database.execProtocol(encode(statement), { throwOnError: false });
    const reply = toReply(id, replies);
    if (reply.error === undefined) notePrepared(statement.name);
    port.postMessage(reply);
  } catch {
    // Any failure other than a reply means that the database itself broke. It is reopened, as after a crash.
    process.exit(1);
  }
}

/** Uses one buffer per statement, so that a statement enters the database once and not five times. */
function encode({ text, parameters, name = '' }: NonNullable<EmbeddedRequest['statement']>): Uint8Array {
  if (parameters.length === 0) return serialize.query(text);
  return Buffer.concat([
    ...(isPrepared(name) ? [] : parse(name, text)),
    serialize.bind({ statement: name, values: [...parameters] }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ]);
}

function isPrepared(name: string): boolean {
  const preparedAtMs = prepared.get(name);
  return preparedAtMs !== undefined && performance.now() - preparedAtMs < REPLAN_MS;
}

function notePrepared(name: string | undefined): void {
  if (name !== undefined && !isPrepared(name)) prepared.set(name, performance.now());
}

/** It may be prepared already: too long ago, or by a run that failed. */
function parse(name: string, text: string): Uint8Array[] {
  const parsed = serialize.parse({ name, text });
  return name === '' ? [parsed] : [serialize.close({ type: 'S', name }), parsed];
}

function toReply(id: number, replies: readonly messages.BackendMessage[]): EmbeddedReply {
  let names: string[] = [];
  let typeIds: number[] = [];
  let rows: (string | null)[][] = [];
  let result: EmbeddedResult = { names, typeIds, rows, tag: '' };
  let error: Record<string, string> | undefined;
  let transaction = 'I';
  for (const response of replies) {
    if (response instanceof messages.RowDescriptionMessage) {
      names = response.fields.map((field) => field.name);
      typeIds = response.fields.map((field) => field.dataTypeID);
    } else if (response instanceof messages.DataRowMessage) {
      rows.push(response.fields);
    } else if (response instanceof messages.CommandCompleteMessage) {
      result = { names, typeIds, rows, tag: response.text };
      [names, typeIds, rows] = [[], [], []];
    } else if (response instanceof messages.DatabaseError) {
      error ??= errorFields(response);
    } else if (response instanceof messages.ReadyForQueryMessage) {
      transaction = response.status;
    }
  }
  return error === undefined ? { id, transaction, result } : { id, transaction, error };
}

// An error's class is lost between threads; its text fields are not.
function errorFields(error: messages.DatabaseError): Record<string, string> {
  const fields = Object.entries(error).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { ...Object.fromEntries(fields), message: error.message };
}
