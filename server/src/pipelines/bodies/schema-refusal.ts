import { ApiError, issueWords, type ErrorName } from '@svc/contract';
import type { z } from 'zod';

/** Names in paths come from the caller: they are cut, so that a refusal stays small. */
const MAX_NAME_CHARACTERS = 64;

/** The sentence that the schema library gives to a check without one. */
const SAYS_NOTHING = 'Invalid input';

/**
 * The first refusal of a body or query (D-GEN-6). Unknown fields are reported first, because most are
 * misspelt known ones. A field that only the service sets has its own code.
 */
export function refusalOf(issues: readonly z.core.$ZodIssue[], readOnly: readonly string[]): ApiError {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) {
    const name = unknown.keys[0] ?? '';
    const isKnown = unknown.path.length === 0 && readOnly.includes(name);
    return new ApiError(isKnown ? 'read_only_field' : 'unknown_parameter', {
      param: pathOf([...unknown.path, name]),
    });
  }
  const [first] = issues;
  if (!first) return new ApiError('invalid_parameter');
  const param = pathOf(first.path);
  const error = first.code === 'custom' ? (first.params?.['error'] as ErrorName | undefined) : undefined;
  const message = `${param || 'The body'} ${issueWords(first)}.`;
  // A check that says nothing itself leaves it to the catalog.
  if (error) return new ApiError(error, first.message === SAYS_NOTHING ? { param } : { param, message });
  return new ApiError('invalid_parameter', { param, message });
}

/** `overrides[0].model` */
function pathOf(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${String(part).slice(0, MAX_NAME_CHARACTERS)}`;
  }
  return text;
}
