import { describeError, OperatorError } from '#kit';
import { printable } from './printable.ts';

/** The sentence of an error that has one; undefined for any other. */
export function ownMessage(error: unknown): string | undefined {
  return error instanceof OperatorError ? error.message : undefined;
}

/** What went wrong, for a person at a terminal. */
export function explainError(error: unknown): string {
  const own = ownMessage(error);
  if (own !== undefined) return printable(own);
  const { code, syscall, address, port, path } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE')
    return `The address ${address}:${port} is already in use. Set HOST or PORT to another.`;
  if (code !== undefined && syscall !== undefined)
    return `${syscall} failed with ${code}${path ? ` at ${path}` : ''}.`;
  const { class: name, stack } = describeError(error);
  return `Unexpected ${name}${code ? ` (${code})` : ''}.${stack ? `\n${stack}` : ''}`;
}
