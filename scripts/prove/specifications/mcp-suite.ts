import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { report } from '../proof.ts';
import { installSuite } from './install-suite.ts';

const PACKAGE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const HANGING_MS = 120_000;

/**
 * What the suite asks of a client that only calls tools. The others are about authorization, which is the caller's here, about prompts,
 * resources and questions to the user, which are not offered, and about extensions.
 */
const SCENARIOS = [
  'initialize',
  'tools_call',
  'sse-retry',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
];

/** In docs/compat.md with the reason. */
const DECLARED: ReadonlySet<string> = new Set([
  'sep-2322-client-request-state-echoed',
  'sep-2322-client-jsonrpc-id-different',
  'sep-2322-client-no-state-omitted',
]);

/** Runs the scenarios of MCP's conformance suite on the client of MCP servers. Gives what failed and is not declared. */
export async function runMcpSuite(): Promise<string[]> {
  const modules = await installSuite('mcp', [PACKAGE]);
  const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js');
  const program = `${process.execPath} ${join(import.meta.dirname, 'mcp-program.ts')}`;
  const results = await mkdtemp(join(tmpdir(), 'svc-prove-mcp-'));
  const faults: string[] = [];
  let passed = 0;
  let declared = 0;
  try {
    for (const scenario of SCENARIOS) {
      const args = [suite, 'client', '--scenario', scenario, '--command', program, '-o', results];
      const output = await outputOf([...args, '--timeout', String(HANGING_MS)]);
      const failed = [...output.matchAll(/\[([\w.$-]+) *\] \S*(?:FAILURE|WARNING)/g)].map(
        ([, check]) => check!,
      );
      const [, count] = /Passed: (\d+)\//.exec(output) ?? [];
      if (count === undefined) faults.push(`${scenario}: ${output.slice(-500)}`);
      passed += Number(count ?? 0);
      declared += failed.filter((check) => DECLARED.has(check)).length;
      faults.push(...failed.filter((check) => !DECLARED.has(check)).map((check) => `${scenario}: ${check}`));
    }
  } finally {
    await rm(results, { recursive: true, force: true });
  }
  report('MCP, as a client', {
    scenarios: SCENARIOS.length,
    'checks passed': passed,
    declared,
    failed: faults.length,
  });
  return faults;
}

/** Of a run that may end with a failure. The suite writes to both of its outputs. */
async function outputOf(args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { timeout: 2 * HANGING_MS });
    return stdout + stderr;
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as Error & Partial<Record<'stdout' | 'stderr', string>>;
    return stdout + stderr || message;
  }
}
