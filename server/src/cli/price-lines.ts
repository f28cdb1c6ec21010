const MAX_NAMED = 5;

/** Says, in one line or none, for which models no price is set. A price of 0 is one. */
export function priceLines(withoutPrice: readonly string[]): string[] {
  if (withoutPrice.length === 0) return [];
  const more = withoutPrice.length - MAX_NAMED;
  const names = withoutPrice.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`No price set: calls to ${names} cost nothing (models[].pricing in svc.yaml).`];
}
