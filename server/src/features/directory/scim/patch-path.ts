import { withoutSchema } from './attribute-name.ts';
import { readConditions, type Condition } from './filter.ts';

/** What an operation of a PATCH is about. Names are in lower case. */
export interface PatchPath {
  readonly attribute: string;
  /** Of a list: which of its elements. */
  readonly conditions?: readonly Condition[];
  readonly subAttribute?: string;
}

/** An attribute of another schema: nothing of it is kept. */
export const UNKNOWN_PATH = 'unknown';

/** Filters hold texts of at most 256 characters. */
const MAX_CHARACTERS = 1_000;
const NAME = /^[a-z$][\w$-]*$/i;
const FILTERED = /^([^[\]]+)\[(.*)\](?:\.([^[\]]+))?$/s;

/** Reads `attribute`, `attribute.sub`, `attribute[filter]` or `attribute[filter].sub`. Undefined: it is none of them. */
export function parsePatchPath(path: string): PatchPath | typeof UNKNOWN_PATH | undefined {
  if (path.length > MAX_CHARACTERS) return undefined;
  const own = withoutSchema(path.trim());
  if (own === undefined) return UNKNOWN_PATH;
  const [, filtered, filter, subAttribute] = FILTERED.exec(own) ?? [];
  if (filtered === undefined || filter === undefined) return parsePlain(own);
  const conditions = readConditions(filter);
  if (conditions === undefined) return undefined;
  return toPath(filtered, subAttribute, conditions);
}

function parsePlain(path: string): PatchPath | undefined {
  const dot = path.indexOf('.');
  return dot < 0 ? toPath(path, undefined) : toPath(path.slice(0, dot), path.slice(dot + 1));
}

function toPath(
  attribute: string,
  subAttribute: string | undefined,
  conditions?: readonly Condition[],
): PatchPath | undefined {
  if (!NAME.test(attribute) || (subAttribute !== undefined && !NAME.test(subAttribute))) return undefined;
  return {
    attribute: attribute.toLowerCase(),
    ...(conditions === undefined ? {} : { conditions }),
    ...(subAttribute === undefined ? {} : { subAttribute: subAttribute.toLowerCase() }),
  };
}
