import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import { requestJson, uploadFile } from './loads/calls.ts';
import type { Load } from './load.ts';

const ASK_AGAIN_MS = 20;
const LINE = JSON.stringify({
  custom_id: 'one',
  endpoint: '/v1/chat/completions',
  body: { messages: [{ role: 'user', content: 'hi' }] },
});

/** How long a small job of the measured tenant takes, in milliseconds: from its request until it is through the lane. */
export async function timeLane(url: string, lane: NonNullable<Load['lane']>): Promise<number> {
  const caller = { url, key: MAIN_KEY };
  const startedAtMs = performance.now();
  const { id: fileId } = await uploadFile(caller, {
    purpose: lane === 'batch' ? 'batch' : 'document',
    name: lane === 'batch' ? 'one.jsonl' : 'one.txt',
    bytes: lane === 'batch' ? Buffer.from(`${LINE}\n`) : Buffer.from('a text'),
  });
  await untilPast(caller, `/v1/files/${fileId}`, 'processing');
  if (lane === 'file') return performance.now() - startedAtMs;
  const { body } = await requestJson(caller, 'POST', '/v1/batches', { input_file_id: fileId });
  await untilPast(caller, `/v1/batches/${String(body['id'])}`, 'validating');
  return performance.now() - startedAtMs;
}

async function untilPast(
  caller: { readonly url: string; readonly key: string },
  path: string,
  status: string,
): Promise<void> {
  while ((await requestJson(caller, 'GET', path)).body['status'] === status) await delay(ASK_AGAIN_MS);
}
