import { describe, expect, it } from 'vitest';
import { BETAS, isBeta, parseBetas } from './betas.ts';
import { isCapability, isSurface } from './capabilities.ts';
import { LIMITS, RATE_TIERS } from './limits.ts';
import { HEADERS, ID_PREFIXES, KEY_PREFIXES, SECRET_PREFIXES } from './names.ts';
import { isPublishedVersion, NEWEST_VERSION, PUBLISHED_VERSIONS } from './versions.ts';

describe('names', () => {
  it('tells every kind of id, key and secret apart by its prefix', () => {
    const prefixes = [
      ...Object.values(ID_PREFIXES),
      ...Object.values(KEY_PREFIXES),
      ...Object.values(SECRET_PREFIXES),
    ];
    for (const prefix of prefixes) {
      expect(prefix).toMatch(/^[a-z]+(_[a-z]+)?_$/);
      expect(prefixes.filter((other) => other.startsWith(prefix))).toEqual([prefix]);
    }
  });

  it('spells header names in the lower case Node gives them', () => {
    for (const name of Object.values(HEADERS)) expect(name).toBe(name.toLowerCase());
    expect(new Set(Object.values(HEADERS)).size).toBe(Object.keys(HEADERS).length);
  });
});

describe('beta flags', () => {
  it('VER-09 PBETA-05 D-93 knows the five published flags and that of the chat extensions', () => {
    const flags = [
      'admin-2026-11-01',
      'mcp-tunnels-2026-12-01',
      'webhooks-2026-11-01',
      'prompt-tools-2026-12-01',
      'agents-2026-11-01',
      'chat-extensions-2026-12-01',
    ];
    expect([...BETAS]).toEqual(flags);
    expect(flags.every(isBeta)).toBe(true);
  });

  it('refuses other spellings', () => {
    for (const flag of ['', 'x-2020-01-01', 'Admin-2026-11-01', 'admin-2026-11-01 '])
      expect(isBeta(flag)).toBe(false);
  });

  it('PBETA-01 VER-04 D-93 reads lists separated by commas, of at most 32 flags', () => {
    const [flag] = BETAS;
    expect(parseBetas('')).toEqual([]);
    expect(parseBetas(` ${flag} ,,${flag}`)).toEqual([flag, flag]);
    expect(parseBetas(`${flag},nope`)).toBeUndefined();
    const times = (count: number): string => Array.from({ length: count }, () => flag).join();
    expect(parseBetas(times(32))).toHaveLength(32);
    expect(parseBetas(times(33))).toBeUndefined();
  });
});

describe('versions', () => {
  it('accepts published dates only', () => {
    expect(PUBLISHED_VERSIONS.every(isPublishedVersion)).toBe(true);
    for (const version of ['1999-01-01', 'latest', '', '2026-11-1'])
      expect(isPublishedVersion(version)).toBe(false);
  });

  it('names the newest date', () => {
    expect(NEWEST_VERSION).toBe(PUBLISHED_VERSIONS.toSorted().at(-1));
  });
});

describe('capabilities', () => {
  it('knows 14 flags, server_tools not among them, and four surfaces', () => {
    expect(isCapability('json_schema')).toBe(true);
    expect(isCapability('server_tools')).toBe(false);
    expect(isCapability('toString')).toBe(false);
    expect(['api', 'cli', 'terminal', 'desktop'].every(isSurface)).toBe(true);
    expect(isSurface('console')).toBe(false);
  });
});

describe('limits', () => {
  it('are finite, positive and named in snake_case', () => {
    for (const [name, value] of Object.entries(LIMITS)) {
      expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
      expect(Number.isFinite(value) && value > 0, name).toBe(true);
    }
  });

  it('hold the numbers of the tables in both contract documents', () => {
    expect(LIMITS).toMatchObject({
      chat_requests_per_minute: 600,
      models_requests_per_minute: 60,
      chat_body_bytes: 2_000_000,
      chat_messages: 500,
      messages_turns: 500,
      messages_body_bytes: 32 * 1024 * 1024,
      images_per_request: 100,
      documents_per_request: 20,
      stop_sequences: 4,
      metadata_entries: 16,
      embeddings_inputs: 2048,
      admin_requests_per_minute: 300,
      active_workspaces: 100,
      webhooks_per_workspace: 20,
      tunnels_per_workspace: 25,
      connectors_per_tunnel: 10,
      file_bytes: 100 * 1024 ** 2,
      large_file_bytes: 500 * 1024 ** 2,
      workspace_storage_bytes: 100 * 1024 ** 3,
      batch_requests: 50_000,
    });
  });

  it('hold the numbers of the decisions on what may be asked of a model, by the decision', () => {
    const decided: Readonly<Record<string, Partial<typeof LIMITS>>> = {
      'D-08': { json_depth: 64 },
      'D-14': { first_output_timeout_s: 60, output_silence_timeout_s: 120, generation_timeout_s: 600 },
      'D-34': { text_parts: 100, images_per_request: 100, documents_per_request: 20 },
      'D-36': { token_counting_requests_per_minute: 600, count_tokens_body_bytes: 2_000_000 },
      'D-37': { reasoning_min_tokens: 1024 },
      'D-38': { response_format_name_characters: 64, strict_schema_depth: 10 },
      'D-39': {
        compaction_trigger_min_tokens: 50_000,
        compaction_trigger_default_tokens: 150_000,
        clear_tool_results_trigger_default_tokens: 100_000,
        clear_tool_results_keep_default: 3,
      },
      'D-40': { mcp_servers_per_request: 20, server_tool_rounds: 20 },
      'D-41': { server_tool_uses: 20, server_tool_uses_default: 5 },
      'D-43': {
        prompt_cache_key_characters: 128,
        prompt_cache_min_tokens: 1024,
        prompt_cache_step_tokens: 128,
        prompt_cache_idle_s: 600,
      },
      'D-45': { reasoning_signature_rotation_days: 90, reasoning_signature_accepted_days: 400 },
      'D-46': { reply_mark_days: 30 },
      'D-49': { keep_alive_s: 15 },
      'D-52': { chat_requests_per_minute: 600 },
      'D-53': {
        messages_body_bytes: 33_554_432,
        embeddings_body_bytes: 33_554_432,
        image_bytes: 10 * 1024 ** 2,
        content_fetch_timeout_s: 10,
      },
      'D-55': { metadata_key_characters: 64, metadata_value_characters: 512, end_user_id_characters: 256 },
      'D-60': { models_requests_per_minute: 60 },
      'D-62': { embeddings_tokens_per_input: 8192, embeddings_tokens_per_request: 300_000 },
      'D-64': { embeddings_allowance_weight: 0.01 },
      'D-93': { beta_flags: 32 },
    };
    for (const [decision, numbers] of Object.entries(decided))
      expect(LIMITS, decision).toMatchObject(numbers);
  });

  it('D-63 EMB-19 let an organization embed a million tokens a minute, and twice as many with each tier', () => {
    const ofTiers = ['start', '1', '2', '3', '4'].map(
      (tier) => RATE_TIERS[tier as keyof typeof RATE_TIERS].embeddings_tokens_per_minute,
    );
    expect(ofTiers).toEqual([1, 2, 4, 8, 16].map((factor) => factor * 1_000_000));
  });

  it('have no tier below the limit of a single key, and output at a quarter of input', () => {
    for (const tier of Object.values(RATE_TIERS)) {
      expect(tier.requests_per_minute).toBeGreaterThanOrEqual(LIMITS.chat_requests_per_minute);
      expect(tier.output_tokens_per_minute * 4).toBe(tier.input_tokens_per_minute);
    }
    expect(RATE_TIERS['4']).toMatchObject({
      requests_per_minute: 16_000,
      paid_to_date_required_usd: 400,
      eligible_after_days: 14,
    });
  });
});
