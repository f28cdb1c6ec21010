import { ApiError } from './api-error.ts';
import { LIMITS } from './limits.ts';
import { HEADERS } from './names.ts';

/** Turns on the planned fields of chat completions, for one request (D-33). */
export const CHAT_EXTENSIONS_BETA = 'chat-extensions-2026-12-01';

/** Every flag of the design (platform contract §9, D-93). A call may name any of them. */
export const BETAS = [
  'admin-2026-11-01',
  'mcp-tunnels-2026-12-01',
  'webhooks-2026-11-01',
  'prompt-tools-2026-12-01',
  'agents-2026-11-01',
  CHAT_EXTENSIONS_BETA,
] as const;

export type BetaFlag = (typeof BETAS)[number];

/** Most flags that one request may name. */
const MAX_FLAGS = LIMITS.beta_flags;

const known: ReadonlySet<string> = new Set(BETAS);

/** Whether a call may name the flag; case-sensitive (D-93). Anything else is 400 `unknown_beta`. */
export function isBeta(flag: string): flag is BetaFlag {
  return known.has(flag);
}

/** The flags of a list separated by commas (D-93). Undefined: one of them is unknown, or there are too many. */
export function parseBetas(text: string): readonly BetaFlag[] | undefined {
  const flags = text
    .split(',')
    .map((flag) => flag.trim())
    .filter((flag) => flag !== '');
  return flags.length <= MAX_FLAGS && flags.every(isBeta) ? flags : undefined;
}

/** 400 `beta_required` that names the flag to send. `what` needs it: the endpoint, or a field by its path. */
export function betaRequired(flag: BetaFlag, what = 'This endpoint'): ApiError {
  return new ApiError('beta_required', {
    param: HEADERS.beta,
    message: `${what} is a preview feature. Send its flag in the ${HEADERS.beta} header: ${flag}. Separate several flags by commas.`,
  });
}
