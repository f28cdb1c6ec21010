import type { Client } from '../client.ts';
import { claudeCode, codex, continueCli, opencode, OTHER_WAYS, promptfoo, qwenCode } from './agents.ts';
import { AGENT_LIBRARIES, ANTHROPIC_LIBRARIES, OPENAI_LIBRARIES } from './libraries.ts';

/** All clients, in the order of the index in docs/clients.md. */
export const CLIENTS: readonly Client[] = [
  ...OPENAI_LIBRARIES,
  qwenCode,
  promptfoo,
  ...ANTHROPIC_LIBRARIES,
  claudeCode,
  codex,
  opencode,
  continueCli,
  ...AGENT_LIBRARIES,
  ...OTHER_WAYS,
];
