import type { Operation } from '@svc/contract';

/** All operations on one kind of object and on what is in it. */
export interface Lifecycle {
  /** The path of the list, or of the one object. */
  readonly root: string;
  /** What creates first, then what reads and acts, what changes, and what removes. */
  readonly operations: readonly Operation[];
}

/** The operation that reads one object of the list at `path`, or removes it where none is read alone. */
export function readingOne(operations: readonly Operation[], path: string): Operation | undefined {
  const ofOne = operations.filter((other) => /^\/\{\w+\}$/.test(suffixAfter(other.path, path) ?? ''));
  return ofOne.find(({ method }) => method === 'GET') ?? ofOne.find(({ method }) => method === 'DELETE');
}

function suffixAfter(path: string, prefix: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** Whether an operation makes the object that others then read, change and remove. */
export function isCreating({ method, path }: Operation, operations: readonly Operation[]): boolean {
  if (method === 'POST') return readingOne(operations, path) !== undefined;
  const removes = (other: Operation): boolean => other.method === 'DELETE' && other.path === path;
  return method === 'PUT' && operations.some(removes);
}

function rootOf({ path }: Operation, operations: readonly Operation[]): string {
  const above = operations.map((other) => other.path).filter((other) => path.startsWith(`${other}/`));
  return above.toSorted((a, b) => a.length - b.length)[0] ?? path;
}

/** The operations by what they are about, in the order of the contract. */
export function lifecycles(operations: readonly Operation[]): Lifecycle[] {
  const byRoot = Map.groupBy(operations, (operation) => rootOf(operation, operations));
  return [...byRoot].map(([root, own]) => {
    const creating = own.filter((operation) => isCreating(operation, operations));
    const removing = own.filter(({ method }) => method === 'DELETE');
    const others = own.filter((operation) => !creating.includes(operation) && !removing.includes(operation));
    // A change may disable what others need.
    const between = others.toSorted((a, b) => Number(a.method === 'PATCH') - Number(b.method === 'PATCH'));
    // What is in an object is removed before it.
    return { root, operations: [...creating, ...between, ...removing.toReversed()] };
  });
}
