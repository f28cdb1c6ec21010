import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningContender } from '../contenders/contender.ts';

const START_LIMIT_MS = 30_000;
const RETRY_MS = 100;

/** Resolves once the contender hands through a whole answer. Throws when it ends or takes too long. */
export async function untilReady(contender: RunningContender, path: string, body: string): Promise<void> {
  const deadlineMs = performance.now() + START_LIMIT_MS;
  let problem = 'no answer';
  while (performance.now() < deadlineMs) {
    const exit = contender.process?.exit();
    if (exit !== undefined) throw new Error(`ended with ${exit} while starting`);
    problem = await tryOnce(contender, path, body);
    if (problem === '') return;
    await sleep(RETRY_MS);
  }
  throw new Error(`not ready after ${START_LIMIT_MS / 1000} s: ${problem}`);
}

/** Empty when the answer was right. */
async function tryOnce(contender: RunningContender, path: string, body: string): Promise<string> {
  const lines = contender.headerSets[0] ?? [];
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  try {
    const response = await fetch(`http://127.0.0.1:${contender.port}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(5000),
    });
    const reply = await response.text();
    if (response.status !== 200) return `status ${response.status}: ${reply.slice(0, 300)}`;
    const content = (JSON.parse(reply) as { choices?: { message?: { content?: string } }[] }).choices?.[0]
      ?.message?.content;
    return content?.startsWith('A delivery network') ? '' : 'the answer is not the mock’s';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown failure';
  }
}
