/** Spellings of the output limit. */
type MaxTokensField = 'max_tokens' | 'max_completion_tokens';
/** Roles that a system message may have. */
export type SystemRole = 'system' | 'developer' | 'user';

/** `top_p` is left out where `temperature` is sent. */
export const BESIDE_TEMPERATURE = 'top_p beside temperature';

/** How requests are written for one model of an engine. The first spelling of each list is used; the others are left to try. */
export interface RequestForm {
  readonly maxTokensAs: readonly MaxTokensField[];
  readonly systemAs: readonly SystemRole[];
  readonly omitted: ReadonlySet<string>;
  /** The most tokens of a reply, if that is less than what the model's configuration says. */
  readonly ceilingTokens: number | undefined;
}

/** What an operator says of a server's form. */
export interface FormSettings {
  readonly max_tokens_as?: MaxTokensField | undefined;
  readonly system_as?: SystemRole | undefined;
  readonly omit?: readonly string[] | undefined;
}

export const USUAL_FORM: RequestForm = {
  maxTokensAs: ['max_tokens', 'max_completion_tokens'],
  systemAs: ['system', 'developer', 'user'],
  omitted: new Set(),
  ceilingTokens: undefined,
};

interface Lesson {
  readonly maxTokensAs?: readonly MaxTokensField[];
  readonly systemAs?: readonly SystemRole[];
  readonly omitted?: string;
  readonly ceilingTokens?: number;
}

/** The form of each model of one engine: as configured, and what its refusals taught since (D-ENG-28). */
export class LearnedForms {
  readonly #configured: RequestForm;
  readonly #learned = new Map<string, RequestForm>();

  constructor({ max_tokens_as: maxTokensAs, system_as: systemAs, omit = [] }: FormSettings = {}) {
    this.#configured = {
      ...USUAL_FORM,
      ...(maxTokensAs && { maxTokensAs: [maxTokensAs] }),
      ...(systemAs && { systemAs: [systemAs] }),
      omitted: new Set(omit),
    };
  }

  of(model: string): RequestForm {
    return this.#learned.get(model) ?? this.#configured;
  }

  /** True, for those who ask whether it will be otherwise now. */
  learn(model: string, { omitted, ...lesson }: Lesson): true {
    const form = this.of(model);
    const all = omitted === undefined ? form.omitted : new Set([...form.omitted, omitted]);
    this.#learned.set(model, { ...form, ...lesson, omitted: all });
    return true;
  }
}

/** A request's fields as the form has them. */
export function withoutOmitted(fields: object, { omitted }: RequestForm): object {
  if (omitted.size === 0) return fields;
  const isOmitted = (name: string): boolean =>
    omitted.has(name) ||
    (name === 'top_p' &&
      omitted.has(BESIDE_TEMPERATURE) &&
      'temperature' in fields &&
      fields.temperature !== undefined);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOmitted(name)));
}
