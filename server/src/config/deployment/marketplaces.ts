import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config-error.ts';
import { parseYaml, readConfigText } from '../yaml-file.ts';
import { problemsOf } from '../zod-problems.ts';
import type { Parsed } from '../parsed.ts';

const text = (max: number) => z.string().min(1).max(max);

const marketplacesSchema = z.strictObject({
  marketplaces: z
    .array(
      z.strictObject({
        id: text(100),
        name: text(100),
        plugins: z
          .array(z.strictObject({ name: text(64), version: text(100), path: text(4096) }))
          .max(10_000),
      }),
    )
    .max(100)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have ids that differ'),
});

/** Plugins that organizations may add. `path` of a bundle is absolute. */
export type Marketplace = Parsed<typeof marketplacesSchema>['marketplaces'][number];

/** The marketplaces of a deployment (D-PLUG-2). Bundles are looked for when one is added. Throws a ConfigError that lists every problem. */
export function readMarketplaces(path: string): readonly Marketplace[] {
  const parsed = marketplacesSchema.safeParse(parseYaml(readConfigText(path), path), { reportInput: true });
  if (!parsed.success) throw new ConfigError(path, problemsOf(parsed.error.issues));
  const directory = dirname(path);
  return parsed.data.marketplaces.map((marketplace) => ({
    ...marketplace,
    plugins: marketplace.plugins.map((plugin) => ({ ...plugin, path: resolve(directory, plugin.path) })),
  }));
}
