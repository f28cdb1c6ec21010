import fc from 'fast-check';

export const LONG_SENTENCE = 'This sentence is made to be long enough to stand for itself alone.';

const PARTS = [
  ' ',
  '\n',
  '\r\n',
  '\n\n',
  '. ',
  '! ',
  '。',
  '」',
  '😀',
  '👩‍👩‍👧',
  'é',
  '[',
  '[[c0.1]]',
  LONG_SENTENCE,
  'x'.repeat(500),
];

/** Texts with the characters found in documents, and with those that break code counting UTF-16 units. */
export const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string()), { maxLength: 60 })
  .map((parts) => parts.join('').toWellFormed());
