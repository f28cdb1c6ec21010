import type { Problem } from './config-error.ts';
import { formatPath } from './format-path.ts';

const REFERENCE = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** Deeper nesting than any key of either file needs; an alias that contains itself would have no end. */
const DEPTH_LIMIT = 32;

type Lookup = (name: string) => string | undefined;

/**
 * A copy of `value` with `${NAME}` in texts replaced from the environment; `$${NAME}` stands for a literal `${NAME}`.
 * What is missing is added to `problems`, and the text is left as it is. Without `variable` nothing is replaced.
 */
export function interpolate(
  value: unknown,
  variable: Lookup | undefined,
  problems: Problem[],
  path: readonly PropertyKey[] = [],
): unknown {
  if (typeof value === 'string') return variable ? replace(value, variable, problems, path) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= DEPTH_LIMIT) {
    problems.push({ path: formatPath(path), message: 'nested too deep' });
    return null;
  }
  if (Array.isArray(value))
    return value.map((item, index) => interpolate(item, variable, problems, [...path, index]));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // The schema library skips this key without a word, so a file could hold one and be called valid.
    if (key === '__proto__') problems.push({ path: formatPath([...path, key]), message: 'unknown key' });
    else copy[key] = interpolate(item, variable, problems, [...path, key]);
  }
  return copy;
}

function replace(text: string, variable: Lookup, problems: Problem[], path: readonly PropertyKey[]): string {
  return text.replaceAll(REFERENCE, (whole, escaped: string, name: string) => {
    if (escaped) return whole.slice(1);
    const found = variable(name);
    if (found === undefined) {
      problems.push({
        path: formatPath(path),
        message: `the environment variable ${name} is not set`,
        missingVariable: name,
      });
    }
    return found ?? whole;
  });
}
