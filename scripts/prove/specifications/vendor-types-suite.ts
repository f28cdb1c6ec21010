import { anthropicBodies, openAiBodies, typeFaults } from '../../../server/test/index.ts';
import type { FailedCheck, Suite } from './suite.ts';

/** Live replies as values of the types that the newest clients declare. A new release of one may show what is new here. */
export const vendorTypesSuite: Suite = {
  name: 'Types of OpenAI and Anthropic',
  packages: ['openai@7.59.0', '@anthropic-ai/sdk@1.14.0'],
  async run(modules) {
    const all = [await openAiBodies(), await anthropicBodies()];
    const failed: FailedCheck[] = [];
    for (const bodies of all)
      for (const fault of await typeFaults(bodies, modules)) {
        const [check = fault] = fault.split(': TS', 1);
        failed.push({ check, detail: fault });
      }
    const samples = all.reduce((sum, bodies) => sum + bodies.samples.length, 0);
    return { passed: samples - new Set(failed.map(({ check }) => check)).size, failed };
  },
};
