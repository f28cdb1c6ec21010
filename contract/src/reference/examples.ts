import { OPERATION_REFERENCES } from '../reference.ts';
import { CONSOLE_EXAMPLES } from './console.ts';
import { OPERATOR_REFERENCES } from './operator.ts';

const REFERENCES: Readonly<Record<string, { readonly response: unknown; readonly body?: unknown }>> = {
  ...OPERATION_REFERENCES,
  ...OPERATOR_REFERENCES,
};

/** What an operation could answer, as the API reference shows it, or of what only the Console has. Undefined: nobody wrote one. */
export function exampleResponseOf(operationId: string): unknown {
  return REFERENCES[operationId]?.response ?? CONSOLE_EXAMPLES[operationId];
}

/** What an operation could be sent, as the API reference shows it. Undefined: it takes no body, or only the Console has it. */
export function exampleBodyOf(operationId: string): object | undefined {
  const body = REFERENCES[operationId]?.body;
  return typeof body === 'object' && body !== null ? body : undefined;
}
