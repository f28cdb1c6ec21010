import { ApiError } from '@svc/contract';
import { isObject, readList, type Fields } from '#features/conversation';
import { given } from '../base/is-empty.ts';
import { unsupportedValue } from '../base/unsupported-value.ts';

/** Edits that only save input; without them the model sees more (COMPA-03). */
const IGNORED_EDITS = /^clear_(thinking|tool_uses)_/;

/**
 * A conversation that would be kept by us. Clients send all of it where they read this answer; ignoring the field would
 * lose what came before (COMPA-05).
 */
export function refuseThread({ thread }: Fields): void {
  if (given(thread) === undefined) return;
  throw new ApiError('unsupported_parameter', {
    param: 'thread',
    message: 'Threads are not kept here. Send the whole conversation in messages, without thread.',
    vendor: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } },
  });
}

/** Fields that would make another answer and that nothing here can honour (COMPA-06). */
export function refuseAnthropicFields(fields: Fields): void {
  if (given(fields['mcp_servers']) !== undefined)
    throw unsupportedValue('mcp_servers', 'MCP servers are not available at this endpoint.');
  if (given(fields['container']) !== undefined)
    throw unsupportedValue('container', 'Containers are not available.');
  const context = given(fields['context_management']);
  const path = 'context_management.edits';
  const edits = isObject(context) ? readList(given(context['edits']), path) : [];
  for (const [i, edit] of edits.entries()) {
    const type = isObject(edit) ? edit['type'] : undefined;
    if (typeof type !== 'string' || !IGNORED_EDITS.test(type))
      throw unsupportedValue(`${path}[${i}].type`, 'The conversation is not shortened here.');
  }
}
