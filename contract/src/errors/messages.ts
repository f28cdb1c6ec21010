import type { ErrorRows } from './entry.ts';

/** Refusals particular to messages and embeddings (inference contract §7.3, last paragraphs). */
export const MESSAGES_ERRORS = {
  max_tokens_required: {
    status: 400,
    when: '`max_tokens` is missing or above the model limit.',
    message:
      'The field max_tokens is required. Send a whole number up to the max_output_tokens of the model.',
  },
  invalid_block_type: {
    status: 400,
    when: 'A content block is unknown or is used in the wrong role.',
    message:
      'The block named in param is not allowed there. Use a block type that the role of the turn accepts.',
  },
  unmatched_tool_call: {
    status: 400,
    when: 'A tool call has no result in the next user turn, or a result answers no call.',
    message:
      'Every tool_call needs exactly one tool_result in the next user turn. Add or remove the block named in param.',
  },
  invalid_reasoning_block: {
    status: 400,
    when: 'A reasoning block was edited, dropped or belongs to another organization.',
    message:
      'A reasoning block was changed or left out. Send earlier assistant turns back exactly as you received them.',
  },
  unsupported_content: {
    status: 400,
    when: 'The model cannot read the block, or the file behind it has the wrong type, purpose or state.',
    message:
      'The model cannot read the content named in param. Remove it or choose a model that lists the capability.',
  },
  input_required: {
    status: 400,
    when: 'Embeddings: `input` is missing or empty.',
    message:
      'The field input must be a non-empty string or a list of non-empty strings. Add the text to embed.',
  },
  input_too_long: {
    status: 400,
    when: 'Embeddings: one string has more tokens than allowed; `param` names it.',
    message: 'The string named in param is too long. Split it into shorter strings.',
  },
  too_many_inputs: {
    status: 400,
    when: 'Embeddings: too many strings, or too many tokens in all of them together.',
    message: 'The request holds too many strings or tokens. Spread them over several requests.',
  },
  invalid_dimensions: {
    status: 400,
    when: 'Embeddings: `dimensions` is none of the sizes offered.',
    message: 'The field dimensions must be 256, 512 or 1024. Choose one of these sizes.',
  },
} as const satisfies ErrorRows;
