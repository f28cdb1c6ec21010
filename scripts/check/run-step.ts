import { spawn } from 'node:child_process';

/** One check. It passes when its command exits 0, or its function returns no complaints. */
export interface Step {
  readonly name: string;
  /** Arguments of this Node, or a function that returns one line per problem. */
  readonly run: readonly string[] | (() => readonly string[]);
}

export interface StepResult {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
  readonly elapsedMs: number;
}

function runCommand(args: readonly string[]): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ passed: code === 0, output: Buffer.concat(chunks).toString().trim() }),
    );
  });
}

export async function runStep(step: Step): Promise<StepResult> {
  const startedAt = performance.now();
  const { run } = step;
  if (typeof run !== 'function')
    return { name: step.name, ...(await runCommand(run)), elapsedMs: performance.now() - startedAt };
  const problems = run();
  return {
    name: step.name,
    passed: problems.length === 0,
    output: problems.join('\n'),
    elapsedMs: performance.now() - startedAt,
  };
}
