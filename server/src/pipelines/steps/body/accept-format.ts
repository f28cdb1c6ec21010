import { ApiError } from '@svc/contract';
import type { Exchange, Step } from '#exchange';
import type { FormatChecker } from '#reply';

export interface AcceptFormatRooms {
  readonly formatChecker: FormatChecker;
}

const UNUSABLE =
  'response_format.json_schema.schema must be a valid JSON Schema that refers to nothing outside of itself and names no property __proto__.';

/** The rest of step 10 for a reply that is to follow a schema (D-38): whether the schema can be followed at all. */
export function acceptFormat({ formatChecker }: AcceptFormatRooms): Step {
  return ({ call, credential }: Exchange) => {
    const { responseFormat } = call;
    if (responseFormat?.type !== 'json_schema') return;
    return formatChecker.accepts(credential.organizationId, responseFormat.schema).then((accepted) => {
      if (accepted === 'busy') throw new ApiError('temporarily_unavailable');
      if (!accepted) throw new ApiError('invalid_request', { param: 'response_format.json_schema.schema', message: UNUSABLE });
    });
  };
}
