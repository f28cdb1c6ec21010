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

/** An engine with a list of keys is one engine for each of them: each has its own connections, slots and breakers (D-ENG-29). */
export function keyedEngines(name: string, config: EngineConfig): [KeyedEngine, ...KeyedEngine[]] {
  if (!('keys' in config)) return [{ name, key: undefined, config }];
  const { keys = [], ...shared } = config;
  const [first, ...others] = keys;
  if (!first) return [{ name, key: undefined, config }];
  const withKey = ({ name: keyName, weight, max_concurrency, ...credential }: typeof first): KeyedEngine => {
    const own = { ...credential, max_concurrency: max_concurrency ?? config.max_concurrency };
    // An entry has the fields by which its engine's type has a credential: the schema says so.
    return { name, key: { name: keyName, weight }, config: { ...shared, ...own } };
  };
  return [withKey(first), ...others.map(withKey)];
}
