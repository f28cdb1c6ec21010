import type { StopReason } from '../../events.ts';

const FAILURES = ['429', '500', '503', 'timeout', 'cut'] as const;
export type Failure = (typeof FAILURES)[number];

/** The directives of the last user message, and the message without them. */
export interface Directives {
  text: string;
  tools: string[];
  reasoning: boolean;
  refuse: boolean;
  badJson: boolean;
  /** The reply does not have the requested form: only the first time, or also when it is corrected. */
  badFormat?: 'once' | 'always';
  longTokens?: number;
  delayMs?: number;
  fail?: Failure;
  say?: string;
  stop?: StopReason;
  /** One sentence for each invalid directive. If there are any, no directive is followed. */
  problems: string[];
}

const STOP_REASONS: readonly StopReason[] = [
  'end_turn',
  'max_tokens',
  'context_window',
  'stop_sequence',
  'pause',
  'refusal',
  'content_filter',
];
const LONG_TOKENS_LIMIT = 100_000;
const DELAY_MS_LIMIT = 10_000;
const CALLS_LIMIT = 16;
const SAY_CHARACTERS_LIMIT = 20_000;
const DIRECTIVES_LIMIT = 16;

/** Returns whether the value is valid. */
type Reader = (value: string, into: Directives) => boolean;

function readNumber(value: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(value)) return undefined;
  const number = Number(value);
  return number >= least && number <= most ? number : undefined;
}

function readTools(value: string, into: Directives): boolean {
  const names = value.split(',', CALLS_LIMIT + 1).map((name) => name.trim());
  if (names.includes('') || into.tools.length + names.length > CALLS_LIMIT) return false;
  into.tools.push(...names);
  return true;
}

function flag(name: 'reasoning' | 'refuse' | 'badJson'): Reader {
  return (value, into) => {
    into[name] = true;
    return value === '';
  };
}

const READERS: Readonly<Record<string, { readonly format: string; readonly read: Reader }>> = {
  tool: { format: 'tool=NAME', read: readTools },
  tools: { format: `tools=NAME,NAME (up to ${CALLS_LIMIT})`, read: readTools },
  'bad-json': { format: 'bad-json', read: flag('badJson') },
  'bad-format': {
    format: 'bad-format=once|always',
    read: (value, into) => {
      if (value !== 'once' && value !== 'always') return false;
      into.badFormat = value;
      return true;
    },
  },
  reasoning: { format: 'reasoning', read: flag('reasoning') },
  refuse: { format: 'refuse', read: flag('refuse') },
  say: {
    format: `say=TEXT (up to ${SAY_CHARACTERS_LIMIT} characters)`,
    read: (value, into) => {
      into.say = value;
      return value !== '' && value.length <= SAY_CHARACTERS_LIMIT;
    },
  },
  long: {
    format: `long=TOKENS (1 to ${LONG_TOKENS_LIMIT})`,
    read: (value, into) => {
      const tokens = readNumber(value, 1, LONG_TOKENS_LIMIT);
      if (tokens !== undefined) into.longTokens = tokens;
      return tokens !== undefined;
    },
  },
  delay: {
    format: `delay=MS (per piece, 0 to ${DELAY_MS_LIMIT})`,
    read: (value, into) => {
      const delayMs = readNumber(value, 0, DELAY_MS_LIMIT);
      if (delayMs !== undefined) into.delayMs = delayMs;
      return delayMs !== undefined;
    },
  },
  stop: {
    format: `stop=${STOP_REASONS.join('|')}`,
    read: (value, into) => {
      const reason = STOP_REASONS.find((known) => known === value);
      if (reason) into.stop = reason;
      return reason !== undefined;
    },
  },
  fail: {
    format: `fail=${FAILURES.join('|')}`,
    read: (value, into) => {
      const failure = FAILURES.find((known) => known === value);
      if (failure) into.fail = failure;
      return failure !== undefined;
    },
  },
};

export const DIRECTIVE_FORMATS: readonly string[] = Object.values(READERS).map((reader) => reader.format);

function readDirective(body: string, into: Directives): void {
  const equals = body.indexOf('=');
  const name = (equals < 0 ? body : body.slice(0, equals)).trim();
  const value = equals < 0 ? '' : body.slice(equals + 1).trim();
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!reader) into.problems.push(`There is no directive "${name.slice(0, 40)}".`);
  else if (!reader.read(value, into)) into.problems.push(`The directive must be written ${reader.format}.`);
}

/** Reads every `[[sandbox: …]]` of a message. Searches with `indexOf`, which is linear for any text. */
export function readDirectives(message: string): Directives {
  const directives: Directives = {
    text: '',
    tools: [],
    reasoning: false,
    refuse: false,
    badJson: false,
    problems: [],
  };
  const opening = '[[sandbox:';
  let rest = 0;
  for (let i = 0; i < DIRECTIVES_LIMIT; i++) {
    const start = message.indexOf(opening, rest);
    const end = start < 0 ? -1 : message.indexOf(']]', start);
    if (end < 0) break;
    directives.text += message.slice(rest, start);
    readDirective(message.slice(start + opening.length, end), directives);
    rest = end + 2;
  }
  directives.text = (directives.text + message.slice(rest)).trim();
  return directives;
}
