import { expect, it } from 'vitest';
import { openAiBodies } from './openai-bodies.ts';
import { typeFaults } from './vendor-types.ts';

it('COMPO-08 COMPO-09 COMPO-12 COMPO-13 COMPR-10 COMPR-12 all objects are those of the newest client that is installed', async () => {
  expect(await typeFaults(await openAiBodies())).toEqual([]);
});
