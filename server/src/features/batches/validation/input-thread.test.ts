import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import type { InputRules } from './input-reading.ts';
import { readInput } from './input-thread.ts';

const RULES: InputRules = {
  batchId: 'batch_1',
  bounds: { depth: 64, values: 1000, keyBytes: 1000 },
  customIdCharacters: 10,
  endpoint: undefined,
  mostLines: 50,
  mostLineBytes: 300,
  mostProblems: 5,
  key: new SealingRing(new Secret(Buffer.alloc(32, 1).toString('base64')))
    .keysFor('svc batch lines')
    .ofOrganization('org_1').material,
};
const CHUNKS = 20;

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < CHUNKS; i++)
    yield Buffer.from(`{"custom_id":"${i}","endpoint":"/v1/messages","body":{}}\n`);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('the thread that reads the input of a batch', () => {
  it('D-BATCH-3 leaves nothing in memory of the lines that are stored', async () => {
    const groups: WeakRef<Uint8Array>[] = [];
    let kept = 0;
    const { total } = await readInput(RULES, chunks(), async (group) => {
      groups.push(new WeakRef(group));
      if (groups.length < CHUNKS) return;
      // What a WeakRef was made of or asked for stays until the turn ends.
      await nextTurn();
      collectGarbage();
      kept = groups.filter((one) => one.deref() !== undefined).length;
    });
    expect(total).toBe(CHUNKS);
    // The last one is still being taken.
    expect(kept).toBeLessThanOrEqual(2);
  });

  it.runIf(process.platform === 'linux')('has a lower priority than the thread of live calls', async () => {
    const own = getPriority(process.pid);
    const below = new Set<number>();
    await readInput(RULES, chunks(), async () => {
      const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
      for (const priority of priorities) if (priority > own) below.add(priority);
    });
    expect(below.size).toBe(1);
    expect(getPriority(process.pid)).toBe(own);
  });

  it('waits for the next input, also when one was not read to its end, and inputs at the same time have threads of their own', async () => {
    let started = 0;
    const count = (): void => void started++;
    process.on('worker', count);
    const total = async () => (await readInput(RULES, chunks(), async () => undefined)).total;
    try {
      await total();
      started = 0;
      const refuse = (): Promise<void> => Promise.reject(new Error('away'));
      await expect(readInput(RULES, chunks(), refuse)).rejects.toThrow('away');
      expect(await total()).toBe(CHUNKS);
      expect(started).toBe(0);
      expect(await Promise.all([total(), total()])).toEqual([CHUNKS, CHUNKS]);
      expect(started).toBe(1);
    } finally {
      process.off('worker', count);
    }
  });

  it('rejects as what stores the lines does', async () => {
    const refuse = (): Promise<void> => Promise.reject(new Error('away'));
    await expect(readInput(RULES, chunks(), refuse)).rejects.toThrow('away');
  });
});
