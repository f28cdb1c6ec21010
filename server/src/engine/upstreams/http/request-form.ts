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
  readonly seedAs: 'seed' | 'random_seed';
  /** A `tool_choice` that asks for any call. */
  readonly anyToolAs: 'required' | 'any';
  /** How hard to reason: `reasoning_effort`, or `reasoning` with `effort` in it. */
  readonly effortAs: 'field' | 'object';
  /** Whether calls keep our ids, or get such as the server takes. */
  readonly callIdsAs: 'ours' | 'nine_characters';
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
  seedAs: 'seed',
  anyToolAs: 'required',
  effortAs: 'field',
  callIdsAs: 'ours',
  omitted: new Set(),
  ceilingTokens: undefined,
};

/** The form of a dialect, and what an operator says beyond that. */
export function configuredForm(
  dialect: Partial<RequestForm> = {},
  { max_tokens_as: maxTokensAs, system_as: systemAs, omit = [] }: FormSettings = {},
): RequestForm {
  return {
    ...USUAL_FORM,
    ...dialect,
    ...(maxTokensAs && { maxTokensAs: [maxTokensAs] }),
    ...(systemAs && { systemAs: [systemAs] }),
    omitted: new Set([...(dialect.omitted ?? []), ...omit]),
  };
}

interface Lesson {
  readonly maxTokensAs?: readonly MaxTokensField[];
  readonly systemAs?: readonly SystemRole[];
  readonly omitted?: string;
  readonly ceilingTokens?: number;
}

/** The form of one model of an engine: as configured, and what its refusals taught since (D-ENG-28). */
export class LearnedForm {
  #current: RequestForm;

  constructor(configured: RequestForm) {
    this.#current = configured;
  }

  get current(): RequestForm {
    return this.#current;
  }

  /** True, for those who ask whether it will be otherwise now. */
  learn({ omitted, ...lesson }: Lesson): true {
    const form = this.#current;
    const all = omitted === undefined ? form.omitted : new Set([...form.omitted, omitted]);
    this.#current = { ...form, ...lesson, omitted: all };
    return true;
  }
}

/** The forms of an engine's models. */
export class LearnedForms<Dialect extends string = never> {
  readonly #configured: (dialect: Dialect | undefined) => RequestForm;
  readonly #forms = new Map<string, LearnedForm>();

  constructor(configured: (dialect: Dialect | undefined) => RequestForm) {
    this.#configured = configured;
  }

  /** `dialect`: of the route, where it has one of its own. */
  of(model: string, dialect?: Dialect): LearnedForm {
    const key = dialect === undefined ? model : `${dialect} ${model}`;
    let form = this.#forms.get(key);
    if (!form) this.#forms.set(key, (form = new LearnedForm(this.#configured(dialect))));
    return form;
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
