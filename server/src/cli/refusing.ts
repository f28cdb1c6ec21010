import { type ControlHandlers, ControlRefusal } from '../control/index.ts';
import { ownMessage } from './explain-error.ts';

type Handler = ControlHandlers['POST /reload'];

/** Errors that carry a sentence of our own become refusals, so that the operator reads it. */
export function refusing(handler: Handler): Handler {
  return async (body) => {
    try {
      return await handler(body);
    } catch (error) {
      const message = ownMessage(error);
      throw message === undefined ? error : new ControlRefusal(message);
    }
  };
}

export function requireText(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ControlRefusal(`${name} must be text.`);
}
