import type { EngineConfig } from '#config';
import { EngineFault, listOffered, type OfferedModel } from '#engine';
import { type Clock, OperatorError } from '#kit';

const TIMEOUT_MS = 30_000;

/** The list of an engine. What it cannot give is told in a sentence that names the engine, never its host. */
export async function askEngine(name: string, config: EngineConfig, clock: Clock): Promise<OfferedModel[]> {
  try {
    const offered = await listOffered(config, clock, AbortSignal.timeout(TIMEOUT_MS));
    if (offered) return offered;
  } catch (error) {
    if (!(error instanceof EngineFault)) throw error;
    throw new OperatorError(`The engine ${name} ${reasonOf(error)}`);
  }
  throw new OperatorError(
    `Engines of type ${config.type} have no list of models. Write its models yourself.`,
  );
}

function reasonOf({ kind, status, refusal }: EngineFault): string {
  if (status === 401 || status === 403 || refusal?.reason === 'credential')
    return `refused its credential (${status}). Check the key or credentials of engines in svc.yaml.`;
  if (status === 404) return 'has no list of models (404). Check its base_url, or write its models yourself.';
  if (status !== undefined) return `answered its list of models with status ${status}. Try again later.`;
  return kind === 'broken'
    ? 'answered with something other than a list of models. Check its base_url.'
    : 'is not reachable. Check its base_url, and run svc doctor.';
}
