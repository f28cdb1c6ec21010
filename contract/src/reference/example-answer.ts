import { OPERATION_REFERENCES } from '../reference.ts';
import { CONSOLE_EXAMPLES } from './console.ts';
import { OPERATOR_REFERENCES } from './operator.ts';

const REFERENCES: Readonly<Record<string, { readonly answer: unknown }>> = {
  ...OPERATION_REFERENCES,
  ...OPERATOR_REFERENCES,
};

/** What an operation could answer, as the API reference shows it, or of what only the Console has. Undefined: nobody wrote one. */
export function exampleAnswerOf(operationId: string): unknown {
  return REFERENCES[operationId]?.answer ?? CONSOLE_EXAMPLES[operationId];
}
