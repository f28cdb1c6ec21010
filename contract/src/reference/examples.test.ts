import { describe, expect, it } from 'vitest';
import {
  CONSOLE_OPERATIONS,
  MIRRORED_OPERATIONS,
  OPERATOR_CONSOLE_OPERATIONS,
  OPERATOR_PAGE_OPERATIONS,
  OPERATOR_SIGN_IN_OPERATIONS,
  SIGN_IN_OPERATIONS,
} from '../operations.ts';
import { CONSOLE_EXAMPLES } from './console.ts';
import { exampleResponseOf } from './examples.ts';

const OPERATIONS = [
  ...MIRRORED_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...OPERATOR_CONSOLE_OPERATIONS,
  ...OPERATOR_PAGE_OPERATIONS,
  ...OPERATOR_SIGN_IN_OPERATIONS,
];

describe('examples of what the Console is answered', () => {
  it('are what the operations answer', () => {
    const wrong = OPERATIONS.flatMap(({ id, response }) => {
      const example = exampleResponseOf(id);
      if (example === undefined || !response) return [];
      const { error } = response.safeParse(example);
      return error
        ? [`${id}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')}`]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  it('are of operations that there are', () => {
    const ids = new Set<string>(OPERATIONS.map(({ id }) => id));
    expect(Object.keys(CONSOLE_EXAMPLES).filter((id) => !ids.has(id))).toEqual([]);
  });
});
