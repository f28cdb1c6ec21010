/** Flags of `svc-beta` that turn on a family of endpoints (platform contract §9). A call may name any of them. */
export const OFFERED_BETAS = [
  'admin-2026-11-01',
  'mcp-tunnels-2026-12-01',
  'webhooks-2026-11-01',
  'prompt-tools-2026-12-01',
  'agents-2026-11-01',
] as const;

/** Turns on the planned fields of chat completions (D-33). Accepting it before they work would silently drop them. */
export const CHAT_EXTENSIONS_BETA = 'chat-extensions-2026-12-01';

/** Every flag of the design (D-93). Those not offered yet are refused as unknown. */
export const KNOWN_BETAS = [...OFFERED_BETAS, CHAT_EXTENSIONS_BETA] as const;

export type BetaFlag = (typeof KNOWN_BETAS)[number];
export type OfferedBetaFlag = (typeof OFFERED_BETAS)[number];

const offered: ReadonlySet<string> = new Set(OFFERED_BETAS);

/** Whether a call may name the flag; case-sensitive (D-93). Anything else is 400 `unknown_beta`. */
export function isOfferedBeta(flag: string): flag is OfferedBetaFlag {
  return offered.has(flag);
}
