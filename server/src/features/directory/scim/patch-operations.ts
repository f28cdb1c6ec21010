import { isRecord } from './attribute-name.ts';
import { UNKNOWN_PATH, parsePatchPath, type PatchPath } from './patch-path.ts';
import { scimError } from './scim-error.ts';

/** One change of a resource. Operations without a path are read as one for each name in their value. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: PatchPath;
  /** Undefined: there is none. */
  readonly value: unknown;
}

/** As many as a group may have members: some directories send an operation for each of them. */
const MAX_OPERATIONS = 10_000;
const OPS: ReadonlySet<string> = new Set(['add', 'remove', 'replace']);

/**
 * The operations of a PatchOp body, those of attributes of other schemas left out (SCIM-09, D-SCIM-4). Throws 400 `invalidSyntax`,
 * `invalidPath`, `invalidValue` or `tooMany`.
 */
export function parsePatch(body: unknown): readonly PatchOperation[] {
  const operations = isRecord(body) ? findOperations(body) : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw scimError('invalidSyntax', 'The body is a PatchOp message with a list of Operations.');
  const parsed: PatchOperation[] = [];
  for (const operation of operations as readonly unknown[]) {
    parsed.push(...parseOperation(operation));
    if (parsed.length > MAX_OPERATIONS) throw tooMany();
  }
  return parsed;
}

function findOperations(body: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1];
}

function parseOperation(operation: unknown): readonly PatchOperation[] {
  if (!isRecord(operation)) throw scimError('invalidSyntax', 'Each of the Operations is an object.');
  const op = typeof operation['op'] === 'string' ? operation['op'].toLowerCase() : '';
  if (!isOp(op)) throw scimError('invalidSyntax', 'The op of an operation is add, remove or replace.');
  const { path, value } = operation;
  if (path === undefined || path === null || path === '') return parseNames(op, value);
  if (typeof path !== 'string') throw unreadablePath();
  const parsed = parsePatchPath(path);
  if (parsed === undefined) throw unreadablePath();
  if (op !== 'remove' && value === undefined)
    throw scimError('invalidValue', 'An operation that adds or replaces has a value.');
  return parsed === UNKNOWN_PATH ? [] : [{ op, path: parsed, value }];
}

/** Names in the value may have dots and filters, as paths do. What is none of ours is ignored, as it is in a whole resource. */
function parseNames(op: PatchOperation['op'], value: unknown): readonly PatchOperation[] {
  if (!isRecord(value)) throw unreadablePath();
  const names = Object.entries(value);
  if (names.length > MAX_OPERATIONS) throw tooMany();
  return names.flatMap(([name, content]) => {
    const path = parsePatchPath(name);
    return path === undefined || path === UNKNOWN_PATH ? [] : [{ op, path, value: content }];
  });
}

function isOp(op: string): op is PatchOperation['op'] {
  return OPS.has(op);
}

function tooMany(): Error {
  return scimError('tooMany', `A PATCH has at most ${MAX_OPERATIONS} operations. Send it in parts.`);
}

function unreadablePath(): Error {
  return scimError(
    'invalidPath',
    'The path of an operation is an attribute, one of its sub-attributes, or elements of a list chosen by eq.',
  );
}
