import type { z } from 'zod';
import type { Secret } from '#kit';

/** What a schema makes of a file, as the service keeps it: nothing of it is changed, and what the file leaves out is absent. */
export type Parsed<Schema extends z.ZodType> = Kept<z.output<Schema>>;

type Kept<T> = T extends Secret ? T : { readonly [K in keyof T]: Kept<Exclude<T[K], undefined>> };

/** Some fields of a part of a file have other types once it is resolved. */
export type Resolved<Part, Fields> = Part extends unknown
  ? Omit<Part, keyof Fields> & Readonly<Fields>
  : never;

/** Zod types an optional key as `T | undefined`. Neither YAML nor JSON has an undefined, so no key has it as its value. */
export function keepParsed<T>(data: T): Kept<T> {
  return data as Kept<T>;
}
