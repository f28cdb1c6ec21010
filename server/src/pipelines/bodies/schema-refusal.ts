import { ApiError, type ErrorName } from '@svc/contract';

/** The part of a schema error that the refusal needs. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly params?: { readonly error?: ErrorName } | undefined;
}

/** Names in paths come from the caller: they are cut, so that a refusal stays small. */
const MOST_NAME_CHARACTERS = 64;

/**
 * The first refusal of a body or query (D-GEN-6). Unknown fields are reported first, because most are
 * misspelt known ones. A field that only the service sets has its own code.
 */
export function refusalOf(issues: readonly Issue[], readOnly: readonly string[]): ApiError {
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknown) {
    const name = unknown.keys?.[0] ?? '';
    const isKnown = unknown.path.length === 0 && readOnly.includes(name);
    return new ApiError(isKnown ? 'read_only_field' : 'unknown_parameter', {
      param: pathOf([...unknown.path, name]),
    });
  }
  const [first] = issues;
  const param = pathOf(first?.path ?? []);
  if (first?.params?.error) return new ApiError(first.params.error, { param });
  return new ApiError('invalid_parameter', {
    param,
    message: `${param}: ${first?.message ?? 'not accepted'}.`,
  });
}

/** `overrides[0].model` */
function pathOf(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${String(part).slice(0, MOST_NAME_CHARACTERS)}`;
  }
  return text;
}
