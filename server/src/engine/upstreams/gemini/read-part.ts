import { jsonText } from '#kit';
import { EngineFault } from '../../events.ts';
import { isFields, isFilled } from '../http/error-object.ts';

/** A part of a reply. */
export interface ReadPart {
  readonly kind: 'text' | 'thought' | 'call' | 'unknown';
  /** Of a text or thought, or a call's input. */
  readonly words: string;
  /** Of a call. */
  readonly name: string;
  readonly signature: string | undefined;
}

/** What says nothing of its own. */
const BESIDE = new Set(['thought', 'thoughtSignature', 'text', 'functionCall', 'partMetadata']);

/** A call is sent whole: the service does not ask for its arguments in pieces. Throws `EngineFault` for one that cannot be run. */
function readCall(call: Readonly<Record<string, unknown>>): Pick<ReadPart, 'name' | 'words'> {
  const { name, args, partialArgs } = call;
  if (typeof name !== 'string' || name === '' || isFilled(partialArgs)) throw new EngineFault('broken');
  if (typeof args === 'string' && args.trim() !== '') return { name, words: args };
  return { name, words: isFields(args) ? jsonText(args) : '{}' };
}

/** Undefined: it says nothing. */
export function readPart(part: unknown): ReadPart | undefined {
  if (!isFields(part)) return undefined;
  const { text, thought, functionCall: call, thoughtSignature: signed } = part;
  const signature = typeof signed === 'string' && signed !== '' ? signed : undefined;
  if (isFields(call) && isFilled(call)) return { kind: 'call', ...readCall(call), signature };
  const words = typeof text === 'string' ? text : '';
  const known = { words, name: '', signature };
  if (words !== '' || signature !== undefined)
    return { kind: thought === true ? 'thought' : 'text', ...known };
  const saysMore = Object.entries(part).some(([name, value]) => !BESIDE.has(name) && isFilled(value));
  return saysMore || isFilled(text) || isFilled(call) ? { kind: 'unknown', ...known } : undefined;
}
