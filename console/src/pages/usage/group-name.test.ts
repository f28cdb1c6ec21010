import { describe, expect, it } from 'vitest';
import { groupName } from './group-name.ts';

const one = (group: string | null, more: object = {}) => ({
  group,
  name: null,
  is_other: false,
  amounts: [],
  total: '0',
  before: '0',
  ...more,
});

describe('groupName', () => {
  it('is the name where there is one, and the id where there is none', () => {
    expect(groupName('api_key_id', one('apikey_1', { name: 'ci' }))).toBe('ci');
    expect(groupName('api_key_id', one('apikey_1'))).toBe('apikey_1');
    expect(groupName('model', one('Svc Fast'))).toBe('Svc Fast');
  });

  it('tells calls without a key by where somebody had signed in', () => {
    expect(groupName('api_key_id', one('playground'))).toBe('Playground');
    expect(groupName('api_key_id', one('console'))).toBe('Console');
    expect(groupName('model', one('console'))).toBe('console');
  });

  it('says the status of calls that failed', () => {
    expect(groupName('status', one('completed 200'))).toBe('Completed');
    expect(groupName('status', one('failed 502'))).toBe('Failed (502)');
    expect(groupName('status', one('refused 429'))).toBe('Refused (429)');
    expect(groupName('status', one('client_closed'))).toBe('Canceled by caller');
  });

  it('has a word for all others and for none', () => {
    expect(groupName('user_id', one(null, { is_other: true }))).toBe('Other');
    expect(groupName('workspace_id', one(null))).toBe('No workspace');
  });
});
