/** What the thread is asked, one at a time. */
export interface FormatJob {
  /** As JSON; undefined: any object will do. */
  readonly schema: string | undefined;
  /** Undefined: only whether the schema can be followed. */
  readonly text: string | undefined;
  /** The JSON may stand in a code fence, or between words. */
  readonly anywhere: boolean;
}

/** The part of the text that has the form, in UTF-16 units, or a sentence for each of the first reasons why none has. */
export type FormatResult =
  | { readonly start: number; readonly end: number }
  | { readonly problems: readonly string[] };
