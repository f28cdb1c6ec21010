/** What a vendor's client read of a reply. */
export interface Read {
  readonly text: string;
  readonly call: unknown;
  readonly counts: readonly unknown[];
}

export const SYSTEM = 'Be brief.';
export const QUESTION = 'Weather here?';
export const SCHEMA = { type: 'object' as const, properties: { city: { type: 'string' } } };
export const TOOL = { name: 'weather', description: 'Looks.', input: { city: 'Ulm' } };
