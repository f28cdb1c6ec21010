import { describe, expect, it } from 'vitest';
import { findSettings, flatSettings } from './flat-settings.ts';

const settings = flatSettings({
  engines: { main: { type: 'openai', api_key: '[secret]' } },
  models: [
    { id: 'Svc Standard', pricing: { input: 0.3 } },
    { id: 'Svc Mini', aliases: [] },
  ],
  signup: null,
});

describe('settings', () => {
  it('are told by their path, in their order, empty ones too', () => {
    expect(settings).toEqual([
      { path: 'engines.main.type', value: '"openai"' },
      { path: 'engines.main.api_key', value: '"[secret]"' },
      { path: 'models[0].id', value: '"Svc Standard"' },
      { path: 'models[0].pricing.input', value: '0.3' },
      { path: 'models[1].id', value: '"Svc Mini"' },
      { path: 'models[1].aliases', value: '[]' },
      { path: 'signup', value: 'null' },
    ]);
  });

  it('are found by path and by value', () => {
    const found = (search: string) => findSettings(settings, search).map(({ path }) => path);
    expect(found(' PRICING ')).toEqual(['models[0].pricing.input']);
    expect(found('mini')).toEqual(['models[1].id']);
    expect(found('')).toHaveLength(7);
    expect(found('nothing')).toEqual([]);
  });
});
