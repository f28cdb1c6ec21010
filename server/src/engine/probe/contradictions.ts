import type { ModelConfig } from '#config';
import type { ModelFindings } from './probe-model.ts';

const CAPABILITIES = ['tools', 'vision', 'reasoning'] as const;

/**
 * Paths of a model's configuration that promise what its route was found not to do. An ability that is not offered contradicts
 * nothing: operators leave out what they do not want to sell.
 */
export function contradictions(
  { capabilities, context_window: window }: Pick<ModelConfig, 'capabilities' | 'context_window'>,
  found: Pick<ModelFindings, (typeof CAPABILITIES)[number]> & { readonly maxContextTokens: number | null },
): string[] {
  const paths = CAPABILITIES.filter((name) => capabilities[name] && found[name] === false).map(
    (name) => `capabilities.${name}`,
  );
  if (found.maxContextTokens !== null && window > found.maxContextTokens) paths.push('context_window');
  return paths;
}
