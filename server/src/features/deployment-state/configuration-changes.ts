import type { ConfigurationChange } from '@svc/contract';
import { PATHS_READ_AT_START, type DeploymentConfig } from '#config';
import { Secret } from '#kit';
import { writeSetting } from './configuration.ts';

/** Settings by their path. */
type Settings = ReadonlyMap<string, unknown>;

/**
 * Settings in which two configurations differ. Items of a list are found by their id or name: a model that is added at the top does not
 * change all that follow. A changed secret is listed without its values.
 */
export function configurationChanges(
  from: DeploymentConfig,
  to: DeploymentConfig,
): readonly ConfigurationChange[] {
  const [before, after]: readonly Settings[] = [new Map(settingsOf(from, '')), new Map(settingsOf(to, ''))];
  return [...new Set([...before!.keys(), ...after!.keys()])]
    .filter((path) => compared(before!.get(path)) !== compared(after!.get(path)))
    .map((path) => ({
      path,
      from: shown(before!, path),
      to: shown(after!, path),
      needs_restart: isReadAtStart(path),
    }));
}

/** Empty lists and objects are settings, too. */
function* settingsOf(value: unknown, path: string): Generator<readonly [path: string, setting: unknown]> {
  const entries = entriesOf(value, path);
  if (entries.length === 0) yield [path, value];
  else for (const [inner, at] of entries) if (inner !== undefined) yield* settingsOf(inner, at);
}

function entriesOf(value: unknown, path: string): readonly (readonly [value: unknown, path: string])[] {
  if (typeof value !== 'object' || value === null || value instanceof Secret) return [];
  if (!Array.isArray(value))
    return Object.entries(value).map(([key, inner]) => [inner, path === '' ? key : `${path}.${key}`]);
  const names = value.map(nameOf);
  const areNamed = !names.includes(undefined) && new Set(names).size === names.length;
  return value.map((inner, i) => [inner, `${path}[${areNamed ? JSON.stringify(names[i]) : i}]`]);
}

function nameOf(item: unknown): string | undefined {
  const { id, name } = Object(item) as { readonly id?: unknown; readonly name?: unknown };
  return [id, name].find((value) => typeof value === 'string');
}

function compared(setting: unknown): string | undefined {
  return setting instanceof Secret ? setting.reveal() : JSON.stringify(setting);
}

function shown(settings: Settings, path: string): string | null {
  return settings.has(path) ? writeSetting(settings.get(path)) : null;
}

function isReadAtStart(path: string): boolean {
  return [...PATHS_READ_AT_START].some(
    (start) => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`),
  );
}
