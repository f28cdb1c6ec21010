import { items, member, text, type Path } from '../../read-loosely.ts';
import type { Report } from '../check-duplicates.ts';

type Fields = readonly [string, ...string[]];

/** The fields by which an engine of a type, or one of its keys, has its credential. Other types work without one. */
const CREDENTIAL_FIELDS: ReadonlyMap<string | undefined, Fields> = new Map<string, Fields>([
  ['azure-openai', ['api_key', 'entra']],
  ['bedrock', ['api_key', 'credentials']],
  ['gemini', ['api_key']],
  ['vertex', ['credentials']],
]);

/** Engines of these types have a credential or keys, and each key has a credential (D-ENG-1). */
export function checkCredentials(engines: unknown, report: Report): void {
  if (typeof engines !== 'object' || engines === null) return;
  for (const [name, engine] of Object.entries(engines)) {
    const fields = CREDENTIAL_FIELDS.get(text(engine, 'type'));
    if (!fields) continue;
    const path = ['engines', name];
    const reportIn =
      (at: Path): Report =>
      (field, message) =>
        report([...at, ...field], message);
    // A credential beside keys is reported with the keys.
    if (member(engine, 'keys') === undefined) checkHolder(engine, [...fields, 'keys'], reportIn(path));
    items(engine, 'keys').forEach((key, index) =>
      checkHolder(key, fields, reportIn([...path, 'keys', index])),
    );
  }
}

/** An engine or one of its keys has one of `fields`. */
function checkHolder(holder: unknown, [first, ...others]: Fields, report: Report): void {
  const [given, ...more] = [first, ...others].filter((field) => member(holder, field) !== undefined);
  if (given === undefined)
    report([first], others.length === 0 ? 'required' : `required, or ${others.join(' or ')}`);
  for (const field of more) report([field], `has no effect beside ${given}; give one of the two`);
}
