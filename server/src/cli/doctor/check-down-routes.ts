import type { DownRoute } from '#engine';
import type { ControlClient } from '../../control/index.ts';
import type { Finding } from './finding.ts';

/** The running service answers from memory. */
const TIMEOUT_MS = 3000;

/** Findings of each model with an engine that fails its calls or gets none, and one when no engine fails. */
export async function checkDownRoutes(client: ControlClient): Promise<Finding[]> {
  try {
    const { down } = await client.call('GET /engines', {}, { timeoutMs: TIMEOUT_MS });
    // Safe: the control socket answers with what its own handler returns.
    return evaluateDownRoutes(down as readonly DownRoute[]);
  } catch (error) {
    const detail = `the running service does not tell which engines fail: ${(error as Error).message}`;
    return [{ state: 'warn', what: 'models', detail }];
  }
}

export function evaluateDownRoutes(down: readonly DownRoute[]): Finding[] {
  const [failing, out] = (['failing', 'out_of_service'] as const).map((cause) =>
    down.filter(({ why }) => why === cause),
  ) as [DownRoute[], DownRoute[]];
  return [...evaluateFailing(failing), ...evaluateOutOfService(out)];
}

function evaluateOutOfService(out: readonly DownRoute[]): Finding[] {
  return [...Map.groupBy(out, ({ model }) => model)].map(([model, routes]) => {
    const what = `model ${model}`;
    const taken = `an operator took ${routes.map(({ engine }) => engine).join(', ')} out of service`;
    if (routes.every(({ isReplaced }) => isReplaced))
      return { state: 'warn', what, detail: `${taken}; another route answers.` };
    const repair = 'Take a route in again in the Console, or over the Operator API.';
    return { state: 'failed', what, detail: `${taken}; no other route is left.\n${repair}` };
  });
}

function evaluateFailing(failing: readonly DownRoute[]): Finding[] {
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
