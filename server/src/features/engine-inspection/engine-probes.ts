import type { Kysely } from 'kysely';
import { ApiError, type EngineProbe } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import { probeEngine, type ProbedEngine } from '#engine';
import type { OperatorInquiry } from '#features/module';
import type { Clock, Log } from '#kit';
import type { Tables } from '#store';
import { engineProbeToJson } from './engine-probe-to-json.ts';
import { findProbedEngine } from './probed-engine.ts';
import type { RestoredKeys } from './restored-keys.ts';
import { claimProbe, endProbe } from './store.ts';

/** Shorter than the lease of a probe. */
const MAX_PROBE_MS = 300_000;

export interface EngineProbesDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  readonly restoredKeys: RestoredKeys;
}

/** Probes of engines in the running service: of each engine one at a time, on all nodes. */
export class EngineProbes {
  readonly #deps: EngineProbesDeps;
  readonly #closed = new AbortController();

  constructor(deps: EngineProbesDeps) {
    this.#deps = deps;
  }

  /** Takes minutes at most. Throws 404 and 409. */
  async probe(inquiry: OperatorInquiry, name: string): Promise<EngineProbe> {
    const { db, clock, deployment, restoredKeys } = this.#deps;
    const engine = findProbedEngine(deployment(), name);
    if (!engine) throw new ApiError('engine_not_found');
    if (engine.config.type === 'llama') throw conflict(inProcess(name));
    const claim = await claimProbe(db, name, clock.nowMs());
    if (!claim) throw conflict('A probe of this engine is under way. Wait until it has ended.');
    let workingKeys: string[] = [];
    try {
      await inquiry.note({ event: 'engine.probed', resource: { type: 'engine', id: name } });
      const probe = await this.#ask(engine);
      workingKeys = probe.keys.filter(({ state }) => state === 'ok').map((key) => key.name);
      return { type: 'engine_probe', ...probe };
    } finally {
      await endProbe(db, claim, { workingKeys, nowMs: clock.nowMs() });
      await restoredKeys.read();
    }
  }

  /** Ends probes that are under way: they would keep the process. */
  close(): void {
    this.#closed.abort();
  }

  async #ask(engine: ProbedEngine): Promise<Omit<EngineProbe, 'type'>> {
    const { clock, log } = this.#deps;
    const deadline = AbortSignal.timeout(MAX_PROBE_MS);
    const signal = AbortSignal.any([deadline, this.#closed.signal]);
    try {
      const { type, ...found } = engineProbeToJson(await probeEngine(engine, { clock, log, signal }));
      return { engine_type: type, ...found };
    } catch (error) {
      if (this.#closed.signal.aborted) throw new ApiError('temporarily_unavailable');
      throw deadline.aborted ? conflict(tookTooLong(engine.name)) : error;
    }
  }
}

function conflict(message: string): ApiError {
  return new ApiError('resource_conflict', { message });
}

function inProcess(name: string): string {
  return `Engines of type llama run in the process of the service, and a probe would load the model twice. Run svc doctor --probe --engine ${name} on the machine.`;
}

function tookTooLong(name: string): string {
  return `The probe took longer than five minutes. Run svc doctor --probe --engine ${name} on the machine, which has no limit.`;
}
