import { items, member } from '../../read-loosely.ts';
import { checkDuplicates, type Report } from '../check-duplicates.ts';

/** What an entry of `keys` stands in place of. */
const CREDENTIALS = ['api_key', 'entra', 'credentials'];

/** An engine has one credential or a list of them, each with a name of its own (D-ENG-1). */
export function checkKeys(engines: unknown, report: Report): void {
  if (typeof engines !== 'object' || engines === null) return;
  for (const [name, engine] of Object.entries(engines)) {
    if (member(engine, 'keys') === undefined) continue;
    const other = CREDENTIALS.find((field) => member(engine, field) !== undefined);
    if (other !== undefined)
      report(['engines', name, 'keys'], `has no effect beside ${other}; give one of the two`);
    checkDuplicates(items(engine, 'keys'), 'name', ['engines', name, 'keys'], report);
  }
}
