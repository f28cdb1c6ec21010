import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  FACADE_NAMES,
  startFacade,
  startRunningService,
  startScriptedUpstream,
  type FacadeServer,
} from '../../server/test-kit/index.ts';
import { readCredentials } from './deployments/credentials.ts';
import { Deployment } from './deployments/deployment.ts';
import { UpstreamProbe } from './deployments/upstream-probe.ts';
import { CREDENTIALS_FILE, deploymentFile, PROVISIONING_FILE, type Variant } from './deployments/variants.ts';
import type { Check } from './runner/check.ts';
import { loadChecks } from './runner/load-checks.ts';
import { runCheck } from './runner/run-checks.ts';
import { differenceOf } from './runner/type-differences.ts';

/**
 * The checks of the suite that ask an engine, over each type of engine. In a usual run only those of these rules: calls and their
 * results, counts, outcomes and failures, on all doors. `npm run prove -- --only engine-types` sets the variable and runs all of them.
 */
const TYPES = process.env['CONFORMANCE_ENGINE_TYPES']?.split(',');
const SAMPLE = [
  'BILL-07',
  'CHAT-14',
  'CHAT-28',
  'CHAT-68',
  'MSG-16',
  'MSG-64',
  'MSG-65',
  'COMPA-13',
  'COMPR-11',
];
const COMPLETE_MS = 1_800_000;

const neverPause = (): Promise<void> =>
  Promise.reject(new Error('the clock of an own deployment can be moved'));

/** Services in this process, one per variant. */
class TypeFleet implements AsyncDisposable {
  readonly facades: FacadeServer[] = [];
  readonly #type: string | undefined;
  readonly #started = new Map<Variant, Promise<Deployment>>();

  /** Without a type, the engine is the fixture's. */
  constructor(type?: string) {
    this.#type = type;
  }

  deployment(variant: Variant): Promise<Deployment> {
    const known = this.#started.get(variant) ?? this.#start(variant);
    this.#started.set(variant, known);
    return known;
  }

  /** What scripts said so far that the vendor's form has no place for. */
  get inexpressible(): readonly string[] {
    return this.facades.flatMap(({ inexpressible }) => inexpressible);
  }

  async close(): Promise<void> {
    for (const started of this.#started.values()) await (await started).close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(variant: Variant): Promise<Deployment> {
    const upstream = await startScriptedUpstream();
    const facade = this.#type === undefined ? undefined : await startFacade(this.#type, upstream.baseUrl);
    if (facade) this.facades.push(facade);
    const engine = facade && {
      settings: facade.facade.engine(facade.baseUrl),
      modelName: (name: string) => facade.modelName(name),
    };
    const service = await startRunningService({
      deployment: JSON.parse(await deploymentFile(variant, engine)) as unknown,
      provisioning: parse(await readFile(PROVISIONING_FILE, 'utf8')) as unknown,
      environment: { UPSTREAM_URL: upstream.baseUrl, UPSTREAM_KEY: 'upstream-key-marker' },
    });
    return new Deployment({
      baseUrl: `http://127.0.0.1:${service.port}`,
      credentials: await readCredentials(CREDENTIALS_FILE),
      upstream: new UpstreamProbe(upstream),
      close: async () => {
        await service.stop();
        await facade?.[Symbol.asyncDispose]();
        await upstream.close();
      },
    });
  }
}

const checks = await loadChecks();

/** Found by running all of them at the usual engine. */
async function checksThatAskEngines(): Promise<readonly Check[]> {
  await using fleet = new TypeFleet();
  const asking: Check[] = [];
  for (const check of checks) {
    const failure = await failureOf(check, fleet);
    const { upstream } = await fleet.deployment(check.variant);
    const isAsked = upstream.requests.some(({ path }) => path.endsWith('/chat/completions'));
    if (failure === undefined && isAsked) asking.push(check);
  }
  return asking;
}

/** Undefined: it passed. */
async function failureOf(check: Check, fleet: TypeFleet): Promise<Error | undefined> {
  try {
    return await runCheck(check, fleet, neverPause).then(() => undefined);
  } catch (error) {
    return error as Error;
  }
}

interface Outcome {
  readonly passed: number;
  readonly notRun: readonly string[];
  readonly failed: readonly string[];
}

async function checkType(type: string, chosen: readonly Check[]): Promise<Outcome> {
  await using fleet = new TypeFleet(type);
  const notRun: string[] = [];
  const failed: string[] = [];
  for (const check of chosen) {
    const name = `${check.rules.join(' ')} ${check.title}`;
    const before = fleet.inexpressible.length;
    const failure = await failureOf(check, fleet);
    const difference = differenceOf(check.title, type);
    const [inexpressible] = fleet.inexpressible.slice(before);
    if (failure && difference === undefined && inexpressible === undefined)
      failed.push(`${name}: ${failure.message}`);
    else if (failure) notRun.push(`${name}: ${difference ?? inexpressible}`);
    else if (difference !== undefined) failed.push(`${name}: passes, although ${difference}`);
  }
  const refusals = new Set(fleet.facades.flatMap((facade) => facade.refusals));
  failed.push(...Array.from(refusals, (refusal) => `the vendor refuses: ${refusal}`));
  return { passed: chosen.length - notRun.length - failed.length, notRun, failed };
}

const isInSample = ({ rules, variant }: Check): boolean =>
  variant === 'standard' && SAMPLE.some((rule) => rules.includes(rule));
const chosen = TYPES ? checksThatAskEngines() : Promise.resolve(checks.filter(isInSample));

it.each(TYPES && TYPES[0] !== 'all' ? TYPES : FACADE_NAMES)(
  'keeps the contract over an engine of type %s',
  { timeout: COMPLETE_MS },
  async (type) => {
    const { passed, notRun, failed } = await checkType(type, await chosen);
    if (TYPES) console.log(`${type}: ${passed} passed, ${notRun.length} not run\n  ${notRun.join('\n  ')}`);
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(SAMPLE.length);
  },
);
