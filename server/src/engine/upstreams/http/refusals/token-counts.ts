import type { Refusal } from '../../../refusal.ts';
import type { ErrorTexts } from './error-texts.ts';

/** Counts in the sentences of engines, in lower case, without quotation marks and without separators in numbers. */
const COUNTS: readonly RegExp[] = [
  /max_tokens: \d+ > (?<ceiling>\d+)/,
  /supports at most (?<ceiling>\d+) (?:completion|output)/,
  /requested exceeds the model limit of (?<above>\d+).*lower than/,
  /requested exceeds the model limit of (?<ceiling>\d+)/,
  /max_?(?:output|completion|new)?_?tokens.{0,60}\[\d+, ?(?<ceiling>\d+)\]/,
  /supported range.{0,40} to (?<above>\d+) \(exclusive\)/,
  /exceed context limit: (?<prompt>\d+) \+ \d+ > (?<window>\d+)/,
  /(?<prompt>\d+) tokens? > (?<window>\d+) maximum/,
  /maximum context length (?:is|of) (?<window>\d+).*?requested (?:about )?(?<total>\d+) tokens \([^)]*?(?<output>\d+) in (?:the|your) (?:output|completion)/,
  /maximum context length is (?<window>\d+).*?requested \d+ tokens \((?<prompt>\d+) in your prompt/,
  /maximum context length is (?<window>\d+).*?requested \d+ output tokens and your prompt contains at least (?<least>\d+) input/,
  /maximum context length is (?<window>\d+).*?request has (?<prompt>\d+) input tokens/,
  /maximum context length is (?<window>\d+).*?resulted in (?<prompt>\d+) tokens/,
  /maximum context length is (?<window>\d+).*?requested (?:about )?(?<prompt>\d+) tokens/,
  /configured limit of (?<window>\d+).*?resulted in (?<prompt>\d+) tokens/,
  /passed (?<prompt>\d+) input tokens and requested \d+ output tokens.*?context length is only (?<window>\d+)/,
  /prompt \((?:total )?length (?<prompt>\d+)\).*?maximum model length of (?<window>\d+)/,
  /input (?:length )?\((?<prompt>\d+) tokens\)[^(]*\((?<window>\d+) tokens\)/,
  /maximum context length of (?<window>\d+).*?total of \d+ tokens: (?<prompt>\d+) tokens from/,
  /request \((?<prompt>\d+) tokens\) exceeds the available context size \((?<window>\d+)/,
  /prompt contains (?<prompt>\d+) tokens.*?model with (?<window>\d+) maximum/,
  /maximum prompt length is (?<window>\d+) but the request contains (?<prompt>\d+)/,
  /token count \((?<prompt>\d+)\) exceeds the maximum number of (?:input )?tokens allowed \((?<window>\d+)\)/,
  /token count is (?<prompt>\d+) but model only supports up to (?<window>\d+)/,
  /token count of (?<prompt>\d+) exceeds the limit of (?<window>\d+)/,
  /must be <= (?<window>\d+)\. given: (?<prompt>\d+) inputs? tokens/,
  /token limit: (?<window>\d+) \(requested: (?<prompt>\d+)\)/,
  /current length is (?<prompt>\d+) while limit is (?<window>\d+)/,
  /limit (?<window>\d+), requested (?<prompt>\d+)/,
  /cannot exceed (?<window>\d+) - received (?<prompt>\d+)/,
  /prompt is too long: (?<prompt>\d+), model maximum context length: (?<window>\d+)/,
  /prompt has (?<prompt>\d+) tokens?, but the configured context size is (?<window>\d+)/,
  /max_?(?:output|completion|new)?_?tokens.{0,80}(?:less than or equal to|<=|cannot be greater than|cannot exceed|must not exceed|at most|maximum value[^\d]{0,40}) ?(?:[a-z_]+=)*(?<ceiling>\d+)/,
];

type Counts = Pick<Refusal, 'prompt' | 'fitsTokens'>;

/** What an engine's error says of the size of prompt, window and reply. */
export function countsIn({ text, numbers }: ErrorTexts): Counts {
  const ours = numbersOf(numbers);
  if (ours) return ours;
  for (const pattern of COUNTS) {
    const found = pattern.exec(text)?.groups;
    if (found) return toCounts(found);
  }
  return {};
}

function numbersOf(numbers: ErrorTexts['numbers']): Counts | undefined {
  const tokens = numbers.get('n_prompt_tokens');
  const mostTokens = numbers.get('n_ctx');
  return tokens === undefined || mostTokens === undefined ? undefined : promptCounts(tokens, mostTokens);
}

function toCounts(groups: Readonly<Record<string, string | undefined>>): Counts {
  const of = (name: string): number | undefined =>
    groups[name] === undefined ? undefined : Number(groups[name]);
  const ceiling = of('ceiling') ?? (of('above') ?? Number.NaN) - 1;
  if (!Number.isNaN(ceiling)) return { fitsTokens: ceiling };
  const mostTokens = of('window') ?? 0;
  const least = of('least');
  // Some count no further than to the first token that is too many. Half of the rest finds room in a few attempts.
  if (least !== undefined)
    return {
      prompt: { tokens: least, mostTokens },
      fitsTokens: Math.max(0, Math.floor((mostTokens - least) / 2)),
    };
  const total = of('total');
  return promptCounts(total === undefined ? (of('prompt') ?? 0) : total - (of('output') ?? 0), mostTokens);
}

function promptCounts(tokens: number, mostTokens: number): Counts {
  return { prompt: { tokens, mostTokens }, fitsTokens: Math.max(0, mostTokens - tokens) };
}
