import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { OPENAI_BATCH_ENDPOINT } from '@svc/contract';
import type { Tables } from '#store';
import type { LineSeal } from '../line-seal.ts';
import { toOpenAiResult, type OpenResult } from '../openai/openai-result.ts';
import type { BatchRow } from '../store/batch-rows.ts';
import { findResults, type ResultRow } from '../store/results.ts';

/** Results that are decrypted and joined in one turn of the event loop: rarely more than some kilobytes each, but they may be megabytes. */
const BATCH_LIMITS = { most: 100, mostBytes: 1_048_576 };

/** The output of a batch: one line for each line of the input, in input order and in its form (D-BATCH-5). */
export async function* writeOutput(
  db: Kysely<Tables>,
  seal: LineSeal,
  { id: batchId, endpoint }: Pick<BatchRow, 'id' | 'endpoint'>,
): AsyncGenerator<Buffer> {
  const toLine = endpoint === OPENAI_BATCH_ENDPOINT ? toOpenAiResult : toOwnResult;
  for (let after = 0; ;) {
    const rows = await findResults(db, batchId, after, BATCH_LIMITS);
    const last = rows.at(-1);
    if (!last) return;
    yield Buffer.from(rows.map((row) => toLine(batchId, openResult(seal, batchId, row))).join(''));
    after = last.line;
    await setImmediate();
  }
}

function openResult(seal: LineSeal, batchId: string, row: ResultRow): OpenResult {
  const { line, state, status_code, request_id, result } = row;
  return {
    line,
    state,
    status_code,
    request_id,
    customId: seal.openText(row.custom_id, batchId, line, 'custom_id'),
    body: result === null ? null : seal.openText(result, batchId, line, 'result'),
  };
}

function toOwnResult(_batchId: string, { customId, state, status_code: status, body }: OpenResult): string {
  const result = `{"type":"${state}","status_code":${status},"body":${body}}`;
  return `{"custom_id":${JSON.stringify(customId)},"result":${result}}\n`;
}
