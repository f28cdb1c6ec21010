import { ApiError } from '@svc/contract';

export type Fields = Readonly<Record<string, unknown>>;

/** Names in paths are the caller's own: cut, so that a refusal stays small. */
const MAX_NAME_CHARACTERS = 64;

/** A JSON object, as opposed to an array, a scalar or null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** 400 `invalid_request` with the path of the field (D-16, D-50). */
export function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_request', { param, message });
}

/** Absent and null are the same on this endpoint (D-09). */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** Path of a field of the object at `path`; the body itself has the empty path. */
export function fieldPath(path: string, name: string): string {
  const field = name.slice(0, MAX_NAME_CHARACTERS);
  return path === '' ? field : `${path}.${field}`;
}

/** 400 `unknown_parameter` for the first unknown field (MSG-22). */
export function refuseUnknown(fields: Fields, known: ReadonlySet<string>, path: string): void {
  for (const name in fields)
    if (!known.has(name)) throw new ApiError('unknown_parameter', { param: fieldPath(path, name) });
}

/** The object at `path` with no field but the known ones. */
export function readObject(value: unknown, path: string, known: ReadonlySet<string>): Fields {
  if (!isObject(value)) throw invalid(path, `${path} must be an object.`);
  refuseUnknown(value, known, path);
  return value;
}

/** A string with at least one character. */
export function readText(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') throw invalid(path, `${path} must be a non-empty string.`);
  return value;
}

export function readFlag(value: unknown, path: string): boolean | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'boolean') throw invalid(path, `${path} must be true or false.`);
  return value;
}

/** A list, or nothing where it is absent. */
export function readList(value: unknown, path: string): readonly unknown[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw invalid(path, `${path} must be a list.`);
  return value;
}
