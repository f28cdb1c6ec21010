import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Characters of schemas whose validators are kept: a validator takes some twenty times its schema. */
const KEPT_CHARACTERS = 1_048_576;

/** Faults of one text. More would be hundreds of megabytes: each is an object of the library's. */
const MAX_FAULTS = 250_000;
const GIVE_UP = `>${MAX_FAULTS})throw RangeError();`;

/**
 * Bounds the list of faults in a validator's code, where the library knows no bound. A thread that fills its memory is not always
 * just ended: V8 may give up the whole process, and all who are served by it, for one caller's schema.
 */
function boundFaults(code: string): string {
  return code
    .replaceAll(/vErrors\.push\((\w+)\);/g, (_, fault: string) => `if(vErrors.push(${fault})${GIVE_UP}`)
    .replaceAll('errors = vErrors.length;', `if((errors = vErrors.length)${GIVE_UP}`);
}

const OPTIONS: Options = {
  // Unknown keywords ask for nothing, as the standard says.
  strict: false,
  // All errors are reported at once: there is one repair.
  allErrors: true,
  // `required: ["toString"]` is not satisfied by what every object inherits.
  ownProperties: true,
  // An annotation in the standard: whether a text is an email address is not a question of its form.
  validateFormats: false,
  logger: false,
  code: { process: boundFaults },
};

/** Validate schemas against the metaschema. No schema is kept afterwards. */
const metaschemas = { draft7: new Ajv(OPTIONS), draft2020: new Ajv2020(OPTIONS) };
// Their own rules are compiled by first use, which takes longer than any schema may: before there is a job.
void metaschemas.draft7.validateSchema({});
void metaschemas.draft2020.validateSchema({});

function namesOlderDraft(schema: unknown): boolean {
  const dialect: unknown =
    typeof schema === 'object' && schema !== null && '$schema' in schema ? schema.$schema : undefined;
  return typeof dialect === 'string' && /draft-0[467]\//.test(dialect);
}

/**
 * A validator of its own for each schema: names (`$id`) that one schema gives are not known to another. Throws for what
 * is no schema, refers to what is not in it, or names a property `__proto__`, which the library does not look at.
 */
function compile(json: string): ValidateFunction {
  if (json.includes('"__proto__"')) throw new RangeError('a property that cannot be checked');
  const schema = JSON.parse(json) as object;
  const [metaschema, Validator] = namesOlderDraft(schema)
    ? [metaschemas.draft7, Ajv]
    : [metaschemas.draft2020, Ajv2020];
  const { $schema: _, ...rules } = schema as Record<string, unknown>;
  if (!metaschema.validateSchema(rules)) throw new RangeError('not a schema');
  return new Validator({ ...OPTIONS, meta: false, validateSchema: false }).compile(rules);
}

/** Validators by their schema, which throw RangeError for a text with more faults than anybody can hold; those not used for the longest go first. */
export class FormatValidators {
  readonly #kept = new Map<string, ValidateFunction>();
  #characters = 0;

  for(json: string): ValidateFunction {
    const known = this.#kept.get(json);
    const validator = known ?? compile(json);
    this.#kept.delete(json);
    this.#kept.set(json, validator);
    if (!known) this.#characters += json.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= KEPT_CHARACTERS) break;
      this.#kept.delete(oldest);
      this.#characters -= oldest.length;
    }
    return validator;
  }
}
