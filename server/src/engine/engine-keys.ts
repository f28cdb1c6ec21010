import type { EngineConfig } from '#config';

/** One of several keys of an engine. Operators see its name only. */
export interface EngineKey {
  readonly name: string;
  /** Its share of the conversations. 0: only what the others cannot take. */
  readonly weight: number;
}

/** Names a key of an engine. */
export interface KeyName {
  readonly engine: string;
  readonly key: string;
}

/** An engine as it is called with one of its keys. */
export interface KeyedEngine {
  readonly name: string;
  readonly key: EngineKey | undefined;
  /** Without a list of keys. */
  readonly config: EngineConfig;
}

interface KeyEntry extends EngineKey {
  readonly max_concurrency?: number;
}

interface SharedConfig {
  readonly max_concurrency: number;
}

/** An engine with a list of keys is one engine for each of them: each has its own connections, slots and breakers (D-ENG-29). */
export function keyedEngines(name: string, config: EngineConfig): [KeyedEngine, ...KeyedEngine[]] {
  const [first, ...others] = engineOfEachKey(config).map((keyed) => ({ name, ...keyed }));
  return first ? [first, ...others] : [{ name, key: undefined, config }];
}

function engineOfEachKey(config: EngineConfig): readonly Omit<KeyedEngine, 'name'>[] {
  if (!('keys' in config)) return [];
  // Two vendors call different things `credentials`: in one union the compiler would give each those of the other.
  if (config.type === 'bedrock') {
    const { keys = [], ...shared } = config;
    return keys.map((key) => withKey(shared, key));
  }
  const { keys = [], ...shared } = config;
  return keys.map((key: (typeof keys)[number]) => withKey(shared, key));
}

/** An entry has, besides its settings, the fields by which its engine's type has a credential. */
function withKey<Shared extends SharedConfig, Key extends KeyEntry>(
  shared: Shared,
  { name, weight, max_concurrency: own, ...credential }: Key,
) {
  const config = { ...shared, ...credential, max_concurrency: own ?? shared.max_concurrency };
  return { key: { name, weight }, config };
}
