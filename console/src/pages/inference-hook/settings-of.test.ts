import { describe, expect, it } from 'vitest';
import { settingsOf } from './settings-of.ts';

const FIELDS: Readonly<Record<string, string>> = {
  url: ' https://policy.acme.example/svc ',
  mode: 'shadow',
  on_failure: 'deny',
  timeout: '',
  events: '["prompt"]',
  workspaces: 'null',
  'header rows': '[]',
};

function settings(fields: Readonly<Record<string, string>> = {}) {
  return settingsOf((name) => ({ ...FIELDS, ...fields })[name] ?? '');
}

describe('the settings in the form of the inference hook', () => {
  it('leave the time to the service where none is typed', () => {
    expect(settings()).toEqual({
      url: 'https://policy.acme.example/svc',
      mode: 'shadow',
      on_failure: 'deny',
      events: ['prompt'],
      workspace_ids: null,
      headers: [],
    });
    expect(settings({ timeout: '500' })).toMatchObject({ timeout_ms: 500 });
  });

  it('have the headers that were not removed, in their order', () => {
    const fields = {
      'header rows': '[2,0]',
      'header name 0': 'X-Team ',
      'header value 0': 'safety',
      'header name 2': 'Authorization',
      'header value 2': ' Bearer s3cret',
    };
    expect(settings(fields).headers).toEqual([
      { name: 'Authorization', value: 'Bearer s3cret' },
      { name: 'X-Team', value: 'safety' },
    ]);
  });
});
