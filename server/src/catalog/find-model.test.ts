import { describe, expect, it } from 'vitest';
import { toDecimal, type EngineConfig } from '#config';
import { loadCatalog, vendorsOf } from './catalog.ts';
import { findModel } from './find-model.ts';
import { modelKind } from './model-kind.ts';

const catalog = loadCatalog();

describe('the model catalog', () => {
  it('D-ENG-33: has a date, and exact prices that the configuration takes', () => {
    expect(catalog.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const model of Object.values(catalog.vendors).flatMap(({ models }) => models)) {
      for (const price of [model.input, model.cached_input, model.output])
        if (price !== undefined) expect(toDecimal(price), model.id).toBe(price);
      expect(model.output !== undefined, model.id).toBe(model.kind === 'chat');
      expect(model.max_output_tokens ?? 0).toBeLessThanOrEqual(model.context_window ?? Infinity);
    }
  });

  it.each<[string, string[], string | undefined]>([
    ['gpt-4o', ['openai'], 'gpt-4o'],
    ['gpt-4o-2024-05-13', ['openai'], 'gpt-4o-2024-05-13'],
    ['gpt-4o-2030-01-01', ['openai'], 'gpt-4o'],
    ['models/gemini-2.5-pro', ['google'], 'gemini-2.5-pro'],
    ['publishers/google/models/gemini-2.5-pro', ['google'], 'gemini-2.5-pro'],
    ['claude-opus-4-1@20250805', ['google', 'anthropic'], 'claude-opus-4-1'],
    ['gpt-4o', ['openai', 'anthropic'], 'gpt-4o'],
    ['gpt-oss-120b', ['openai', 'anthropic'], undefined],
    ['gpt-4o-of-mine', ['openai'], undefined],
    ['gpt-4o', [], undefined],
    ['', ['openai'], undefined],
  ])('D-ENG-33: finds %s at %s', (name, vendors, id) => {
    expect(findModel(catalog, vendors, name)?.id).toBe(id);
  });

  it.each<[string, string | undefined, string[]]>([
    ['https://api.openai.com/v1', undefined, ['openai']],
    ['https://api.groq.com/openai/v1', undefined, ['groq']],
    ['https://api.openai.com.example.com/v1', 'vllm', []],
    ['http://10.0.0.1/v1', 'vllm', []],
    ['http://10.0.0.1/v1', 'mistral', ['mistral']],
    ['http://10.0.0.1/v1', undefined, ['openai', 'anthropic', 'google']],
  ])('takes prices for %s with the dialect %s from %s', (baseUrl, dialect, vendors) => {
    const engine = { type: 'openai', base_url: baseUrl, dialect } as unknown as EngineConfig;
    expect(vendorsOf(catalog, engine)).toEqual(vendors);
  });

  it.each([
    ['gpt-4o', 'chat'],
    ['nomic-embed-text', 'embedding'],
    ['whisper-1', undefined],
    ['gpt-image-1', undefined],
    ['Qwen/Qwen3-32B', 'chat'],
    ['olive-7b', 'chat'],
  ])('knows by its name what %s does', (name, kind) => {
    expect(modelKind(name)).toBe(kind);
  });
});
