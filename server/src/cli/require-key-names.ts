import type { KeyName } from '#engine';
import { ControlRefusal } from '../control/index.ts';

/** More than a configuration has. */
const MAX_KEYS = 100_000;

/** Names of engines' keys, as they come over the control socket. */
export function requireKeyNames(value: unknown): KeyName[] {
  if (!Array.isArray(value) || value.length > MAX_KEYS || !value.every(isKeyName))
    throw new ControlRefusal('keys must be a list of objects with engine and key.');
  return value.map(({ engine, key }) => ({ engine, key }));
}

function isKeyName(value: unknown): value is KeyName {
  const { engine, key } = (value ?? {}) as Partial<Record<keyof KeyName, unknown>>;
  return typeof engine === 'string' && typeof key === 'string';
}
