import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { zip } from '../../../../server/test-kit/index.ts';
import type { Load } from '../load.ts';
import { uploadFile } from './calls.ts';

const ARCHIVE_CONCURRENCY = 10;
const ENTRY_BYTES = 2_000_000;

/** Skills, which are unpacked to see whether they are sound. */
export const ARCHIVES: Load = {
  name: 'large archives',
  lane: 'file',
  async run({ url, privateKey: key }, hold, signal) {
    const entries = Array.from({ length: 10 }, (_, i) => ({
      name: `file-${i}.bin`,
      content: Buffer.concat([randomBytes(ENTRY_BYTES), Buffer.alloc(ENTRY_BYTES * 10)]),
    }));
    const bytes = zip([{ name: 'SKILL.md', content: '---\nname: a\ndescription: b\n---\n' }, ...entries]);
    while (!signal.aborted) {
      for (let i = 0; i < ARCHIVE_CONCURRENCY; i++) {
        await hold(
          bytes.length,
          uploadFile({ url, key, signal }, { purpose: 'skill', name: 'large.zip', bytes }),
        );
      }
      await delay(5000, undefined, { signal });
    }
  },
};
