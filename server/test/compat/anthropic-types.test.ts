import { expect, it } from 'vitest';
import { anthropicBodies } from './anthropic-bodies.ts';
import { typeFaults, type Sample } from './vendor-types.ts';

it('COMPA-12 COMPA-13 COMPA-15 COMPA-18 all objects are those of the newest client that is installed', async () => {
  const bodies = await anthropicBodies();
  expect(await typeFaults(bodies)).toEqual([]);
  // The check sees what is missing, unknown and of another kind.
  const samples = ['{}', '{"type":"model","id":1}'].map((json): Sample => {
    return { name: 'wrong', type: 'ModelInfo', value: JSON.parse(json) as unknown };
  });
  expect(await typeFaults({ ...bodies, samples })).toEqual(
    samples.map(() => expect.stringMatching(/^wrong: TS/) as string),
  );
});
