import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FailedCheck, Suite, SuiteResult } from './suite.ts';

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

/** The scenarios of MCP's conformance suite on the client of MCP servers. */
export const mcpSuite: Suite = {
  name: 'MCP, as a client',
  packages: [PACKAGE],
  async run(modules) {
    const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js');
    const results = await mkdtemp(join(tmpdir(), 'svc-prove-mcp-'));
    try {
      const ran: SuiteResult[] = [];
      for (const scenario of SCENARIOS) ran.push(await runScenario(suite, scenario, results));
      return {
        passed: ran.reduce((sum, { passed }) => sum + passed, 0),
        failed: ran.flatMap(({ failed }) => failed),
      };
    } finally {
      await rm(results, { recursive: true, force: true });
    }
  },
};

async function runScenario(suite: string, scenario: string, results: string): Promise<SuiteResult> {
  const program = `${process.execPath} ${join(import.meta.dirname, 'mcp-program.ts')}`;
  const args = [suite, 'client', '--scenario', scenario, '--command', program, '-o', results];
  const output = await outputOf([...args, '--timeout', String(HANGING_MS)]);
  const failed = [...output.matchAll(/\[([\w.$-]+) *\] \S*(?:FAILURE|WARNING)/g)].map(
    ([, check]): FailedCheck => ({ check: check!, detail: scenario }),
  );
  const [, count] = /Passed: (\d+)\//.exec(output) ?? [];
  if (count === undefined) failed.push({ check: scenario, detail: output.slice(-500) });
  return { passed: Number(count ?? 0), failed };
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
