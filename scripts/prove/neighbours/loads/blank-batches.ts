import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from '../load.ts';
import { requestJson, uploadFile } from './calls.ts';

const BYTES = 60_000_000;
const BATCHES = 6;

export const BLANK_BATCHES: Load = {
  name: 'batches of line ends',
  lane: 'batch',
  async run({ url, privateKey: key }, hold, signal) {
    const caller = { url, key, signal };
    const bytes = Buffer.alloc(BYTES, '\n');
    const file = { purpose: 'batch', name: 'blank.jsonl', bytes };
    const { id } = await hold(BYTES, uploadFile(caller, file));
    while (!signal.aborted) {
      const { status, body } = await requestJson(caller, 'GET', `/v1/files/${id}`);
      if (status === 200 && body['status'] !== 'processing') break;
      await delay(100, undefined, { signal });
    }
    while (!signal.aborted) {
      for (let i = 0; i < BATCHES; i++)
        await requestJson(caller, 'POST', '/v1/batches', { input_file_id: id });
      await delay(1000, undefined, { signal });
    }
  },
};
