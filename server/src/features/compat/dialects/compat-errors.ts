import type { CompatErrorStyle, CompatVendor } from '@svc/contract';
import type { CompatConfig } from '#config';
import type { ErrorRenderer } from '#exchange';
import { ANTHROPIC_ERRORS } from './anthropic.ts';
import { openAiErrors } from './openai.ts';

const RENDERERS: Readonly<Record<CompatErrorStyle, ErrorRenderer>> = {
  openai: openAiErrors({ isResponses: false }),
  openai_responses: openAiErrors({ isResponses: true }),
  anthropic: ANTHROPIC_ERRORS,
};

/** The errors of each protocol that is switched on. Of one that is off nothing shows (COMPG-01). */
export function compatErrors(
  compat: () => Readonly<Record<CompatVendor, Pick<CompatConfig, 'enabled'>>>,
): (style: CompatErrorStyle) => ErrorRenderer | undefined {
  return (style) => {
    const { openai, anthropic } = compat();
    const { enabled } = style === 'anthropic' ? anthropic : openai;
    return enabled ? RENDERERS[style] : undefined;
  };
}
