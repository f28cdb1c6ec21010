import type { ErrorTexts } from './error-texts.ts';

/** Stands for the role of a system message, which has no field of its own. */
export const SYSTEM_ROLE = 'system_role';

/** Fields that can be sent under another name, or left out. */
const FIELDS = [
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'top_k',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stream_options',
  'parallel_tool_calls',
  'prompt_cache_key',
  'reasoning_effort',
  'reasoning_content',
  'reasoning.summary',
  'strict',
] as const;

const PENALTIES = /(?<![a-z_])penalty is not enabled/;

/** Some spell names as `presencePenalty`. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ...FIELDS.map(
    (name) =>
      [
        name,
        new RegExp(`(?<![a-z_])${name.replaceAll('.', String.raw`\.`).replaceAll('_', '_?')}(?![a-z_])`),
      ] as const,
  ),
  ['include', /^include$|\bencrypted content is not supported|\binclude\b.{0,40}encrypted_content/],
  // Gemini speaks of both in one.
  ['presence_penalty', PENALTIES],
  ['frequency_penalty', PENALTIES],
  [
    SYSTEM_ROLE,
    /\b(system|developer)\b.{0,40}\brole|\brole\b.{0,80}\b(system|developer)\b|system messages?\b/,
  ],
];

function namesIn(text: string): string[] {
  return PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}

/** Names of fields that an error speaks of. What a validator says in a place of its own is more exact than its sentence. */
export function parametersIn({ text, places }: ErrorTexts): readonly string[] {
  const placed = places.flatMap((place) => namesIn(place));
  if (placed.length > 0) return [...new Set(placed)];
  return namesIn(text);
}
