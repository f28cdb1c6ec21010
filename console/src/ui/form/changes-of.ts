/**
 * What of a form is another value than what it was filled in with. The rest is not sent: somebody else may have changed it since, and
 * whoever did not touch it must not set it back.
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
