import { BATCH_ENDPOINTS, OPENAI_BATCH_ENDPOINT, type LineEndpoint } from '@svc/contract';
import { invalidField, type LineProblem } from './line-problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How a line says where its request goes. */
export interface BatchLineFormat {
  /** Fields that a line may have. Undefined: others are ignored. */
  readonly fields: readonly string[] | undefined;
  endpoint(fields: Fields): LineEndpoint;
  /** `required`: every line must name this endpoint. */
  endpointProblems(fields: Fields, required: LineEndpoint | undefined): LineProblem[];
}

/** Our own (D-BATCH-3). */
const OWN_FORMAT: BatchLineFormat = {
  fields: ['custom_id', 'endpoint', 'body'],
  endpoint: (fields) => fields['endpoint'] as LineEndpoint,
  endpointProblems({ endpoint: value }, required) {
    if (!BATCH_ENDPOINTS.some((endpoint) => endpoint === value))
      return [invalidField('endpoint', `The endpoint must be ${BATCH_ENDPOINTS.join(' or ')}.`)];
    return required === undefined || value === required
      ? []
      : [invalidField('endpoint', `The endpoint must be ${required}, as the batch says.`)];
  },
};

/** OpenAI's, whose batches have one endpoint. */
const OPENAI_FORMAT: BatchLineFormat = {
  fields: undefined,
  endpoint: () => OPENAI_BATCH_ENDPOINT,
  endpointProblems: ({ method, url }) => [
    ...(method === 'POST' ? [] : [invalidField('method', 'The method must be POST.')]),
    ...(url === '/v1/chat/completions'
      ? []
      : [invalidField('url', 'The url must be /v1/chat/completions, as the batch says.')]),
  ],
};

/** The form of the lines of a batch with this endpoint. */
export function lineFormatOf(endpoint: LineEndpoint | undefined): BatchLineFormat {
  return endpoint === OPENAI_BATCH_ENDPOINT ? OPENAI_FORMAT : OWN_FORMAT;
}
