import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ErrorName } from './errors.ts';
import { LIMIT_MEANINGS, type LimitName, LIMITS } from './limits.ts';
import { INFERENCE_LIMITS } from './limits/inference.ts';
import { PLATFORM_LIMITS } from './limits/platform.ts';
import { ID_PREFIXES } from './names.ts';
import type { Permission } from './permissions.ts';
import { type AuditEventName, type AuditResource, RESOURCES } from './resources.ts';
import type { Resource } from './resources/resource.ts';

const resources: readonly Resource[] = RESOURCES;

function repeated(names: readonly string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}

describe('resources', () => {
  it.each(['ids', 'errors', 'permissions', 'limits', 'events', 'pathParameters'] as const)(
    'lose no row of their %s to one of the same name',
    (part) => {
      expect(repeated(resources.flatMap((resource) => Object.keys(resource[part] ?? {})))).toEqual([]);
    },
  );

  it('each have a type of their own, and each event of the audit log once', () => {
    expect(repeated(resources.map(({ type }) => type))).toEqual([]);
    const groups = resources.flatMap(({ audit = {} }) => Object.values(audit));
    expect(repeated(groups.flatMap((events) => Object.keys(events)))).toEqual([]);
  });

  it('name a missing object first among their errors', () => {
    const others = resources.filter(({ errors = {} }) => {
      const [first] = Object.values(errors);
      return first !== undefined && first.status !== 404;
    });
    expect(others.map(({ type }) => type)).toEqual([]);
  });

  // Live tests put real ids in place of examples, and find them by their form.
  it('have an id of the right form as the example of each id in a path', () => {
    const forms = Object.values(ID_PREFIXES).map((prefix) => new RegExp(`^${prefix}[0-9a-z]{26}$`));
    const examples = resources
      .flatMap(({ pathParameters = {} }) => Object.entries(pathParameters))
      // An external id is the caller's own.
      .filter(([name]) => name.endsWith('_id') && name !== 'external_id');
    expect(examples).not.toEqual([]);
    expect(examples.filter(([, { example }]) => !forms.some((form) => form.test(example)))).toEqual([]);
  });
});

// Held by the compiler: `npm run check` fails where a name is any text.
describe('names from the rows', () => {
  it('are those of the rows and no others', () => {
    expectTypeOf<'file.created'>().toExtend<AuditEventName>();
    expectTypeOf<'file.vanished'>().not.toExtend<AuditEventName>();
    expectTypeOf<'file'>().toExtend<AuditResource>();
    expectTypeOf<'mail'>().not.toExtend<AuditResource>();
    expectTypeOf<'file_bytes'>().toExtend<LimitName>();
    expectTypeOf<'file_bits'>().not.toExtend<LimitName>();
    expectTypeOf<'file_not_found'>().toExtend<ErrorName>();
    expectTypeOf<'file_found'>().not.toExtend<ErrorName>();
    expectTypeOf<'files.manage'>().toExtend<Permission>();
    expectTypeOf<'files.manages'>().not.toExtend<Permission>();
  });
});

describe('limits of resources', () => {
  it('are not those of the whole service', () => {
    const general = [...Object.keys(INFERENCE_LIMITS), ...Object.keys(PLATFORM_LIMITS)];
    const own = resources.flatMap(({ limits = {} }) => Object.keys(limits));
    expect(Object.keys(LIMITS)).toHaveLength(general.length + own.length);
  });

  it('explain themselves without the limit before them: an editor shows one at a time', () => {
    const dependent = Object.entries(LIMIT_MEANINGS).filter(([, meaning]) =>
      /^The same\b|\bsuch (an? )?\w|\bthen\b/.test(meaning),
    );
    expect(dependent).toEqual([]);
  });
});
