import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { id, line, prose, timestamp } from './fields.ts';

export const PLUGIN_POLICIES = ['required', 'available', 'blocked'] as const;
export type PluginPolicy = (typeof PLUGIN_POLICIES)[number];

const DISPLAY_NAME_CHARACTERS = 100;
const DESCRIPTION_CHARACTERS = 1000;

/** Platform contract §2.10. */
export const Plugin = z
  .object({
    id: z.string().describe('Begins with `plg_`.'),
    type: z.literal('plugin'),
    name: z.string(),
    display_name: z.string().describe('Its title for people.'),
    source: z
      .union([
        z.object({ kind: z.literal('upload') }),
        z.object({ kind: z.literal('marketplace'), marketplace_id: z.string() }),
      ])
      .describe('Where it came from.'),
    latest_version: z.string().describe('A semantic version.'),
    policy: z
      .enum(PLUGIN_POLICIES)
      .describe(
        'required: installed for everyone. available: members may install it. blocked: nobody may, from a marketplace neither.',
      ),
    workspace_ids: z.array(z.string()).nullable().describe('null: the whole organization.'),
    description: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Plugin' });
export type Plugin = z.infer<typeof Plugin>;

function settings(limits: LimitValues) {
  return {
    policy: z.enum(PLUGIN_POLICIES).optional(),
    workspace_ids: z
      .array(id('wrkspc_'))
      .min(1)
      .max(limits.active_workspaces)
      .nullable()
      .optional()
      .describe('null: the whole organization.'),
  };
}

/** Settings that may come with a bundle, as text of a form or beside the source. */
export function pluginSettings(limits: LimitValues) {
  return z.strictObject(settings(limits));
}
export type PluginSettings = z.output<ReturnType<typeof pluginSettings>>;

/** A plugin of a marketplace, whose bundle is copied (D-PLUG-2). */
export function pluginFromMarketplace(limits: LimitValues) {
  return z.strictObject({
    source: z.strictObject({ kind: z.literal('marketplace'), marketplace_id: line(1, 100) }),
    name: line(1, limits.plugin_name_characters),
    version: line(1, 100).optional().describe('The highest one when left out.'),
    ...settings(limits),
  });
}
export type PluginFromMarketplace = z.output<ReturnType<typeof pluginFromMarketplace>>;

/** A bundle as a form. It is received piece by piece, and checked by hand. */
export function pluginUpload(limits: LimitValues) {
  return z.object({
    file: z.file().describe(`A ZIP archive with a \`plugin.json\`, of at most ${limits.plugin_bytes} bytes.`),
    policy: settings(limits).policy,
    workspace_ids: z
      .string()
      .optional()
      .describe('A JSON list of workspace ids. When left out, the whole organization.'),
  });
}

export function pluginUpdate(limits: LimitValues) {
  return z.strictObject({
    ...settings(limits),
    display_name: line(1, DISPLAY_NAME_CHARACTERS)
      .nullable()
      .optional()
      .describe('null: as the plugin itself says.'),
    description: prose(DESCRIPTION_CHARACTERS)
      .nullable()
      .optional()
      .describe('null: as the plugin itself says.'),
  });
}
export type PluginUpdate = z.output<ReturnType<typeof pluginUpdate>>;

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** `plugin.json` at the root of a bundle (D-PLUG-1). What else is in it is for those who run the plugin. */
export function pluginManifest(limits: LimitValues) {
  return z.object({
    name: z
      .string()
      .max(limits.plugin_name_characters)
      .regex(NAME, 'must have lower-case letters and digits, with single hyphens between them'),
    version: z.string().max(100),
    display_name: line(1, DISPLAY_NAME_CHARACTERS).optional(),
    description: prose(DESCRIPTION_CHARACTERS).optional(),
  });
}
export type PluginManifest = z.output<ReturnType<typeof pluginManifest>>;
