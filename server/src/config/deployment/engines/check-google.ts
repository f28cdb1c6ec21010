import { member, text } from '../../read-loosely.ts';
import type { Report } from '../check-duplicates.ts';

/** The field by which each type has its credential. */
const CREDENTIAL_FIELDS: ReadonlyMap<string | undefined, string> = new Map([
  ['gemini', 'api_key'],
  ['vertex', 'credentials'],
]);

/** Engines of these types have a credential, or keys that do (D-ENG-1). */
export function checkGoogle(engines: unknown, report: Report): void {
  if (typeof engines !== 'object' || engines === null) return;
  for (const [name, engine] of Object.entries(engines)) {
    const field = CREDENTIAL_FIELDS.get(text(engine, 'type'));
    if (field !== undefined && member(engine, field) === undefined && member(engine, 'keys') === undefined)
      report(['engines', name, field], 'required, or keys');
  }
}
