import type { AgentDefinition, AgentUpdate } from '@svc/contract';

/** The definition with the fields that are sent in place of its own. */
export function mergeDefinition(
  definition: AgentDefinition,
  sent: Omit<AgentUpdate, 'version'>,
): AgentDefinition {
  const present = Object.entries(sent).filter(([, value]) => value !== undefined);
  return Object.assign({}, definition, Object.fromEntries(present));
}
