/**
 * Clients of other vendors send values that say nothing for fields they do not use: null, `""`, `[]` and `{}` mean the
 * same as leaving an optional field out (COMPG-05).
 */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The value, or undefined where it says nothing. */
export function given(value: unknown): unknown {
  return isEmpty(value) ? undefined : value;
}
