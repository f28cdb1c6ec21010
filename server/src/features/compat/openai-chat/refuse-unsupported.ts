import { isObject, type Fields } from '#features/conversation';
import { given } from '../base/is-empty.ts';
import { unsupportedValue } from '../base/unsupported-value.ts';

/** Fields that would make another answer and that nothing here can honour (COMPO-04). */
export function refuseUnsupported(fields: Fields): void {
  const { n, logprobs, modalities } = fields;
  if (typeof n === 'number' && n > 1) throw unsupportedValue('n', 'Every request returns one choice.');
  if (logprobs === true) throw unsupportedValue('logprobs', 'Log probabilities are not available.');
  if (Array.isArray(modalities) && modalities.some((modality) => modality !== 'text'))
    throw unsupportedValue('modalities', 'Replies are text.');
  if (isObject(given(fields['audio']))) throw unsupportedValue('audio', 'Replies are text.');
  for (const name of ['functions', 'function_call'])
    if (given(fields[name]) !== undefined)
      throw unsupportedValue(name, `${name} was replaced by tools and tool_choice. Send those.`);
}
