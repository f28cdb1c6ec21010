import { oneModel, openaiEngine } from '#test-kit';

export const EMBEDDING = { id: 'Svc Embed', kind: 'embedding', family: 'svc', context_window: 100 };

interface Places {
  readonly upstreamUrl: string;
  /** Where nobody listens. */
  readonly deadPort: number;
  readonly collectorUrl: string;
}

/** A deployment that sends its traces to the collector. `failsOver`: `dead` is tried before `main`. */
export function tracedDeployment(
  { upstreamUrl, deadPort, collectorUrl }: Places,
  { otlp, failsOver }: { readonly otlp: object; readonly failsOver: boolean },
): unknown {
  const route = (engine: string, priority: number) => ({ engine, model: 'private-name', priority });
  const model = { family: 'svc', pricing: { currency: 'usd', input: 1, output: 1 } };
  const routes = failsOver ? [route('dead', 1), route('main', 2)] : [route('main', 1)];
  return oneModel(openaiEngine(upstreamUrl), {
    engines: {
      main: openaiEngine(upstreamUrl),
      dead: openaiEngine(`http://127.0.0.1:${deadPort}/v1`),
      box: { type: 'sandbox' },
    },
    models: [
      { ...model, id: 'Svc Standard', default: true, routes },
      { ...model, id: 'Svc Sandbox', routes: [route('box', 1)] },
      { ...model, ...EMBEDDING, routes: [route('main', 1)] },
    ],
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000 }],
    telemetry: { otlp: { endpoint: collectorUrl, ...otlp } },
  });
}
