/** Something that must be there is not: the field may have better words for it. */
export const MISSING = /^(?:is required|must have at least 1 (?:item|character))$/;

/**
 * What a person at a form is told for each sentence about a value that the contract has no words of its own for
 * (`contract/src/issue-words.ts`); `$1` and `$2` are parts of it. The first that fits is taken; a sentence that none fits was written for
 * its field, and stays.
 */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^must have at least 1 item$/, 'Add at least one entry.'],
  [MISSING, 'This field is required.'],
  [/^must have (at least|more than) (\d+) items?$/, 'Add entries: $1 $2 are needed.'],
  [/^must have (at most|less than) (\d+) items?$/, 'Remove entries: $1 $2 are allowed.'],
  [/^must have (.+ \d+ characters?)$/, 'Use $1.'],
  [/^must be at least (-?[\d.]+)$/, 'Enter $1 or more.'],
  [/^must be at most (-?[\d.]+)$/, 'Enter $1 or less.'],
  [
    /^must be ((more|less) than \S+|a multiple of .+|text|a.* number|an email address|a URL|a (time|date) such as .+)$/,
    'Enter $1.',
  ],
  [
    /^must be an? (list|object)$|^must match .*|^(is|has) .*accepted( forms)?$/,
    'This value is not accepted.',
  ],
  [/^must be ([^ ,]+, )*[^ ,]+ or [^ ,]+$/, 'Choose one of the offered values.'],
];

/** `rest`: what follows the name of the field in a refusal, without its full stop. Undefined: the contract worded it. */
export function refusalSentence(rest: string): string | undefined {
  const found = SENTENCES.find(([pattern]) => pattern.test(rest));
  return found && rest.replace(...found);
}
