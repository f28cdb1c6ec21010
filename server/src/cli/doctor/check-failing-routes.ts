import type { FailingRoute } from '#engine';
import type { ControlClient } from '../../control/index.ts';
import type { Finding } from './finding.ts';

/** The running service answers from memory. */
const PATIENCE_MS = 3000;

/** One finding per model with an engine that fails its calls, and one when there is none. */
export async function checkFailingRoutes(client: ControlClient): Promise<Finding[]> {
  try {
    const { failing } = await client.call('GET /engines', {}, { timeoutMs: PATIENCE_MS });
    // Safe: the control socket answers with what its own handler returns.
    return evaluateFailingRoutes(failing as readonly FailingRoute[]);
  } catch (error) {
    const detail = `the running service does not tell which engines fail: ${(error as Error).message}`;
    return [{ state: 'warn', what: 'models', detail }];
  }
}

export function evaluateFailingRoutes(failing: readonly FailingRoute[]): Finding[] {
  if (failing.length === 0) return [{ state: 'ok', what: 'models', detail: 'no engine fails its calls' }];
  return [...Map.groupBy(failing, ({ model }) => model)].map(([model, routes]) => {
    const what = `model ${model}`;
    const noun = routes.length > 1 ? 'engines' : 'engine';
    const failed = `${noun} ${routes.map(({ engine }) => engine).join(', ')} failed the last calls`;
    const repair = `Check the server and the log of the ${noun}. The first call that succeeds clears this.`;
    if (routes.every(({ isReplaced }) => isReplaced))
      return { state: 'warn', what, detail: `${failed}; another route answers.\n${repair}` };
    const reroute = 'Or give the model a route to another engine in svc.yaml, and run `svc reload`.';
    return { state: 'failed', what, detail: `${failed}; no other route is left.\n${repair}\n${reroute}` };
  });
}
