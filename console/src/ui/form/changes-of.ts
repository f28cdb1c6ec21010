/**
 * The fields of a form whose values differ from those it was filled in with. The rest is not sent: someone else may have changed it since,
 * and saving an untouched field would set it back.
 */
export function changesOf<Fields extends object>(
  before: { readonly [Name in keyof Fields]: unknown },
  after: Fields,
): Partial<Fields> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}
