import type { DialectName, EngineConfig } from '#config';

export interface ProbedDialect {
  readonly dialect: DialectName | null;
  readonly dialectFrom: 'configuration' | 'probe' | 'default';
}

interface Signs {
  /** Of the route. */
  readonly configured: DialectName | undefined;
  /** By the server's list of models. */
  readonly listed: DialectName | undefined;
  readonly refusedFields: readonly string[];
}

/** The dialect in which a route is asked, or should be. Null: none is known, or engines of this type have none. */
export function probedDialect(
  config: EngineConfig,
  { configured, listed, refusedFields }: Signs,
): ProbedDialect {
  if (config.type !== 'openai' && config.type !== 'azure-openai')
    return { dialect: null, dialectFrom: 'default' };
  const given = configured ?? config.dialect;
  if (given) return { dialect: given, dialectFrom: 'configuration' };
  const isAzure = config.type === 'azure-openai';
  // Of OpenAI's models only those that reason refuse it.
  const isReasoning = refusedFields.includes('max_tokens');
  if (isReasoning && (isAzure || listed === undefined || listed === 'openai'))
    return { dialect: 'openai-reasoning', dialectFrom: 'probe' };
  if (isAzure) return { dialect: 'azure-openai', dialectFrom: 'default' };
  return listed ? { dialect: listed, dialectFrom: 'probe' } : { dialect: null, dialectFrom: 'default' };
}
