import type { Fields } from '#features/conversation';
import { ApiError } from '@svc/contract';
import { given } from '../../base/is-empty.ts';
import { unsupportedValue } from '../../base/unsupported-value.ts';

/** Fields that refer to what another service would keep, and work that would go on without the caller (COMPR-04, COMPR-20). */
export function refuseStateful(fields: Fields): void {
  if (fields['background'] === true)
    throw unsupportedValue('background', 'Responses are made while the caller waits.');
  if (given(fields['conversation']) !== undefined)
    throw unsupportedValue('conversation', 'Conversations are not kept here. Send all items in input.');
  if (given(fields['prompt']) !== undefined)
    throw unsupportedValue('prompt', 'Stored prompts are not available. Send the text in instructions.');
  if (given(fields['previous_response_id']) !== undefined)
    throw new ApiError('invalid_request', {
      param: 'previous_response_id',
      message: 'Responses are not kept here. Send the items of the earlier response in input.',
      vendor: { code: 'previous_response_not_found' },
    });
}
