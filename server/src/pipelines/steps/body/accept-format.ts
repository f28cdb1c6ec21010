import { ApiError } from '@svc/contract';
import type { Authenticated, Exchange, Parsed, Step } from '#exchange';
import type { FormatChecker } from '#reply';

export interface AcceptFormatDeps {
  readonly formatChecker: FormatChecker;
}

const UNUSABLE =
  'response_format.json_schema.schema must be a valid JSON Schema without external references and without a property named __proto__.';

/** The rest of step 10 for structured output (D-38): checks whether the schema is supported. */
export function acceptFormat({ formatChecker }: AcceptFormatDeps): Step<Exchange & Authenticated & Parsed> {
  return ({ call, credential }) => {
    const { responseFormat } = call;
    if (responseFormat?.type !== 'json_schema') return;
    const { schema, schemaText } = responseFormat;
    return formatChecker.accepts(credential.organizationId, schema, schemaText).then((accepted) => {
      if (accepted === 'busy') throw new ApiError('temporarily_unavailable');
      if (!accepted)
        throw new ApiError('invalid_request', {
          param: 'response_format.json_schema.schema',
          message: UNUSABLE,
        });
    });
  };
}
