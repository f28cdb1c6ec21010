import { OPERATION_REFERENCES } from '../reference.ts';
import { CONSOLE_EXAMPLES } from './console.ts';
import { OPERATOR_REFERENCES } from './operator.ts';

const REFERENCES: Readonly<Record<string, { readonly response: unknown; readonly body?: unknown }>> = {
  ...OPERATION_REFERENCES,
  ...OPERATOR_REFERENCES,
};

/** An example response of an operation, from the API reference or of the Console's own operations. Undefined: there is none. */
export function exampleResponseOf(operationId: string): unknown {
  return REFERENCES[operationId]?.response ?? CONSOLE_EXAMPLES[operationId];
}

/** What an operation could be sent, as the API reference shows it. Undefined: it takes no body, or only the Console has it. */
export function exampleBodyOf(operationId: string): object | undefined {
  const body = REFERENCES[operationId]?.body;
  return typeof body === 'object' && body !== null ? body : undefined;
}
