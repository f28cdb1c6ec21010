import { ApiError } from '@svc/contract';

const MAX_CHARACTERS = 255;
/** Control characters, line breaks and bidirectional control marks: all invisible in a displayed name. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;

/** The name of an uploaded file without its folders. Throws 400 `invalid_parameter` (FILE-10). */
export function requireFilename(sent: string | undefined): string {
  const name = (sent ?? '').split(/[/\\]/).at(-1)!;
  if (name === '' || name === '.' || name === '..') throw invalid('The part file needs a filename.');
  if (INVISIBLE.test(name)) throw invalid('The filename must not contain control characters.');
  if (name.length > MAX_CHARACTERS)
    throw invalid(`The filename must have at most ${MAX_CHARACTERS} characters.`);
  return name;
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_parameter', { param: 'file', message });
}
