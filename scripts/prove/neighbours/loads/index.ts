import type { Load } from '../load.ts';
import { ARCHIVES } from './archives.ts';
import { BLANK_BATCHES } from './blank-batches.ts';
import { BUNDLES } from './bundles.ts';
import { COMPRESSED_REPORTS } from './compressed-reports.ts';
import { CONNECT_RESETS } from './connect-resets.ts';
import { IMPLAUSIBLE_COUNTS } from './implausible-counts.ts';
import { LARGE_IMAGES, LARGE_TEXTS } from './large-values.ts';
import { MCP_STREAMS } from './mcp-streams.ts';
import { MIGRATIONS } from './migrations.ts';
import { NAMED_ITEMS } from './named-items.ts';
import { SIGN_INS } from './sign-ins.ts';
import { SILENT_CONNECTORS } from './silent-connectors.ts';
import { SILENT_SOCKETS } from './silent-sockets.ts';
import { LARGE_TEMPLATES, TEMPLATE_COUNTS, TEMPLATE_PAGES, TEMPLATES } from './templates.ts';
import { UNREAD_STREAMS } from './unread-streams.ts';
import { UPGRADES } from './upgrades.ts';

/** The rows of the proof. A new load is a file beside these and a line here. */
export const LOADS: readonly Load[] = [
  CONNECT_RESETS,
  UPGRADES,
  TEMPLATES,
  TEMPLATE_COUNTS,
  NAMED_ITEMS,
  LARGE_TEMPLATES,
  TEMPLATE_PAGES,
  BLANK_BATCHES,
  ARCHIVES,
  COMPRESSED_REPORTS,
  MCP_STREAMS,
  MIGRATIONS,
  SILENT_CONNECTORS,
  LARGE_TEXTS,
  LARGE_IMAGES,
  BUNDLES,
  UNREAD_STREAMS,
  SIGN_INS,
  SILENT_SOCKETS,
  IMPLAUSIBLE_COUNTS,
];
