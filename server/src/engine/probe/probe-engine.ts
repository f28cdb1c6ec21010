import type { EngineConfig } from '#config';
import type { Clock, Log } from '#kit';
import { keyedEngines } from '../engine-keys.ts';
import type { Engine } from '../events.ts';
import { createEngine } from '../upstreams/create-engine.ts';
import { runBatches } from '../upstreams/run-batches.ts';
import type { Respondent } from './ask-question.ts';
import { engineStatus } from './engine-status.ts';
import { offeredBy, type Offer } from './offered-by.ts';
import { judgeKey, type KeyProbe } from './probe-keys.ts';
import { askForSign, type ModelFindings, probeModel, type ProbeStatus } from './probe-model.ts';
import { type ProbeReason, probeReason } from './probe-reason.ts';
import { type ModelRoute, type RouteProbe, toRouteProbe } from './probe-route.ts';

/** Routes or keys of one engine that are asked at once. */
const MAX_CONCURRENCY = 2;
/** An engine that loads its model first may take long. */
const MAX_QUESTION_MS = 60_000;
/** Models that a key is asked for while what fails is not the key. */
const MAX_MODELS_PER_KEY = 3;

/** An engine of the configuration with the routes that lead to it. */
export interface ProbedEngine {
  readonly name: string;
  readonly config: EngineConfig;
  readonly routes: readonly ModelRoute[];
}

/** What an engine answers to little questions (D-ENG-34). */
export interface EngineProbe {
  readonly name: string;
  readonly type: EngineConfig['type'];
  readonly status: ProbeStatus;
  readonly reason: ProbeReason | null;
  /** Empty: it has no list of keys. */
  readonly keys: readonly KeyProbe[];
  readonly routes: readonly RouteProbe[];
}

export interface ProbeNeeds {
  readonly clock: Clock;
  /** What engines say beside their answers. */
  readonly log: Log;
  /** Aborted, the probe rejects with its reason. */
  readonly signal: AbortSignal;
}

/** Asks an engine, each of its keys and each of its routes. The questions cost tokens. */
export async function probeEngine(probed: ProbedEngine, needs: ProbeNeeds): Promise<EngineProbe> {
  const { name, config } = probed;
  const opened = keyedEngines(name, config).map((keyed) => ({
    keyed,
    engine: createEngine(keyed.config, { name, ...needs }),
  }));
  try {
    const keys =
      opened[0]?.keyed.key === undefined
        ? []
        : await askEach(opened, needs, ({ keyed, engine }) =>
            probeKey(keyed.key?.name ?? '', engine, probed, needs),
          );
    const working =
      opened[
        Math.max(
          0,
          keys.findIndex(({ state }) => state === 'ok'),
        )
      ]!;
    // The routes' questions shall meet again what its own question taught it: it tells the dialect.
    working.engine.reloaded?.();
    const offer = await offeredBy(working.keyed.config, needs);
    const routes = await probeRoutes(working.engine, probed, offer, needs);
    // What was not answered in time was not found out.
    needs.signal.throwIfAborted();
    const verdict = routes.length > 0 ? engineStatus(routes, keys) : statusOfList(offer);
    return { name, type: config.type, ...verdict, keys, routes };
  } finally {
    await Promise.all(opened.map(({ engine }) => engine.close()));
  }
}

function askEach<Item, Result>(
  items: readonly Item[],
  { signal }: ProbeNeeds,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return runBatches(items, { concurrency: MAX_CONCURRENCY, signal }, work);
}

/** What an engine without routes says of its list. A server without a list may work. */
function statusOfList({ fault }: Offer): Pick<EngineProbe, 'status' | 'reason'> {
  const reason = fault ? probeReason(fault) : null;
  if (reason === null || reason === 'model_not_found') return { status: 'ok', reason: null };
  return { status: reason === 'throttled' ? 'degraded' : 'failed', reason };
}

function respondentOf(
  engine: Engine,
  { probed: { config }, signal }: { readonly probed: ProbedEngine; readonly signal: AbortSignal },
  model: string,
): Respondent {
  const timeoutMs = Math.min(config.timeouts.first_output_s * 1000, MAX_QUESTION_MS);
  return { engine, model, timeoutMs, signal };
}

/** Asks for one model after another until an answer says something of the key. */
async function probeKey(
  name: string,
  engine: Engine,
  probed: ProbedEngine,
  { clock, log, signal }: ProbeNeeds,
): Promise<KeyProbe> {
  let judged: KeyProbe = { name, state: null, reason: null, untilMs: null };
  for (const one of probed.routes.slice(0, MAX_MODELS_PER_KEY)) {
    const respondent = respondentOf(engine, { probed, signal }, one.route.model);
    judged = judgeKey(name, await askForSign(respondent, toQuestioned(one), log), clock);
    if (judged.state !== null) break;
  }
  return judged;
}

/** Several models may have routes to the same model of the engine, which is asked once. */
async function probeRoutes(
  engine: Engine,
  probed: ProbedEngine,
  { models: offered }: Offer,
  needs: ProbeNeeds,
): Promise<RouteProbe[]> {
  const asked = new Map<string, Promise<ModelFindings>>();
  const { log, signal } = needs;
  return askEach(probed.routes, needs, async (one) => {
    const { route, model } = one;
    const same = JSON.stringify([route.model, route.dialect, route.api, model.kind]);
    let findings = asked.get(same);
    if (!findings) {
      findings = probeModel(respondentOf(engine, { probed, signal }, route.model), toQuestioned(one), log);
      asked.set(same, findings);
    }
    return toRouteProbe(one, await findings, { config: probed.config, offered });
  });
}

function toQuestioned({ model, route: { dialect, api } }: ModelRoute) {
  const { kind, max_output_tokens } = model;
  return { kind, max_output_tokens, ...(dialect && { dialect }), ...(api && { api }) };
}
