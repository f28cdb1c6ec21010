import { expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { startedThreads } from './started-threads.ts';

const HOST = { 'server/src/threads/worker-thread.ts': 'new Worker(module);' };

it('counts the threads that are started outside of the host, and the host', () => {
  const tree = plantedTree({
    ...HOST,
    'server/src/mail/thread.ts':
      "const started =\n  new Worker(new URL('./mail-worker.ts', import.meta.url));",
    'server/src/mail/host.ts': '// new Worker(module)\nnew WorkerHost({ module });',
    'server/src/mail/thread.test.ts': 'new Worker(module);',
  });
  expect(startedThreads(tree)[0]?.places).toEqual([
    'server/src/threads/worker-thread.ts:1',
    'server/src/mail/thread.ts:2',
  ]);
});

it('cannot count without the host', () => {
  expect(() => startedThreads(plantedTree({}))).toThrow('is gone');
});
