const OURS = 'call_';
const THEIRS = 'toolu_';

/** The id of a call as clients of Anthropic know it (COMPA-12). */
export function toToolUseId(id: string): string {
  return id.startsWith(OURS) ? `${THEIRS}${id.slice(OURS.length)}` : id;
}

/** The id that the engine gave the call. */
export function fromToolUseId(id: string): string {
  return id.startsWith(THEIRS) ? `${OURS}${id.slice(THEIRS.length)}` : id;
}
