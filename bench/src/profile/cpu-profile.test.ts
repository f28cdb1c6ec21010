import { describe, expect, it } from 'vitest';
import { summarizeProfile } from './cpu-profile.ts';

const frame = (id: number, functionName: string, url: string, lineNumber = 0) => ({
  id,
  callFrame: { functionName, url, lineNumber },
});

describe('summarizeProfile', () => {
  const profile = {
    nodes: [
      frame(1, '(idle)', ''),
      frame(2, 'write', 'file:///x/node_modules/undici/lib/client.js', 9),
      frame(3, 'run', 'file:///x/server/src/engine/run.ts', 4),
      frame(4, 'run', 'file:///x/server/src/engine/run.ts', 4),
      frame(5, '(garbage collector)', ''),
    ],
    samples: [1, 2, 3, 4, 5],
    timeDeltas: [90_000, 3000, 4000, 2000, 1000],
  };

  it('adds self time by function and by file, without idle time', () => {
    const { functions, files } = summarizeProfile(profile);
    expect(functions.map(({ name, milliseconds, share }) => [name, milliseconds, share])).toEqual([
      ['run server/src/engine/run.ts:5', 6, 0.6],
      ['write undici/lib/client.js:10', 3, 0.3],
      ['(garbage collector) (native):1', 1, 0.1],
    ]);
    expect(files.map(({ name }) => name)).toEqual([
      'server/src/engine/run.ts',
      'undici/lib/client.js',
      '(native)',
    ]);
  });
});
