import { describe, expect, it } from 'vitest';
import * as contract from './index.ts';
import { BETAS } from './betas.ts';
import { ERRORS } from './errors.ts';
import {
  ADMINISTRATION_OPERATIONS,
  ALL_OPERATIONS,
  INFERENCE_OPERATIONS,
  OPERATIONS,
  type Operation,
  WORKSPACE_OPERATIONS,
} from './operations.ts';

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) !== i);
}

function where(test: (operation: Operation) => boolean): string[] {
  return OPERATIONS.filter(test).map((operation) => operation.id);
}

describe('operations', () => {
  it('are all in ALL_OPERATIONS, whatever list they are in', () => {
    const all = new Set(ALL_OPERATIONS.map(({ method, path }) => `${method} ${path}`));
    const lists = Object.entries(contract).filter(([name]) => /^[A-Z_]*OPERATIONS$/.test(name));
    expect(lists.length).toBeGreaterThan(10);
    for (const [name, list] of lists)
      for (const { method, path } of list as readonly Operation[])
        expect(all, `${name} ${method} ${path}`).toContain(`${method} ${path}`);
  });

  it('of all lists have paths of their own', () => {
    expect(duplicates(ALL_OPERATIONS.map(({ method, path }) => `${method} ${path}`))).toEqual([]);
  });

  it('have unique camelCase ids and unique routes', () => {
    expect(duplicates(OPERATIONS.map(({ id }) => id))).toEqual([]);
    // Two templates that differ only in the parameter's name are the same route.
    expect(
      duplicates(OPERATIONS.map(({ method, path }) => `${method} ${path.replaceAll(/\{[a-z_]+\}/g, '{}')}`)),
    ).toEqual([]);
    for (const { id } of OPERATIONS) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
  });

  it('name one parameter alike wherever the same path begins', () => {
    const names = new Map<string, string>();
    for (const { path } of OPERATIONS) {
      for (const match of path.matchAll(/\{([a-z_]+)\}/g)) {
        const before = path.slice(0, match.index).replaceAll(/\{[a-z_]+\}/g, '{}');
        expect(names.get(before) ?? match[1], path).toBe(match[1]);
        names.set(before, match[1]!);
      }
    }
  });

  it('are the chat completion, the message, the embeddings, the models, the description, the Admin API and workspace resources', () => {
    const ids = [
      'createChatCompletion',
      'countChatCompletionTokens',
      'createMessage',
      'createEmbeddings',
      'listModels',
      'readModel',
      'reportCodeTelemetry',
      'describeApi',
      'listWebhookAddresses',
    ];
    expect(INFERENCE_OPERATIONS.map(({ id }) => id)).toEqual(ids);
    const administration = ADMINISTRATION_OPERATIONS.map(({ id }) => id);
    const workspace = WORKSPACE_OPERATIONS.map(({ id }) => id);
    expect(where(() => true)).toEqual([...ids, ...administration, ...workspace]);
  });

  it('take an admin key under /v1/organizations and nowhere else', () => {
    const under = where(({ path }) => path.startsWith('/v1/organizations/'));
    expect(where(({ credential }) => credential === 'admin')).toEqual(under);
    expect(where(({ beta }) => beta === 'admin-2026-11-01')).toEqual(under);
  });

  it('ask for a flag on exactly the families that have one', () => {
    const family =
      /^\/v1\/(organizations|webhooks|tunnels|prompts\/(generate|improve|templatize))(\/|$)|\/count_tokens$/;
    expect(where(({ beta }) => beta !== undefined)).toEqual(where(({ path }) => family.test(path)));
    for (const { beta } of OPERATIONS) if (beta) expect(BETAS).toContain(beta);
  });

  it('need a credential on every /v1 path', () => {
    expect(where(({ credential }) => credential === 'none')).toEqual(
      where(({ path }) => !path.startsWith('/v1/')),
    );
  });

  it('list each error once, and only errors of the catalog', () => {
    for (const { id, errors } of OPERATIONS) {
      expect(duplicates(errors), id).toEqual([]);
      for (const name of errors) expect(ERRORS).toHaveProperty(name);
    }
  });

  it('hold every path of both contract documents', () => {
    // Counted per family in the endpoint tables and the decisions that add routes (D-ADM-2 to D-ADM-10, D-FILE-1, D-HOOK-1).
    const families = {
      chat: 2,
      messages: 1,
      models: 2,
      embeddings: 1,
      organizations: 74,
      webhooks: 10,
      tunnels: 11,
      files: 5,
      batches: 4,
      prompts: 7,
    };
    const counts = OPERATIONS.filter(({ path }) => path.startsWith('/v1/')).map(
      ({ path }) => path.split('/')[2]!,
    );
    expect(
      Object.fromEntries(
        Object.keys(families).map((name) => [name, counts.filter((one) => one === name).length]),
      ),
    ).toEqual(families);
    expect(counts.length + 2).toBe(OPERATIONS.length);
  });
});
