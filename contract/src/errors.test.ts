import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { type ErrorEntry, type ErrorName, ERRORS, typeForStatus } from './errors.ts';
import { CONSOLE_CODES, CONTRACT_CODES, CONTRACT_EXTRAS } from './errors/catalog.fixture.ts';
import { resourceRows } from './resources.ts';

const PROMISED: Readonly<Record<string, number>> = { not_found: 404, limit_reached: 409, too_large: 413 };
const ENDING = /not_found$|limit_reached$|too_large$/;

const entries = Object.entries(ERRORS) as [ErrorName, ErrorEntry][];

const ofResources: ReadonlySet<string> = new Set(Object.keys(resourceRows('errors')));

/** Of errors that are of no resource. */
function codesByStatus(): Record<number, string[]> {
  const codes: Record<number, string[]> = {};
  for (const [, entry] of entries.filter(([name]) => !ofResources.has(name)))
    (codes[entry.status] ??= []).push(entry.code);
  return Object.fromEntries(Object.entries(codes).map(([status, list]) => [status, list.toSorted()]));
}

describe('the error catalog', () => {
  it("holds exactly the general codes of both contract documents and the Console's, each under its status", () => {
    const codes = ([status, list]: [string, readonly string[]]) => [
      status,
      [...list, ...(CONSOLE_CODES[Number(status)] ?? [])].toSorted(),
    ];
    const expected = Object.fromEntries(Object.entries(CONTRACT_CODES).map(codes));
    expect(codesByStatus()).toEqual(expected);
  });

  it('gives the errors of resources the status that their names promise', () => {
    const broken = entries.filter(([name, { status }]) => {
      const [ending] = ofResources.has(name) ? (ENDING.exec(name) ?? []) : [];
      return ending !== undefined && PROMISED[ending] !== status;
    });
    expect(broken).toEqual([]);
  });

  it('names each entry by its code, save the 503 of capacity_busy', () => {
    expect(entries.filter(([name, entry]) => name !== entry.code).map(([name]) => name)).toEqual([
      'capacity_unreachable',
    ]);
  });

  it('loses no row to one of the same name in another file', async () => {
    const files = readdirSync(new URL('./errors/', import.meta.url)).filter(
      (file) => !/^(entry|status|catalog)|test/.test(file),
    );
    const urls = files.map((file) => new URL(`./errors/${file}`, import.meta.url).href);
    const modules = await Promise.all(
      urls.map((url) => import(/* @vite-ignore */ url) as Promise<Record<string, object>>),
    );
    const rows = modules.flatMap((module) => Object.values(module)).flatMap((table) => Object.keys(table));
    expect([...rows, ...ofResources].toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  it('ERR-02 leaves the type to the status alone', () => {
    for (const [, entry] of entries) {
      expect(entry).not.toHaveProperty('type');
      expect(typeForStatus(entry.status)).toMatch(/^[a-z_]+$/);
    }
  });

  it('ERR-03 gives every entry a snake_case code', () => {
    for (const [, entry] of entries) expect(entry.code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });

  it('ERR-04 gives every entry a sentence that also says what to do next', () => {
    for (const [name, { message }] of entries) expect(message, name).toMatch(/^[A-Z][^\n]+\. [A-Z][^\n]+\.$/);
  });

  it('names no vendor, host or engine in any text', () => {
    const forbidden =
      /openai|anthropic|claude|gpt|gemini|google|mistral|llama|qwen|deepseek|azure|https?:|localhost|upstream|engine/i;
    for (const [name, entry] of entries)
      expect(`${entry.message} ${entry.when}`, name).not.toMatch(forbidden);
  });

  it('gives each code the extra fields of the contract and no others', () => {
    const extras = Object.fromEntries(
      entries.filter(([, entry]) => entry.extra).map(([name, entry]) => [name, entry.extra]),
    );
    expect(extras).toEqual(CONTRACT_EXTRAS);
  });

  it('ERR-38 PBETA-11 lists the planned general codes', () => {
    const planned = ['unsupported_parameter', 'invalid_parameter', 'unknown_beta', 'invalid_version'].map(
      (code) => [code, 400],
    );
    planned.push(
      ['idempotency_key_reused', 409],
      ['resource_conflict', 409],
      ['output_schema_violation', 422],
    );
    planned.push(['region_mismatch', 403], ['policy_denied', 403]);
    expect(planned.map(([code]) => [code, ERRORS[code as ErrorName].status])).toEqual(planned);
  });
});

describe('codes that nothing returns yet', () => {
  it.each([
    ['region_mismatch', 403, 'permission_error', undefined],
    ['model_retention_unverifiable', 503, 'service_unavailable_error', 5],
  ] as const)(
    '%s has the status, type and waiting time that clients may rely on',
    (name, status, type, waits) => {
      const error = new ApiError(name);
      expect([error.status, error.code, typeForStatus(error.status)]).toEqual([status, name, type]);
      expect(ERRORS[name].retryAfterSeconds).toBe(waits);
    },
  );
});

describe('waiting times of the catalog (D-17)', () => {
  it('gives every 429 and 503 whole seconds, and nothing else any', () => {
    for (const [name, entry] of entries) {
      const waits = entry.status === 429 || entry.status === 503;
      expect(Number.isInteger(entry.retryAfterSeconds) && entry.retryAfterSeconds! >= 1, name).toBe(waits);
    }
  });

  it('waits 5 seconds on every 503, on model_busy and concurrent_request, and 2 on capacity_busy', () => {
    for (const [name, entry] of entries)
      if (entry.status === 503) expect(entry.retryAfterSeconds, name).toBe(5);
    expect(ERRORS.model_busy.retryAfterSeconds).toBe(5);
    expect(ERRORS.concurrent_request.retryAfterSeconds).toBe(5);
    expect(ERRORS.capacity_busy.retryAfterSeconds).toBe(2);
  });

  it('marks the 429 of capacity_busy with its header, and what no repeat can help', () => {
    expect(
      entries.filter(([, entry]) => entry.headers).map(([name, entry]) => [name, entry.headers]),
    ).toEqual([
      ['capacity_busy', { 'x-capacity-busy': '1' }],
      ['server_misconfigured', { 'x-should-retry': 'false' }],
    ]);
  });
});
