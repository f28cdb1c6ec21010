import list from './public-suffixes.json' with { type: 'json' };

const RULES: ReadonlySet<string> = new Set(list.rules.split(' '));

/**
 * Whether domains below it belong to many people: every name of one label, and what the list of public suffixes names. Only the list's ICANN
 * section counts. Names of its private section belong to a company, which may sign its own people in by them.
 */
export function isPublicSuffix(domain: string): boolean {
  if (!domain.includes('.') || RULES.has(domain)) return true;
  const parent = domain.slice(domain.indexOf('.') + 1);
  return RULES.has(`*.${parent}`) && !RULES.has(`!${domain}`);
}
