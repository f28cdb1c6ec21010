import { report, require, type Proof } from '../proof.ts';
import { readDeclaredChecks } from './declared-checks.ts';
import { installSuite } from './install-suite.ts';
import { langchainSuite } from './langchain-suite.ts';
import { mcpSuite } from './mcp-suite.ts';
import { oauthSuite } from './oauth-suite.ts';
import { openResponsesSuite } from './open-responses-suite.ts';
import type { Suite } from './suite.ts';
import { vendorTypesSuite } from './vendor-types-suite.ts';

const SUITES: readonly Suite[] = [mcpSuite, vendorTypesSuite, openResponsesSuite, langchainSuite, oauthSuite];

/** Public suites of conformance and libraries of others, from their packages. */
export const proveSpecifications: Proof = {
  name: 'specifications',
  summary: `suites and libraries of others, from npm: ${SUITES.map(({ name }) => name).join('; ')}; what is not declared in docs/compat.md passes`,
  async run() {
    const declared = await readDeclaredChecks();
    const faults: string[] = [];
    for (const suite of SUITES) {
      try {
        faults.push(...(await faultsOf(suite, declared.get(suite.name) ?? new Set())));
      } catch (error) {
        report(suite.name, { 'not run:': String(error).split('\n', 1)[0] ?? '' });
        faults.push(`${suite.name} could not run`);
      }
    }
    require(faults.length === 0, `\n  ${faults.join('\n  ')}`);
  },
};

/** What fails and is not declared, and what is declared and does not fail. */
async function faultsOf(suite: Suite, declared: ReadonlySet<string>): Promise<string[]> {
  const { name, packages } = suite;
  const { passed, failed } = await suite.run(await installSuite(name, packages));
  const checks = new Set(failed.map(({ check }) => check));
  const faults = failed
    .filter(({ check }) => !declared.has(check))
    .map(({ check, detail }) => `${name}: ${check}: ${detail}`);
  const stale = [...declared].filter((check) => !checks.has(check));
  report(name, {
    passed,
    'declared failures': declared.size - stale.length,
    'other failures': faults.length,
  });
  return [...faults, ...stale.map((check) => `${name}: ${check} does not fail, and is declared`)];
}
