import { report, require, type Proof } from '../proof.ts';
import { runMcpSuite } from './mcp-suite.ts';

/** A suite that others publish: what failed and is not declared in docs/compat.md. */
type Suite = () => Promise<readonly string[]>;

const SUITES: Readonly<Record<string, Suite>> = {
  'MCP, as a client': runMcpSuite,
};

/** Public suites of conformance, from their packages. */
export const proveSpecifications: Proof = {
  name: 'specifications',
  summary: `suites that others publish, from npm: ${Object.keys(SUITES).join(', ')}; what is not declared passes`,
  async run() {
    const faults: string[] = [];
    for (const [name, run] of Object.entries(SUITES)) {
      try {
        faults.push(...(await run()));
      } catch (error) {
        report(name, { 'not run:': String(error).split('\n', 1)[0] ?? '' });
        faults.push(`${name} could not run`);
      }
    }
    require(faults.length === 0, `\n  ${faults.join('\n  ')}`);
  },
};
