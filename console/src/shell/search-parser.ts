import type { SortName } from '../api/sort-name.ts';

/** Reads one parameter of an address. Undefined: what is there makes no sense, and counts as left out. */
type Parameter<Value> = (given: unknown) => Value | undefined;

type Search<Parameters> = {
  readonly [Name in keyof Parameters]?: Parameters[Name] extends Parameter<infer Value> ? Value : never;
};

/**
 * For `validateSearch` of a route: the parameters that its address may have. It has a name of its own before the route, because types
 * are not inferred of one that is written within it.
 */
export function searchParser<Parameters extends Readonly<Record<string, Parameter<unknown>>>>(
  parameters: Parameters,
): (given: Readonly<Record<string, unknown>>) => Search<Parameters> {
  return (given) => {
    const read = Object.entries(parameters).map(
      ([name, parameter]) => [name, parameter(given[name])] as const,
    );
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Search<Parameters>;
  };
}

/** Any text. The router reads what looks like a number as one. */
export function text(given: unknown): string | undefined {
  if (typeof given === 'number') return String(given);
  return (typeof given === 'string' && given.trim()) || undefined;
}

/** A text that passes. */
export function textThat(passes: (value: string) => boolean): Parameter<string> {
  return (given) => {
    const value = text(given);
    return value !== undefined && passes(value) ? value : undefined;
  };
}

/** A day of this century, `2026-02-28`. */
export const day = textThat((value) => {
  if (!/^20\d\d-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  // A 30th of February is parsed, and is another day.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
});

/** One of these values. */
export function oneOf<const Value extends string>(values: readonly Value[]): Parameter<Value> {
  return (given) => values.find((value) => value === given);
}

/** A name that has an entry. */
export function nameIn<Name extends string>(names: Readonly<Record<Name, unknown>>): Parameter<Name> {
  return oneOf(Object.keys(names) as Name[]);
}

/** An order by one of these columns. */
export function sortBy<const Name extends string>(names: readonly Name[]): Parameter<SortName<Name>> {
  return oneOf(names.flatMap((name): SortName<Name>[] => [name, `-${name}`]));
}

/** On, or left out. */
export function flag(given: unknown): true | undefined {
  return given === true ? given : undefined;
}
