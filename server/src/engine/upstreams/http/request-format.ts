/** Spellings of the output limit. */
type MaxTokensField = 'max_tokens' | 'max_completion_tokens' | 'max_output_tokens';
/** Roles that a system message may have. */
export type SystemRole = 'system' | 'developer' | 'user';

/** `top_p` is left out where `temperature` is sent. */
export const BESIDE_TEMPERATURE = 'top_p beside temperature';

/** How requests are written for one model of an engine. The first spelling of each list is used; the others are left to try. */
export interface RequestFormat {
  readonly maxTokensAs: readonly MaxTokensField[];
  readonly systemAs: readonly SystemRole[];
  readonly seedAs: 'seed' | 'random_seed';
  /** A `tool_choice` that asks for any call. */
  readonly anyToolAs: 'required' | 'any';
  /** How hard to reason: `reasoning_effort`, or `reasoning` with `effort` in it. */
  readonly effortAs: 'field' | 'object';
  /** Whether calls keep our ids, or get such as the server takes. */
  readonly callIdsAs: 'ours' | 'nine_characters';
  /** A turn's first call whose signature is not known: without one, or with what tells the server not to miss it (D-ENG-18). */
  readonly unsignedCallsAs: 'plain' | 'marked';
  readonly omitted: ReadonlySet<string>;
  /** The most tokens of a reply, if that is less than what the model's configuration says. */
  readonly ceilingTokens: number | undefined;
}

/** What an operator says of a server's form. */
export interface RequestFormatSettings {
  readonly max_tokens_as?: MaxTokensField | undefined;
  readonly system_as?: SystemRole | undefined;
  readonly omit?: readonly string[] | undefined;
}

export const DEFAULT_REQUEST_FORMAT: RequestFormat = {
  maxTokensAs: ['max_tokens', 'max_completion_tokens'],
  systemAs: ['system', 'developer', 'user'],
  seedAs: 'seed',
  anyToolAs: 'required',
  effortAs: 'field',
  callIdsAs: 'ours',
  unsignedCallsAs: 'plain',
  omitted: new Set(),
  ceilingTokens: undefined,
};

/** The form of a dialect, and what an operator says beyond that. */
export function configuredFormat(
  dialect: Partial<RequestFormat> = {},
  { max_tokens_as: maxTokensAs, system_as: systemAs, omit = [] }: RequestFormatSettings = {},
): RequestFormat {
  return {
    ...DEFAULT_REQUEST_FORMAT,
    ...dialect,
    ...(maxTokensAs && { maxTokensAs: [maxTokensAs] }),
    ...(systemAs && { systemAs: [systemAs] }),
    omitted: new Set([...(dialect.omitted ?? []), ...omit]),
  };
}

/** How a server wants requests of one kind, before anything is learned of a model. */
interface UnlearnedFormat {
  readonly format: RequestFormat;
}

/** What a refusal says of the form. */
export interface Lesson {
  readonly maxTokensAs?: readonly MaxTokensField[];
  readonly systemAs?: readonly SystemRole[];
  readonly omitted?: string;
  readonly ceilingTokens?: number;
}

/**
 * The form of one model of an engine: as configured, and what its refusals taught since (D-ENG-28). A lesson is learned when a request that
 * heeds it is taken, and not before: servers repeat in their errors what a caller wrote, who could otherwise say there what all other
 * callers' requests are to lack.
 */
export class LearnedFormat {
  #current: RequestFormat;

  constructor(configured: RequestFormat) {
    this.#current = configured;
  }

  with(lessons: readonly Lesson[] = []): RequestFormat {
    return lessons.reduce(applyLesson, this.#current);
  }

  /** A server took a request that was written so. */
  learn(lessons: readonly Lesson[]): void {
    this.#current = this.with(lessons);
  }
}

function applyLesson(format: RequestFormat, { omitted, ...lesson }: Lesson): RequestFormat {
  const all = omitted === undefined ? format.omitted : new Set([...format.omitted, omitted]);
  return { ...format, ...lesson, omitted: all };
}

/** What was learned of an engine's models, apart for each of its wire formats. */
export class LearnedFormats {
  readonly #formats = new Map<UnlearnedFormat, Map<string, LearnedFormat>>();

  forget(): void {
    this.#formats.clear();
  }

  /** `wire`: an engine has one object for each of its formats. */
  of(wire: UnlearnedFormat, model: string): LearnedFormat {
    let models = this.#formats.get(wire);
    if (!models) this.#formats.set(wire, (models = new Map()));
    let learned = models.get(model);
    if (!learned) models.set(model, (learned = new LearnedFormat(wire.format)));
    return learned;
  }
}

/** A request's fields as the form has them. */
export function withoutOmitted(fields: object, { omitted }: RequestFormat): object {
  if (omitted.size === 0) return fields;
  const isOmitted = (name: string): boolean =>
    omitted.has(name) ||
    (name === 'top_p' &&
      omitted.has(BESIDE_TEMPERATURE) &&
      'temperature' in fields &&
      fields.temperature !== undefined);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOmitted(name)));
}
