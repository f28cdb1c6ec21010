import { z } from 'zod';

/** A marketplace of the deployment, as plugins may be added from (D-PLUG-2). */
export const Marketplace = z
  .object({
    type: z.literal('marketplace'),
    id: z.string(),
    name: z.string(),
    plugins: z.array(z.object({ name: z.string(), version: z.string() })),
  })
  .meta({ id: 'Marketplace' });
export type Marketplace = z.infer<typeof Marketplace>;

export const MarketplaceList = z.object({ object: z.literal('list'), data: z.array(Marketplace) });
export type MarketplaceList = z.infer<typeof MarketplaceList>;

/** One plugin as it applies to one member (D-PLUG-4). What is blocked is not among them. */
export const MemberPlugin = z
  .object({
    type: z.literal('member_plugin'),
    plugin_id: z.string(),
    name: z.string(),
    display_name: z.string(),
    description: z.string().nullable(),
    latest_version: z.string(),
    policy: z.enum(['required', 'available']),
    installed: z.boolean().describe('Always true for a required plugin.'),
  })
  .meta({ id: 'MemberPlugin' });
export type MemberPlugin = z.infer<typeof MemberPlugin>;

export const MemberPlugins = z.object({
  object: z.literal('list'),
  user_id: z.string(),
  data: z.array(MemberPlugin),
});
export type MemberPlugins = z.infer<typeof MemberPlugins>;

export function pluginInstallation() {
  return z.strictObject({ installed: z.boolean() });
}
