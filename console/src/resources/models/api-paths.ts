import { useQueries } from '@tanstack/react-query';
import type { Model } from '@svc/sdk';
import { API_FORMATS } from '../../api/api-formats.ts';
import { isCompatEnabledOptions, type CompatVendor } from '../../api/compat.ts';
import { writes } from '../../api/models.ts';
import { modelCatalogStrings } from '../../strings/model-catalog.ts';

const { apis } = modelCatalogStrings;

interface ApiPath {
  readonly name: string;
  readonly path: string;
  /** Whose clients it is for, where it is not the service's own. */
  readonly vendor?: CompatVendor;
}

const FOR_TEXT: readonly ApiPath[] = [
  { name: apis.messages, ...API_FORMATS.messages },
  { name: apis.chat, ...API_FORMATS.chat },
  { name: apis.openai, ...API_FORMATS.openai },
  { name: apis.responses, path: '/compat/openai/v1/responses', vendor: 'openai' },
  { name: apis.anthropic, ...API_FORMATS.anthropic },
];
const FOR_VECTORS: readonly ApiPath[] = [
  { name: apis.embeddings, path: '/v1/embeddings' },
  { name: apis.openaiEmbeddings, path: '/compat/openai/v1/embeddings', vendor: 'openai' },
];

/** Whether each vendor's endpoints are there; not until it is known. */
export function useEnabledVendors(): Readonly<Record<CompatVendor, boolean>> {
  const [openai, anthropic] = useQueries({
    queries: [isCompatEnabledOptions('openai'), isCompatEnabledOptions('anthropic')],
  });
  return { openai: openai.data === true, anthropic: anthropic.data === true };
}

/** Where the model can be called, of what the operator has left on. */
export function useApiPaths(model: Model): readonly ApiPath[] {
  const enabled = useEnabledVendors();
  const paths = writes(model) ? FOR_TEXT : FOR_VECTORS;
  return paths.filter(({ vendor }) => vendor === undefined || enabled[vendor]);
}
