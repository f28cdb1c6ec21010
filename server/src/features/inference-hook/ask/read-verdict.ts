import { hasRepeatedNames } from './repeated-names.ts';

/** What a hook says of a request (platform contract: inference hook). Texts are already cut to what is kept of them. */
export interface HookVerdict {
  readonly action: 'allow' | 'deny';
  /** For the audit log. */
  readonly reason: string | null;
  /** For the caller, or for the model whose tool call is refused. */
  readonly message: string | null;
}

const REASON_CHARACTERS = 200;
const MESSAGE_CHARACTERS = 500;

/** Of a verdict that names a field twice: readers of JSON disagree on which one holds. */
const AMBIGUOUS: HookVerdict = {
  action: 'deny',
  reason: 'The verdict names a field more than once.',
  message: null,
};

/**
 * Undefined for anything but a well-formed verdict. One that says two things denies, also where a failure would let the request pass. Too long texts are cut and not refused: a refusal would turn a deny
 * into a failure, which may let the request pass.
 */
export function readVerdict(bytes: Buffer): HookVerdict | undefined {
  const text = bytes.toString();
  const outcome = parse(text);
  if (typeof outcome !== 'object' || outcome === null) return undefined;
  const { action, reason, message } = outcome as Readonly<Record<string, unknown>>;
  if (hasRepeatedNames(text, outcome)) return AMBIGUOUS;
  if (action !== 'allow' && action !== 'deny') return undefined;
  if (!isText(reason) || !isText(message)) return undefined;
  return { action, reason: cut(reason, REASON_CHARACTERS), message: cut(message, MESSAGE_CHARACTERS) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

/** Without what no JSON reader or database is sure to take. */
function cut(sent: string | null | undefined, characters: number): string | null {
  const text = sent?.toWellFormed().replaceAll('\0', '') ?? '';
  if (text === '') return null;
  return text.length <= characters ? text : Array.from(text).slice(0, characters).join('');
}
